//! The programs in `examples/`, which show how a host embeds the library.

#[allow(dead_code, reason = "the programs have a `main` too")]
#[path = "../examples/compare.rs"]
mod compare;
#[allow(dead_code, reason = "the programs have a `main` too")]
#[path = "../examples/family.rs"]
mod family;
#[allow(dead_code, reason = "the programs have a `main` too")]
#[path = "../examples/opponent.rs"]
mod opponent;

use regola::game::Rules;

#[test]
fn the_opponent_answers_moves_and_refuses_what_is_none() {
    let rules = Rules::load("games/othello.rules").expect("the game ships");
    let mut input = "d3\nz9\nc4\n".as_bytes();
    let mut output = Vec::new();
    opponent::play(&rules, &mut input, &mut output).expect("it plays");
    let output = String::from_utf8(output).expect("it writes UTF-8");
    assert_snapshot!("hosts__opponent", output);
}

/// The examples of the guide load the game from a file, and the guide shows its clauses.
#[test]
fn the_guide_shows_the_game_of_its_examples() {
    let guide = include_str!("../src/lib.rs");
    let game = include_str!("../examples/pile.rules");
    let clauses = game.lines().filter(|line| !line.starts_with('%'));
    for clause in clauses {
        assert!(guide.contains(clause), "the guide lacks `{clause}`");
    }
}

#[test]
fn two_files_in_order_are_compared() {
    let cells = compare::in_order("games/othello.rules").expect("it is in order");
    let triples = compare::in_order("games/othello-triples.rules").expect("it is in order");
    let report = compare::same(&cells, &triples).expect("they can be compared");
    assert_snapshot!("hosts__compare", compare::told(&report));

    let other = compare::in_order("games/othello-2007.rules").expect("it is in order");
    let report = compare::same(&cells, &other).expect("they can be compared");
    assert_snapshot!("hosts__compare_different", compare::told(&report));

    let faults = compare::in_order("tests/broken/check-several.rules").expect_err("it has faults");
    assert!(faults.to_string().contains("warning["), "{faults}");
}

#[test]
fn a_family_answers_and_explains() {
    assert_snapshot!("hosts__family", family::told().expect("it answers"));
}
