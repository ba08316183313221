//! A quick effort goes on to a thorough one where that is worth it, and what it has found is not lost.

use regola::compile::Compilation;
use regola::game::Rules;

fn rules(text: &str) -> Rules {
    Rules::from_text(text).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The parts of a game that are not compiled, or why none is.
fn left_out(rules: &Rules) -> Vec<String> {
    match Compilation::quick_or_thorough(rules) {
        Err(reason) => vec![reason.told(rules.sources())],
        Ok(compilation) => {
            let parts = compilation.parts().iter();
            let left = parts.filter(|part| part.outcome.is_err() || !part.except.is_empty());
            left.map(|part| part.name.clone()).collect()
        }
    }
}

/// Lamps that are put on, no three of them with a sum below zero, and another legal move.
fn lamps(count: usize, stay: &str) -> Rules {
    rules(&format!(
        "role(you).
        lamp(X) :- between(1, {count}, X).
        :- fluent on(lamp).
        init(on(1)).
        triple(A) :- on(A), on(B), B =\\= A, on(C), C < 0 - A - B.
        legal(you, go(A)) :- lamp(A), \\+ on(A), \\+ triple(A).
        {stay}
        add(on(A)) :- does(you, go(A)).
        terminal :- \\+ ( lamp(A), \\+ on(A) ).
        goal(you, 100) :- on(2).
        goal(you, 0) :- \\+ on(2)."
    ))
}

/// The legal moves take more goals than a quick effort allows, and fewer than a thorough one.
#[test]
fn what_takes_more_goals_is_compiled() {
    assert!(left_out(&lamps(80, "")).is_empty());
}

/// They take more goals and more steps of the machine too.
#[test]
fn what_takes_more_steps_of_the_machine_is_compiled() {
    let stay = "
        heavy :- between(1, 4500000, X), X >= 4500000.
        legal(you, stay) :- heavy, on(1).";
    assert!(left_out(&lamps(80, stay)).is_empty());
}

/// There are more moves than a quick effort takes.
#[test]
fn what_has_many_moves_is_compiled() {
    let rules = rules(
        "role(you).
        cell(X) :- between(1, 40, X).
        :- fluent at(cell).
        init(at(1)).
        legal(you, go(A, B)) :- at(A), cell(B), A =\\= B.
        delete(at(A)) :- does(you, go(A, _)).
        add(at(B)) :- does(you, go(_, B)).
        terminal :- at(40).
        goal(you, 100) :- at(40).
        goal(you, 0) :- \\+ at(40).",
    );
    assert!(left_out(&rules).is_empty());
}

/// A game that is over where a walk over the first spots has come to its end, and where `further` says so. Any three
/// stones that fit win.
fn walks(end: usize, further: &str) -> Rules {
    rules(&format!(
        "role(you).
        spot(1..80).
        :- fluent on(spot).
        init(on(1)).
        legal(you, put(S)) :- spot(S), \\+ on(S).
        add(on(S)) :- does(you, put(S)).
        walk({end}, _).
        walk(N, Before) :- N < {end}, on(N), M is N + 1, walk(M, [N | Before]).
        three :- on(A), on(B), A < B, on(C), B < C, (A * B + C) mod 17 =:= 3.
        terminal :- walk(1, []).
        {further}
        goal(you, 100) :- three.
        goal(you, 0) :- \\+ three."
    ))
}

/// A part in which a list grows for long has no more than its share, and the next part has all that is left.
#[test]
fn a_growing_list_takes_nothing_from_other_parts() {
    assert!(left_out(&walks(20, "")).is_empty());
}

/// A list of a few elements does not say that there are very many.
#[test]
fn a_list_that_grows_a_little_is_no_reason_to_give_up() {
    assert!(left_out(&walks(5, "terminal :- three, on(80).")).is_empty());
}
