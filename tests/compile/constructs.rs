//! Small games around one construct each: the compiled form walks the same tree as the machine.

use regola::compile::{Compilation, Effort, Engine, Form};
use regola::game::{Game, Rules};
use regola::search::{Unwatched, perft};

/// Three places, each taken or free; a turn takes one of them or lets one go.
pub const PLACES: &str = "
    :- game(\"Places\").
    role(you).
    spot(1..3).
    :- fluent on(spot).
    legal(you, take(S)) :- spot(S), \\+ on(S).
    legal(you, leave(S)) :- on(S).
    add(on(S)) :- does(you, take(S)).
    delete(on(S)) :- does(you, leave(S)).
    goal(you, 50).
";

fn places(clauses: &str) -> Rules {
    Rules::from_text(&format!("{PLACES}{clauses}")).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Walks the tree with both forms at once, and tells how many leaves it has.
fn leaves(clauses: &str) -> u64 {
    let rules = places(clauses);
    let both = Engine::in_form(&rules, Form::Both).unwrap_or_else(|reason| panic!("{reason}"));
    perft(&both, &both.initial(), 4, &mut Unwatched).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(clauses: &str) -> String {
    Compilation::new(&places(clauses), Effort::Quick).expect_err("it stays with the machine").text
}

#[test]
fn a_move_with_others_between_its_answers_is_listed_once() {
    let clauses = "
        legal(you, a) :- on(1).
        legal(you, b) :- on(_).
        legal(you, a) :- on(2).
        legal(you, a) :- on(3).
    ";
    assert_eq!(leaves(clauses), 333);
}

#[test]
fn what_is_found_with_a_sum_taken_to_be_a_number_holds_for_that_number_only() {
    let clauses = "
        count(0..3).
        :- fluent at(count).
        init(at(N)) :- count(N).
        taken(N) :- aggregate_all(count, on(_), N).
        also_taken(N) :- aggregate_all(count, on(_), N).
        terminal :- taken(N), at(N), also_taken(M), M > 1.
    ";
    assert_eq!(leaves(clauses), 33);
}

#[test]
fn a_cut_that_is_called_cuts_nothing_else() {
    let clauses = "
        legal(you, next(S)) :- some(S).
        some(S) :- on(S), call(!).
        some(1) :- on(2).
    ";
    assert_eq!(leaves(clauses), 286);
}

#[test]
fn numbers_beside_the_greatest_are_compared() {
    let clauses = "
        legal(you, y) :- aggregate_all(count, on(_), N), M is 0 - N, M < 9223372036854775807.
        legal(you, z) :- aggregate_all(count, on(_), N), N > -9223372036854775807.
    ";
    assert_eq!(leaves(clauses), 625);
}

#[test]
fn a_term_that_is_part_of_itself_stays_with_the_machine() {
    let clauses = "
        legal(you, x) :- on(1), X = f(X), taken(X).
        taken(X) :- on(2), X = f(_).
    ";
    assert_eq!(refusal(clauses), "a term is part of itself");
}

#[test]
fn what_the_machine_must_not_be_asked_is_left_to_it() {
    let cases = [
        (
            "legal(you, x) :- on(1), once(( natural(X), X > 5 )).  natural(0).  natural(N) :- natural(M), N is M + 1.",
            125,
        ),
        ("legal(you, x) :- on(1), numlist(1, 100000, L), length(L, N), N > 3.", 125),
        ("legal(you, x) :- on(1), first(_, _).  first(A, B) :- A @< B, on(2).", 95),
    ];
    let counted = cases.map(|(clauses, _)| leaves(clauses));
    assert_eq!(counted, cases.map(|(_, leaves)| leaves));
}
