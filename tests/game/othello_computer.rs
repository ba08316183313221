//! Othello as the lecture of 2007 describes it: the computer's turn.

use proptest::prelude::*;
use regola::game::{Game, Position, Role, Rules};
use regola::search::{Best, Options, Strategy, Unwatched, best};

use super::othello::{LINE_A, LINE_B, counts_turned};
use super::{follow, holds, lecture, random_game};
use crate::host_games;

/// The search of one of the file's levels, every move at the root valued.
fn search(rules: &Rules, position: &Position, level: &str) -> Best<regola::game::Move> {
    let level = rules.level(level).expect("the level is on offer");
    let strategy = level
        .strategy
        .as_deref()
        .map_or(Ok(Strategy::default()), str::parse)
        .expect("a known strategy");
    let heuristic = level
        .heuristic
        .as_deref()
        .and_then(|name| rules.heuristic(name));
    let options = Options {
        strategy,
        depth: level.depth.expect("a depth"),
        heuristic,
        value_every_move: true,
        ..Options::default()
    };
    best(rules, position, &options, &mut Unwatched).expect("the game can be searched")
}

/// The moves with their values, `b-4 3`, and the one chosen.
fn valued(rules: &Rules, position: &Position, level: &str) -> (String, String) {
    let best = search(rules, position, level);
    let write = |played| {
        rules
            .notation(position, played)
            .expect("a move can be written")
    };
    let values: Vec<_> = best
        .root_moves
        .iter()
        .map(|root| format!("{} {}", write(&root.played), root.value))
        .collect();
    (
        values.join(", "),
        best.best_move().map(write).expect("a move is chosen"),
    )
}

fn example() -> (Rules, Position) {
    let rules = lecture();
    let position = follow(&rules, &rules.initial(), &format!("{LINE_A} c-4"));
    (rules, position)
}

#[test]
fn s2_23_three_levels_look_1_3_or_5_turns_ahead() {
    let rules = lecture();
    let offered: Vec<_> = rules
        .levels()
        .iter()
        .map(|level| format!("{} {:?}", level.name, level.depth))
        .collect();
    let expected = [
        "1 Some(1)",
        "3 Some(3)",
        "5 Some(5)",
        "lecture_1 Some(1)",
        "lecture_3 Some(3)",
        "lecture_5 Some(5)",
    ];
    assert_eq!(offered, expected);
}

/// S2.24, S2.26 and S2.27: the score of a line is what its last own move turns, replies helping.
#[test]
fn t2_e_the_lectures_own_choices() {
    let (rules, position) = example();
    let expect = |level, values: &str| {
        assert_eq!(
            valued(&rules, &position, level),
            (values.into(), "b-4".into())
        )
    };
    expect("lecture_1", "b-4 3, b-5 1, b-7 3, d-6 3, f-5 1");
    expect("lecture_3", "b-4 4, b-5 4, b-7 3, d-6 3, f-5 3");
    expect("lecture_5", "b-4 5, b-5 5, b-7 5, d-6 4, f-5 5");
}

#[test]
fn t2_g_the_other_position_would_choose_otherwise() {
    let rules = lecture();
    let b = follow(&rules, &rules.initial(), &format!("{LINE_B} c-4"));
    let third = follow(&rules, &b, "b-4 b-3");
    assert!(counts_turned(&rules, &third).contains(&"b-7 2".to_owned()));
    assert_eq!(valued(&rules, &b, "lecture_3").1, "b-5");
}

#[test]
fn t2_h_the_lectures_computer_plays_white_in_the_example_game() {
    let rules = lecture();
    let after = |line: &str| valued(&rules, &follow(&rules, &rules.initial(), line), "lecture_3");
    assert_eq!(after("f-4").1, "d-3");
    let (values, chosen) = after("f-4 d-3 c-6");
    assert_eq!(chosen, "g-4");
    let best = |values: &str, score: &str| {
        values
            .split(", ")
            .filter(|value| value.ends_with(score))
            .count()
    };
    assert_eq!(
        best(
            &values,
            &values[values.find("g-4").expect("valued") + 3..][..2]
        ),
        1,
        "{values}"
    );
    let (values, chosen) = after("f-4 d-3 c-6 g-4 f-3");
    assert_eq!(
        (chosen.as_str(), best(&values, " 3")),
        ("d-6", 5),
        "{values}"
    );
}

/// S2.25: a later equal score is ignored.
#[test]
fn s2_25_the_first_of_equal_moves_is_chosen() {
    let (rules, position) = example();
    for level in ["lecture_1", "lecture_3", "1", "3"] {
        let best = search(&rules, &position, level);
        let greatest = best.root_moves.iter().map(|root| root.value).max();
        let first = best
            .root_moves
            .iter()
            .find(|root| Some(root.value) == greatest)
            .map(|root| &root.played);
        assert_eq!(best.best_move(), first, "{level}");
    }
}

