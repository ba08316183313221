//! `:- sorted.`: moves and results have the standard order of terms in both forms.

use regola::compile::{Compilation, Effort};
use regola::engine::{Engine, Form};
use regola::game::{Game, Role, Rules};

/// Clauses give moves out of order and twice, a table gives the last of them, and the start has two
/// results.
const GAME: &str = "
    :- sorted.
    :- table linked/2.
    role(zoe).  role(ann).
    place(1..4).
    :- fluent here(place).
    init(here(1)).  init(here(3)).
    road(3, 2).  road(2, 3).  road(1, 4).
    linked(X, Y) :- road(X, Y).
    linked(X, Z) :- linked(X, Y), road(Y, Z).
    legal(P, stay) :- role(P).
    legal(zoe, go(X)) :- here(Y), linked(Y, X).
    legal(zoe, go(X)) :- here(X).
    legal(ann, 10).
    legal(ann, 9) :- here(3).
    add(here(X)) :- does(zoe, go(X)).
    delete(here(3)) :- does(zoe, stay).
    terminal :- here(2).
    goal(P, 70) :- role(P), here(1).
    goal(P, 30) :- role(P), here(3).
    goal(P, 50) :- role(P), \\+ here(3).
";

fn rules() -> Rules {
    Rules::from_text(GAME).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn moves_come_by_player_and_in_the_standard_order() {
    let rules = rules();
    let moves = rules.legal_moves(&rules.initial()).expect("moves");
    let listed: Vec<String> = moves
        .iter()
        .map(|played| format!("{} {}", rules.role_name(played.role), played.term))
        .collect();
    let zoe = [
        "zoe stay",
        "zoe go(1)",
        "zoe go(2)",
        "zoe go(3)",
        "zoe go(4)",
    ];
    assert_eq!(
        listed,
        [&zoe[..], &["ann 9", "ann 10", "ann stay"]].concat()
    );
}

#[test]
fn the_least_result_counts() {
    let rules = rules();
    assert_eq!(rules.goal(&rules.initial(), Role(0)).ok(), Some(30));
}

#[test]
fn the_compiled_form_has_the_same_order() {
    let rules = rules();
    let compilation = Compilation::new(&rules, Effort::Quick).expect("it is compiled");
    for part in compilation.parts() {
        assert!(part.outcome.is_ok(), "{}: {:?}", part.name, part.outcome);
    }
    let engine = Engine::in_form(&rules, Form::Both).expect("both forms");
    for seed in 0..20 {
        let played = engine.playout(&rules.initial(), 10, seed);
        played.unwrap_or_else(|error| panic!("{error}"));
    }
}
