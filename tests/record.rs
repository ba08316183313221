//! Records of games: what is written is read, and played again by the rules.

use std::path::Path;

use proptest::prelude::*;
use regola::game::{Game, Move, Position, Rules};
use regola::record::{GameRecord, GameResult, LineNotes, RecordFile, RecordPly, RecordVariation};
use regola::session::results;

/// A game with letters of all kinds in its notation.
const TAKE: &str = "role(ann).  role(bob).  other(ann, bob).  other(bob, ann).
    size(0..5).
    :- fluent control -> role.
    :- fluent left -> size.
    init(control(ann)).  init(left(5)).
    legal(P, take(N)) :- control(P), left(L), member(N, [1, 2]), N =< L.
    add(left(M))    :- does(_, take(N)), left(L), M is L - N.
    add(control(Q)) :- does(P, _), other(P, Q).
    terminal :- left(0).
    goal(P, 0)   :- control(P).
    goal(P, 100) :- control(Q), other(P, Q).";

fn take() -> Rules {
    Rules::from_text(TAKE).unwrap_or_else(|failure| panic!("{failure}"))
}

fn project(path: &str) -> String {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    whole.to_string_lossy().into_owned()
}

fn rules_of(path: &str) -> Rules {
    Rules::load(project(path)).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Plays at random from a position, and returns the record and the last position.
fn random_game(rules: &Rules, most: usize, seed: u64) -> (GameRecord, Position) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = rules.initial();
    let mut record = GameRecord::default();
    record.add_tag("Game", rules.name());
    while record.plies.len() < most {
        let movers = rules.turn(&position).expect("a turn").into_movers();
        if movers.is_empty() {
            break;
        }
        let one = |(_, moves): (_, Vec<Move>)| random.choice(moves).expect("a move");
        let moves: Vec<Move> = movers.into_iter().map(one).collect();
        let ply = rules.notations(&position, &moves).expect("written moves");
        record.plies.push(ply);
        position = rules.play(&position, &moves).expect("legal moves");
    }
    if rules.over(&position).expect("a turn") {
        let goals = results::goals(rules, &position).expect("goals");
        record.result = GameResult::Goals(goals);
    }
    (record, position)
}

fn read(text: &str) -> RecordFile {
    RecordFile::read("games.pgn", text).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

/// The tags, plies and results of a text. The tag `Result` is in every text.
fn with_result(record: &GameRecord) -> GameRecord {
    let mut record = record.clone();
    if record.tag("Result").is_none() {
        record.add_tag("Result", record.result.to_string());
    }
    record
}

#[test]
fn games_of_every_kind_are_read_and_played_as_they_were_written() {
    let mut games: Vec<String> = std::fs::read_dir(project("games"))
        .expect("the folder is there")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.ends_with(".rules") && !name.ends_with("-play.rules"))
        .map(|name| format!("games/{name}"))
        .collect();
    games.push("tests/cli/at_once.rules".to_owned());
    games.sort();
    assert!(games.len() > 15, "{games:?}");
    for path in games {
        let rules = rules_of(&path);
        let most = if path.contains("chess") { 8 } else { 70 };
        let played: Vec<_> = (0..2).map(|seed| random_game(&rules, most, seed)).collect();
        for round in 1..=2 {
            let texts = played.iter().map(|(record, _)| record.text(round));
            let file = read(&texts.collect::<Vec<_>>().join("\n"));
            assert_eq!(file.games.len(), played.len());
            for (number, (record, last)) in played.iter().enumerate() {
                assert_eq!(file.games[number].record, with_result(record), "{path}");
                let line = file.replay(number, &rules);
                let line = line.unwrap_or_else(|trouble| panic!("{path}: {trouble}"));
                assert_eq!(line.position(), last, "{path}");
            }
        }
    }
}

#[test]
fn the_form_of_a_record() {
    let (othello, _) = random_game(&rules_of("games/othello.rules"), 100, 1);
    let (joint, _) = random_game(&rules_of("tests/cli/at_once.rules"), 100, 1);
    let (take, _) = random_game(&take(), 100, 1);
    let (change, _) = random_game(&rules_of("games/change.rules"), 100, 1);
    let texts = [othello.text(2), joint.text(1), take.text(2), change.text(1)];
    assert_snapshot!("record__form", texts.join("\n"));
}

