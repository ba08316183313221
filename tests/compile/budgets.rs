//! Each part of a game has a budget of its own: effects that take too much take nothing else with
//! them.

use regola::compile::partial::{Effort, residual, residual_without_chains};
use regola::game::Rules;

use super::told::told_of;
use crate::game::shipped;

/// A move marks all spots that are part of four with a sum that 7 divides: very many goals. The rest is
/// small.
const FOURS: &str = "
    :- game(\"Fours\").
    role(you).
    spot(1..60).
    :- fluent on(spot).
    :- fluent marked(spot).
    init(on(S)) :- spot(S), S mod 5 =:= 0.
    legal(you, put(S)) :- spot(S), \\+ on(S).
    four(A) :- on(A), on(B), A < B, on(C), B < C, on(D), C < D, 0 =:= (A + B + C + D) mod 7.
    add(on(S)) :- does(you, put(S)).
    add(marked(A)) :- does(you, put(_)), four(A).
    terminal :- on(1), on(2), on(3).
    goal(you, 100) :- on(1).
    goal(you, 0) :- \\+ on(1).
    heuristic(low, you, N) :- aggregate_all(count, ( on(S), S < 9 ), N).
";

#[test]
fn effects_of_too_many_goals_leave_the_rest_compiled() {
    let rules = Rules::from_text(FOURS).unwrap_or_else(|failure| panic!("{failure}"));
    assert_snapshot!("compile_too_many_goals", told_of(&rules, 2));
}

/// The seeds of each hole of Kalah are a number up to 48, and a move adds to all of them.
#[test]
fn effects_of_too_many_operations_leave_the_rest_compiled() {
    let rules = Rules::load("games/kalah.rules").unwrap_or_else(|failure| panic!("{failure}"));
    assert_snapshot!("compile_too_many_operations", told_of(&rules, 3));
}

/// The chosen moves of both and the last value give the next one. Its program is not made to the end.
#[test]
fn effects_that_take_too_long_leave_the_rest_compiled() {
    let rules = Rules::from_text(
        ":- game(\"Sums\").
        role(red).  role(blue).
        amount(0..19).
        value(0..199).
        :- fluent now -> value.
        init(now(1)).
        legal(P, go(N)) :- role(P), amount(N).
        add(now(Z)) :- does(red, go(M)), does(blue, go(N)), now(A), Z is (7 * A + 13 * M * N + M) mod 200.
        terminal :- now(77).
        goal(P, 100) :- role(P), now(77).
        goal(P, 0) :- role(P), \\+ now(77).",
    );
    let rules = rules.unwrap_or_else(|failure| panic!("{failure}"));
    assert_snapshot!("compile_too_long_moves", told_of(&rules, 2));
}

/// Each factor has a program of its own. All together they are too large, and would be so without results.
#[test]
fn effects_of_many_moves_leave_the_rest_compiled() {
    let rules = Rules::from_text(
        ":- game(\"Products\").
        role(you).
        factor(2..250).
        value(0..306).
        :- fluent now -> value.
        init(now(1)).
        legal(you, times(N)) :- factor(N), \\+ now(N).
        add(now(Z)) :- does(you, times(N)), now(A), Z is (A * N + 1) mod 307.
        terminal :- now(77).
        goal(you, 100) :- now(77).
        goal(you, 0) :- \\+ now(77).",
    );
    let rules = rules.unwrap_or_else(|failure| panic!("{failure}"));
    assert_snapshot!("compile_many_large_moves", told_of(&rules, 2));
}

#[test]
fn more_is_spent_at_once_unless_chains_grow() {
    let evaluated = |name: &str| {
        let evaluated = residual_without_chains(&shipped(name), 2).expect("no one interrupts it");
        (evaluated.has_chains, evaluated.is_cut_short)
    };
    // A quick effort is too little for either game.
    let quick = |name: &str| residual(&shipped(name), Effort::Quick, None);
    assert!(quick("chess").is_ok_and(|evaluated| evaluated.is_cut_short));
    assert!(quick("dama").is_ok_and(|evaluated| evaluated.is_cut_short));
    // Pieces that go on as far as they can call themselves too, but no list of theirs grows.
    assert_eq!(evaluated("chess"), (false, false));
    assert_eq!(evaluated("dama"), (true, true));
}

/// A list that gets shorter from call to call is none that grows, nor one that stays as it is.
#[test]
fn lists_that_are_gone_through_are_no_chains() {
    let rules = Rules::from_text(
        "
        role(you).
        spot(1..40).
        :- fluent on(spot).
        init(on(3)).
        free([]).
        free([S | Ss]) :- \\+ on(S), free(Ss).
        legal(you, go(A, B)) :- spot(A), spot(B), free([A, B, 1, 2]).
        add(on(B)) :- does(you, go(_, B)).
        goal(you, 50).
        ",
    );
    let rules = rules.unwrap_or_else(|failure| panic!("{failure}"));
    let evaluated = residual_without_chains(&rules, 2).expect("no one interrupts it");
    assert!(!evaluated.has_chains && !evaluated.is_cut_short);
    assert_eq!(evaluated.residual.moves.len(), 40 * 40);
}