/// The computer that is not the lecture's: replies are the opponent's best, and a disc more counts.
#[test]
fn s2_28_the_default_computer_minimises_replies() {
    let (rules, position) = example();
    let levels = ["1", "3", "5"].map(|level| {
        let (values, chosen) = valued(&rules, &position, level);
        format!("level {level}: {values}: {chosen}\n")
    });
    assert_snapshot!("game__othello_default_computer", levels.concat());
    assert_ne!(
        valued(&rules, &position, "3").0,
        valued(&rules, &position, "lecture_3").0
    );
}

#[test]
fn s2_31_the_choice_is_the_same_each_time() {
    let (rules, position) = example();
    for level in ["3", "lecture_3"] {
        assert_eq!(
            search(&rules, &position, level),
            search(&lecture(), &position, level)
        );
    }
}

#[test]
fn s2_32_s2_33_other_heuristics_count_corners_and_choices() {
    let rules = lecture();
    let start = rules.initial();
    let value = |position: &Position, name| {
        rules
            .evaluate(
                position,
                rules.heuristic(name).expect("a heuristic"),
                Role(0),
            )
            .expect("a value")
    };
    let names: Vec<_> = rules.heuristics().iter().map(ToString::to_string).collect();
    assert_eq!(
        names,
        ["discs", "captured", "mobility", "corners", "position"]
    );
    assert_eq!(
        names
            .iter()
            .map(|name| value(&start, name))
            .collect::<Vec<_>>(),
        [0, -2, 0, 0, 0]
    );
    let corner = rules
        .position(
            "corner",
            "cell(1, 1, black). cell(3, 3, white). control(white).",
        )
        .expect("facts");
    assert_eq!((value(&corner, "corners"), value(&corner, "discs")), (1, 0));
    let moves = rules.position(
        "moves",
        "cell(3, 3, white). cell(4, 3, black). cell(8, 8, white). control(black).",
    );
    assert_eq!(value(&moves.expect("facts"), "mobility"), 0);
}

/// S2.35: five turns ahead is a matter of some hundred positions.
#[test]
fn s2_35_level_5_looks_at_few_positions() {
    let (rules, position) = example();
    let level = rules.level("5").expect("on offer");
    let heuristic = level
        .heuristic
        .as_deref()
        .and_then(|name| rules.heuristic(name));
    let options = Options {
        depth: 5,
        heuristic,
        ..Options::default()
    };
    let nodes = best(&rules, &position, &options, &mut Unwatched)
        .expect("searched")
        .nodes;
    assert_snapshot!("game__othello_level_5_nodes", nodes);
}

/// A line of random moves in both encodings, as positions.
fn both_games(rules: &Rules, seed: u64, plies: usize) -> (Position, host_games::Discs) {
    let positions = random_game(rules, seed, plies);
    let last = positions.last().cloned().unwrap_or_else(|| rules.initial());
    let mover = usize::from(holds(rules, &last, "control(white)"));
    let colour = |column, row| {
        ["black", "white"]
            .iter()
            .position(|role| holds(rules, &last, &format!("cell({column}, {row}, {role})")))
    };
    let squares = (0..64).map(|square| colour(square / 8 + 1, square % 8 + 1).map(Role));
    (last.clone(), host_games::Discs::new(squares, Role(mover)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// The rule file and a program in Rust agree on moves, values and lines.
    #[test]
    fn the_rule_file_plays_like_a_program(seed: u64, plies in 0..58usize, depth in 1..=3usize) {
        let rules = lecture();
        let (position, discs) = both_games(&rules, seed, plies);
        for (strategy, heuristic, number) in [
            (Strategy::Minimax, "discs", host_games::LEAD),
            (Strategy::AlphaBeta, "discs", host_games::LEAD),
            (Strategy::BestLine, "captured", host_games::FEW_ENEMIES),
        ] {
            let options = Options { strategy, depth, heuristic: rules.heuristic(heuristic), value_every_move: true, ..Options::default() };
            let by_rules = best(&rules, &position, &options, &mut Unwatched).expect("the rules can be followed");
            let options = Options { heuristic: Some(number), ..options };
            let by_program = best(&host_games::Othello, &discs, &options, &mut Unwatched).expect("a game");
            prop_assert_eq!(by_rules.value, by_program.value);
            prop_assert_eq!(by_rules.nodes, by_program.nodes);
            let line: Vec<_> = by_rules.line.iter().map(|m| rules.notation(&position, m).expect("written")).collect();
            let host_line: Vec<_> = by_program.line.iter().map(|m| format!("{m:?}")).collect();
            prop_assert_eq!(line, host_line);
        }
    }
}