/// What others write: comments, numeric annotations, escaped lines, numbers in all forms, no tags.
#[test]
fn a_record_of_another_program() {
    let text = "\u{FEFF}% a line that is escaped\n[Result \"1-0\"]\n{ A comment\nof two lines. }\n\
                1.take(1) $14 ; the rest of the line\n1...\"take(1)\" 2. take(2) {and another} take(1) 0-1\n";
    let failure = RecordFile::read("games.pgn", text).expect_err("two results");
    assert_snapshot!("record__two_results", failure.to_string());
    let right = text.replace("1-0", "0-1");
    assert_eq!(read(&right).games[0].record.plies.len(), 4);
    let bare = "1. take(1) take(1) 2. take(2) take(1)";
    let file = read(bare);
    assert_eq!(file.games[0].record.result, GameResult::Unknown);
    let several = format!("{bare} *\n\n{bare} 0-1\n{bare}\n[Round \"3\"]\n{bare}");
    assert_eq!(read(&several).games.len(), 4);
}

#[test]
fn every_fault_of_a_text_is_told_at_its_place() {
    let faults = "[Game Othello]\n[Result \"2-0\"]\n[Result \"1-0\"]\n\n1. <a b> <> c > (d e)\n2. f ] g < h i\n\n\
                  [Result \"0-1\"]\n1. \"open\n2. b 1-0 { no end";
    let failure = RecordFile::read("games.pgn", faults).expect_err("faults");
    assert_snapshot!("record__faults", failure.to_string());
    let nothing = RecordFile::read("games.pgn", "% nothing\n").expect_err("no game");
    assert!(
        nothing.to_string().contains("no game in this text"),
        "{nothing}"
    );
}

#[test]
fn a_record_that_the_rules_do_not_allow_is_told_at_its_place() {
    let told = |text: &str| match read(text).replay(0, &take()) {
        Ok(_) => "in order".to_owned(),
        Err(trouble) => trouble.to_string(),
    };
    let texts = [
        "[Result \"0-1\"]\n\n1. take(1) take(1) 2. take(3) take(1) 0-1\n",
        "1. take(1) tak(1)",
        "1. take(1) <take(1) take(1)> *",
        "1. take(2) take(2) 2. take(1) take(1) *",
        "1. take(2) take(2) 2. take(1) 0-1",
        "1. take(2) take(2) 2. take(1) *",
        "[Termination \"normal\"]\n1. take(2) take(2) *",
        "[Position \"control(bob). left(2).\"]\n1. take(2) 0-1",
        "[Position \"control(bob). left(9).\"]\n1. take(2) 0-1",
        "1. take(2) take(2) 2. take(1) 1-0",
    ];
    let told: Vec<String> = texts
        .iter()
        .map(|text| format!("{text}\n--- is told\n{}\n", told(text)))
        .collect();
    assert_snapshot!("record__not_allowed", told.join("\n"));
}

#[test]
fn other_lines_and_comments_stand_beside_the_plies_that_were_played() {
    let plies = |text: &str| -> Vec<RecordPly> {
        text.split(' ')
            .filter(|ply| !ply.is_empty())
            .map(|ply| vec![ply.to_owned()])
            .collect()
    };
    let mut record = GameRecord {
        plies: plies("a b c d"),
        ..GameRecord::default()
    };
    for line in [
        "a x y",
        "a x z w",
        "a x z w v",
        "q",
        "a b",
        "a b c d e",
        "a b c r",
        "a x",
    ] {
        record.notes.add_line(&record.plies, &plies(line));
    }
    for (line, text) in [
        ("", "Start."),
        ("a", "One."),
        ("a x z", "Three."),
        ("a x", "Two."),
        ("q", "Other."),
        ("z", "None."),
    ] {
        let is_known = record.notes.comment_on(&record.plies, &plies(line), text);
        assert_eq!(is_known, line != "z");
    }
    assert_snapshot!("record__other_lines", record.text(2));
    assert_eq!(read(&record.text(2)).games[0].record, with_result(&record));
}

#[test]
fn variations_are_played_by_the_rules_too() {
    let file = read(
        "1. take(1) (1. take(2) take(2) {two at once} (1... take(1) 2. take(2)) 2. take(1)) take(1) *",
    );
    let line = file
        .replay(0, &take())
        .unwrap_or_else(|trouble| panic!("{trouble}"));
    assert_eq!(line.plies(), ["take(1)", "take(1)"]);
    let wrong = read("1. take(1) (1. take(2) take(2) (1... take(1) 2. take(3))) take(1) *");
    let fault = wrong.replay(0, &take()).expect_err("three are not taken");
    assert_snapshot!("record__illegal_variation", fault.to_string());
    let faults = "(a) 1. a () b (c (d) *\n1. e ) f *\n1. <g (h> *";
    let failure = RecordFile::read("games.pgn", faults).expect_err("faults");
    assert_snapshot!("record__variation_faults", failure.to_string());
}

#[test]
fn variations_that_are_nested_too_deeply_are_refused_and_nothing_else_happens() {
    let depth = 100_000;
    let text = format!("a {}{}*", "(a ".repeat(depth), ") ".repeat(depth));
    let failure = RecordFile::read("games.pgn", &text).expect_err("too deep");
    assert_eq!(failure.diagnostics.len(), 1);
    assert!(
        failure.to_string().contains("nested too deeply"),
        "{failure}"
    );
    let odd = format!("a{}", " %".repeat(200_000));
    assert!(RecordFile::read("games.pgn", &odd).is_ok());
}

