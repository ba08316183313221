//! Each part of a game has a budget of its own: effects that take too much take nothing else with
//! them.

use regola::compile::partial::{Effort, residual, residual_as_needed, residual_without_chains};
use regola::game::Rules;

use super::rules;
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

/// The chosen moves of both and the last value give the next one. A program for that is not made to the end.
fn sums(effect: &str) -> Rules {
    rules(&format!(
        ":- game(\"Sums\").
        role(red).  role(blue).
        amount(0..19).
        value(0..199).
        :- fluent now -> value.
        init(now(1)).
        legal(P, go(N)) :- role(P), amount(N).
        {effect} :- does(red, go(M)), does(blue, go(N)), now(A), Z is (7 * A + 13 * M * N + M) mod 200.
        terminal :- now(77).
        goal(P, 100) :- role(P), now(77).
        goal(P, 0) :- role(P), \\+ now(77)."
    ))
}

#[test]
fn effects_that_take_too_long_leave_the_rest_compiled() {
    assert_snapshot!("compile_too_long_moves", told_of(&sums("next(now(Z))"), 2));
}

/// A single move has an effect of its own, which is compiled.
#[test]
fn effects_of_moves_at_once_that_take_too_long_leave_the_others_compiled() {
    assert_snapshot!(
        "compile_too_long_moves_at_once",
        told_of(&sums("add(now(Z))"), 2)
    );
}

/// Red alone has many moves with large effects. Both together have few moves, which is all that counts for these.
#[test]
fn no_program_is_made_for_moves_that_are_never_played_at_once() {
    let rules = rules(
        ":- game(\"Phases\").
        role(red).  role(blue).
        factor(2..12).
        value(0..210).
        phase(one).  phase(both).
        :- fluent now -> value.
        :- fluent in -> phase.
        init(now(1)).
        init(in(one)).
        legal(red, times(N)) :- in(one), factor(N).
        legal(P, pass) :- role(P), in(both).
        legal(P, up) :- role(P), in(both).
        add(now(Z)) :- does(red, times(N)), now(A), Z is (A * N + 1) mod 211.
        add(in(both)) :- in(one), does(red, times(N)), now(N).
        add(in(one)) :- in(both), does(_, pass).
        add(now(0)) :- does(blue, up).
        terminal :- now(7).
        goal(P, 100) :- role(P), now(7).
        goal(P, 0) :- role(P), \\+ now(7).",
    );
    assert_snapshot!("compile_moves_at_once_in_a_phase", told_of(&rules, 3));
}

/// What hangs on no move takes most of the effects. It is in one program for the moves of both, and would be in one for
/// each single move too.
#[test]
fn moves_at_once_are_compiled_where_programs_for_single_moves_are_too_large() {
    let brings = |number: usize| {
        let (of_red, of_blue) = (3 * number % 61, (2 * number + 1) % 61);
        format!("brings(move{number}, {of_red}, {of_blue}).\n")
    };
    let moves: String = (1..=20).map(brings).collect();
    let rules = rules(&format!(
        "{moves}
        :- game(\"Pairs\").
        role(red).  role(blue).
        spot(0..60).
        :- fluent on(spot).
        init(on(S)) :- spot(S), S mod 3 =:= 0.
        legal(P, add(N)) :- role(P), brings(N, _, _).
        next(on(X)) :- spot(X), on(Y), on(Z), Y < Z, Z =:= (X * Y + 7 * Y * Y) mod 61.
        next(on(X)) :- does(red, add(N)), brings(N, X, _).
        next(on(X)) :- does(blue, add(N)), brings(N, _, X).
        terminal :- on(7), on(11), on(13).
        goal(P, 100) :- role(P), on(7).
        goal(P, 0) :- role(P), \\+ on(7)."
    ));
    assert_snapshot!("compile_large_single_moves", told_of(&rules, 2));
}

/// The results are the same program for both players. Without it there is room for the effects.
#[test]
fn large_results_leave_the_effects_compiled() {
    let rules = rules(
        ":- game(\"Results\").
        role(red).  role(blue).
        factor(2..50).
        value(0..90).
        size(0..100).
        :- fluent now -> value.
        :- fluent last -> value.
        :- fluent at -> size.
        :- fluent turn -> role.
        init(now(1)).  init(last(2)).  init(turn(red)).  init(at(1)).
        legal(P, times(N)) :- turn(P), factor(N).
        add(at(Z)) :- does(_, times(N)), at(A), Z is (A * N + 1) mod 101.
        add(now(Z)) :- does(_, _), now(A), Z is (A * 3 + 1) mod 91.
        add(last(Z)) :- does(_, _), last(A), Z is (A * 5 + 1) mod 91.
        add(turn(blue)) :- does(red, _).
        add(turn(red)) :- does(blue, _).
        terminal :- at(7).
        goal(P, S) :- role(P), now(A), last(B), S is (A * B + 7 * A) mod 101.",
    );
    assert_snapshot!("compile_large_results", told_of(&rules, 2));
}

/// Each factor has a program of its own. All together they are too large, and would be so without results.
#[test]
fn effects_of_many_moves_leave_the_rest_compiled() {
    let rules = rules(
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

/// A game that is over where a way leads from the first spot to the last. In each call the way is longer by a spot, and
/// there are far too many ways.
#[test]
fn a_judgement_by_growing_terms_takes_no_more_than_its_share() {
    let rules = rules(
        ":- game(\"Ways\").
        role(you).
        spot(1..40).
        :- fluent on(spot).
        init(on(1)).
        near(A, B) :- spot(A), spot(B), D is abs(A - B), D > 0, D < 4.
        within(A, way(A, _)).
        within(A, way(_, Before)) :- within(A, Before).
        leads(40, _).
        leads(A, Before) :- near(A, B), on(B), \\+ within(B, Before), leads(B, way(B, Before)).
        legal(you, put(S)) :- spot(S), \\+ on(S).
        add(on(S)) :- does(you, put(S)).
        terminal :- on(1), leads(1, way(1, none)).
        goal(you, 100) :- on(40).
        goal(you, 0) :- \\+ on(40).",
    );
    let evaluated = residual_as_needed(&rules, 2).expect("no one interrupts it");
    assert!(evaluated.is_cut_short);
    let compiled = ["legal", "effects", "goal", "terminal"].map(|part| evaluated.has(part));
    assert_eq!(compiled, [true, true, true, false]);
    assert_snapshot!("compile_growing_terms", evaluated.goals.to_string());
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
