//! Positions as values.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use proptest::prelude::*;
use regola::game::{Game, Move, Position, Rules};

use super::{facts, follow, game, lecture, legal, play, random_game};

/// The text of a position: its facts as clauses.
fn text(rules: &Rules, position: &Position) -> String {
    facts(rules, position)
        .iter()
        .map(|fact| format!("{fact}.\n"))
        .collect()
}

#[test]
fn games_and_positions_can_be_shared_by_threads() {
    fn shareable<T: Send + Sync>() {}
    shareable::<Rules>();
    shareable::<Position>();
    shareable::<Move>();
    let rules = lecture();
    let counts = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|seed| {
                let rules = &rules;
                scope.spawn(move || random_game(rules, seed / 2, 200).len())
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no worker fails"))
            .collect::<Vec<_>>()
    });
    assert_eq!((counts[0], counts[2]), (counts[1], counts[3]));
}

/// Two orders of the same moves lead to one position.
#[test]
fn positions_are_equal_however_they_were_reached() {
    let rules = game(
        "role(solo).  place(1..4).
         :- fluent taken(place).  :- fluent seen(_).
         legal(solo, take(N)) :- place(N), \\+ taken(N).
         add(taken(N)) :- does(solo, take(N)).
         add(seen([N])) :- does(solo, take(N)).
         goal(solo, 100).",
    );
    let [one, other] = ["take(1) take(2) take(4)", "take(4) take(1) take(2)"]
        .map(|line| follow(&rules, &rules.initial(), line));
    assert_eq!((&one, one.key()), (&other, other.key()));
    let state = RandomState::new();
    assert_eq!(state.hash_one(&one), state.hash_one(&other));
    assert_eq!(HashSet::from([one.clone(), other]).len(), 1);
    assert_ne!(one, follow(&rules, &rules.initial(), "take(1) take(2)"));
}

#[test]
fn facts_come_in_the_order_of_declarations_and_domains() {
    let rules = game(
        "role(solo).
         colour(red).  colour(green).  colour(blue).
         :- fluent note(_) -> _.
         :- fluent cell(colour, colour).
         :- fluent done.
         init(done).
         init(cell(blue, red)).  init(cell(green, blue)).  init(cell(green, red)).
         init(note(b, 1)).  init(note(10, x)).  init(note(-3, [1, 2])).  init(note(\"text\", f(x))).
         legal(solo, go).  add(done).  goal(solo, 100).",
    );
    assert_eq!(
        facts(&rules, &rules.initial()),
        [
            "note(-3, [1, 2])",
            "note(10, x)",
            "note(\"text\", f(x))",
            "note(b, 1)",
            "cell(green, red)",
            "cell(green, blue)",
            "cell(blue, red)",
            "done"
        ]
    );
}

#[test]
fn playing_leaves_the_position_as_it_was() {
    let rules = lecture();
    let start = rules.initial();
    let (copy, key) = (start.clone(), start.key());
    for played in legal(&rules, &start) {
        assert_ne!(play(&rules, &copy, &[played]), copy);
    }
    assert_eq!((&start, start.key()), (&copy, key));
}

#[test]
fn a_text_of_facts_is_a_position() {
    let rules = lecture();
    let read = |text: &str| {
        rules
            .position("position", text)
            .map_err(|failure| failure.to_string())
    };
    assert_eq!(read(&text(&rules, &rules.initial())), Ok(rules.initial()));
    assert_eq!(
        read("").map(|position| facts(&rules, &position)),
        Ok(vec![])
    );
    assert_eq!(
        read("control(black). control(black)."),
        read("control(black).")
    );
}

#[test]
fn a_text_that_is_no_position_is_told_so() {
    let rules = lecture();
    let texts = [
        "cell(4, 4, black).\ncell(4, 4, white).\n",
        "cell(9, 1, black).\ncell(1, 1, green).\n",
        "cel(1, 1, black).\ncell(1, 1).\n",
        "cell(X, 1, black).\nX.\n3.\n",
        "cell(1, 1, black) :- true.\n",
        ":- fluent cell(row).\n",
        "cell(1 1 black).\n",
        "cell(1..8, 2, black).\n",
        "does(black, pass).\n",
    ];
    let told = texts.map(|text| match rules.position("position.facts", text) {
        Ok(_) => format!("{text}--- is read\n\n"),
        Err(failure) => format!("{text}--- is told\n{failure}\n\n"),
    });
    assert_snapshot!("game__no_positions", told.concat());
}

#[test]
fn a_long_text_of_facts_is_read_at_once() {
    let rules = game(
        "role(solo).  :- fluent seen(_).  legal(solo, go).  add(seen(go)) :- does(solo, go).  goal(solo, 100).",
    );
    let text: String = (0..20_000)
        .map(|number| format!("seen({number}).\n"))
        .collect();
    assert_eq!(
        rules
            .position("long", &text)
            .expect("facts")
            .facts(rules.schema())
            .len(),
        20_000
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    /// However a position came about, its number is that of the position made from its facts.
    #[test]
    fn a_position_read_back_is_the_same(seed: u64, plies in 0..70usize) {
        let rules = lecture();
        for position in random_game(&rules, seed, plies) {
            let again = rules.position("again", &text(&rules, &position)).expect("a position's own facts");
            prop_assert_eq!(&again, &position);
            prop_assert_eq!(again.key(), position.key());
        }
    }

    /// Positions of a game that are told apart have different numbers.
    #[test]
    fn different_positions_have_different_numbers(seed: u64) {
        let rules = lecture();
        let positions = random_game(&rules, seed, 70);
        let keys: HashSet<u64> = positions.iter().map(Position::key).collect();
        prop_assert_eq!(keys.len(), positions.len());
    }
}

/// Comments and white space are no part of the rules; everything else is.
#[test]
fn a_fingerprint_of_rules_stands_for_what_they_say() {
    const RULES: &str =
        "role(one). :- fluent at(n). n(0..3). init(at(0)). legal(one, go). goal(one, 100).\n";
    let read = |text: &str, used: &str| {
        let reader = regola::syntax::load::MemoryReader::new()
            .with("game.rules", format!(":- use \"used.rules\".\n{text}"))
            .with("used.rules", used);
        let rules = Rules::read(&reader, "game.rules");
        rules
            .unwrap_or_else(|failure| panic!("{failure}"))
            .fingerprint()
    };
    let used = "add(at(1)) :- does(_, go).\nterminal :- at(1).\n";
    let fingerprint = read(RULES, used);
    let commented = format!("% One.\n{}  /* two */", RULES.replace(". ", ".\n\n   "));
    assert_eq!(read(&commented, &format!("{used}% three")), fingerprint);
    for (text, used) in [
        (RULES.replace("0..3", "0..4"), used.to_owned()),
        (
            RULES.replace(", go", ", 'g o'"),
            used.replace(", go", ", 'g o'"),
        ),
        (RULES.replace("one", "two"), used.to_owned()),
        (RULES.to_owned(), used.replace("at(1)", "at(2)")),
        (
            format!("{RULES}terminal :- at(1).\n"),
            used.replace("terminal :- at(1).\n", ""),
        ),
    ] {
        assert_ne!(read(&text, &used), fingerprint, "{text}{used}");
    }
}
