//! Clauses of `add` and `delete` that look at the chosen move by what they hand on to be called.

use std::fmt::Write;

use regola::game::Game;
use regola::search::{Unwatched, perft};

use super::{both, compiled, fate_of_effects, rules};

/// A walk over places, some of which have a lamp.
const PLACES: &str = "
    role(me).
    place(1..80).
    :- fluent at -> place.
    :- fluent lamp(place).
    init(at(1)).
    init(lamp(X)) :- place(X), 0 is X mod 3.
    legal(me, go(X)) :- place(X), \\+ at(X).
    target(X) :- does(_, go(X)).
    wanted(target).
    even :- does(_, go(X)), 0 is X mod 2.
    is_even(_) :- even.
    goal(me, 50).
";

const CLAUSES: [&str; 10] = [
    "add(at(X)) :- call(target, X).",
    "add(at(X)) :- maplist(target, [X]).",
    "add(at(X)) :- G = target(X), G.",
    "add(at(X)) :- include(target, [1, 2, 3, 4, 5, 6], [X]).",
    "add(at(X)) :- findall(Y, call(target, Y), [X]).",
    // A fact names what is called.
    "add(at(X)) :- wanted(G), call(G, X).",
    // Another goal asks `does`.
    "add(at(X)) :- does(P, _), role(P), call(target, X).",
    // An effect that many moves share, under such a condition.
    "add(at(X)) :- does(_, go(X)). add(lamp(X)) :- place(X), maplist(is_even, [a]).",
    "add(at(X)) :- does(_, go(X)). add(lamp(X)) :- place(X), call(even).",
    "add(at(X)) :- does(_, go(X)). delete(lamp(X)) :- call(target, X).",
];

#[test]
fn what_is_handed_on_looks_at_the_move_that_is_chosen() {
    let mut told = String::new();
    for clause in CLAUSES {
        let rules = rules(&format!("{PLACES}{clause}"));
        let both = both(&rules);
        let leaves = perft(&both, &both.initial(), 2, &mut Unwatched);
        let leaves = leaves.unwrap_or_else(|error| panic!("{error}\n{clause}"));
        let compiled = compiled(&rules);
        let fate = fate_of_effects(&compiled);
        writeln!(told, "{clause}\n    {leaves} leaves; {fate}").expect("a string takes all");
    }
    assert_snapshot!("compile_handed_on", told);
}