#[test]
fn results_are_written_as_pgn_has_them() {
    let texts = [
        (vec![100, 0], "1-0"),
        (vec![0, 100], "0-1"),
        (vec![50, 50], "1/2-1/2"),
        (vec![30, 70], "30:70"),
        (vec![100], "100"),
        (vec![50, 0, 50], "50:0:50"),
    ];
    for (goals, text) in texts {
        assert_eq!(GameResult::Goals(goals.clone()).to_string(), text);
        assert_eq!(GameResult::read(text), Some(GameResult::Goals(goals)));
    }
    for none in ["", "1-1", "101", "050", "1:", "a", "-1", "+1:2"] {
        assert_eq!(GameResult::read(none), None, "{none}");
    }
}

/// A text that can be the notation of a move: visible, in one line.
fn any_text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        "1-0",
        "*",
        "1.",
        "12",
        "...",
        "1.e4",
        "(a)",
        "[x \"y\"]",
        "<",
        ">",
        "a\"b",
        "\\",
        "{",
        "}",
        ";c",
        "%d",
        "$1",
        "é ß",
        "0-1",
        "30:70",
        "a+b",
    ]);
    prop_oneof![odd.prop_map(str::to_owned), "[ -~é]{0,6}[!-~é]"]
}

fn any_ply() -> impl Strategy<Value = RecordPly> {
    prop_oneof![
        4 => any_text().prop_map(|text| vec![text]),
        1 => prop::collection::vec(any_text(), 2..4),
    ]
}

fn any_result() -> impl Strategy<Value = GameResult> {
    prop_oneof![
        Just(GameResult::Unknown),
        prop::collection::vec(0..=100u8, 1..4).prop_map(GameResult::Goals),
    ]
}

/// Comments and variations of a line of up to `plies` plies, `depth` deep.
fn any_notes(plies: usize, depth: u32) -> BoxedStrategy<LineNotes> {
    let comments = prop::collection::btree_map(0..=plies, "[!-|]{1,8}( [!-|]{1,8}){0,12}", 0..4);
    if depth == 0 {
        let alone = |comments| LineNotes {
            comments,
            ..LineNotes::default()
        };
        return comments.prop_map(alone).boxed();
    }
    let variation =
        (0..plies, prop::collection::vec(any_ply(), 1..5)).prop_flat_map(move |(at, plies)| {
            any_notes(plies.len(), depth - 1).prop_map(move |notes| RecordVariation {
                at,
                plies: plies.clone(),
                notes,
            })
        });
    (comments, prop::collection::vec(variation, 0..3))
        .prop_map(|(comments, mut variations)| {
            variations.sort_by_key(|variation| variation.at);
            LineNotes {
                comments,
                variations,
            }
        })
        .boxed()
}

fn any_line() -> impl Strategy<Value = (Vec<RecordPly>, LineNotes)> {
    prop::collection::vec(any_ply(), 1..40).prop_flat_map(|plies| {
        let notes = any_notes(plies.len(), 2);
        (Just(plies), notes)
    })
}

fn any_record() -> impl Strategy<Value = GameRecord> {
    let tags = prop::collection::btree_map("[A-Z][A-Za-z0-9_]{0,8}", any_text(), 1..4);
    (tags, any_line(), any_result()).prop_map(|(tags, (plies, notes), result)| {
        let mut record = GameRecord {
            plies,
            notes,
            result,
            ..GameRecord::default()
        };
        for (name, value) in tags.into_iter().filter(|(name, _)| name != "Result") {
            record.add_tag(name, value);
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_record_is_read_as_it_was_written(records in prop::collection::vec(any_record(), 1..4), round in 1..4usize) {
        let text: Vec<String> = records.iter().map(|record| record.text(round)).collect();
        let file = RecordFile::read("games.pgn", &text.join("\n"));
        let file = file.map_err(|failure| TestCaseError::fail(failure.to_string()))?;
        let found: Vec<GameRecord> = file.games.into_iter().map(|game| game.record).collect();
        let expected: Vec<GameRecord> = records.iter().map(with_result).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn lines_are_not_longer_than_80_characters(record in any_record()) {
        for line in record.text(2).lines().filter(|line| !line.starts_with('[')) {
            prop_assert!(line.chars().count() <= 80 || line.starts_with(['"', '<', '(']), "{line}");
        }
    }

    #[test]
    fn no_text_ends_in_a_panic(text in "[\\[\\]<>{}(\"\\\\;%$*.0-9a-cR\n -]{0,60}") {
        let _ = RecordFile::read("games.pgn", &text);
    }
}
