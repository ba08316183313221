//! Clauses of `add` and `delete` that hand the chosen move to another predicate: also those in which a goal stands
//! between, which meets variables that are not bound yet.

use std::fmt::Write;

use regola::game::Game;
use regola::search::{Unwatched, perft};

use super::{agree, compiled, fate_of_effects, in_both_forms};

/// Men on a board: two roles put them and move them up and down. A case says what else changes.
const MEN: &str = "
    role(red).  role(blue).
    other(red, blue).  other(blue, red).
    column(1..9).  row(1..8).
    amount(0..40).
    :- fluent turn -> role.
    :- fluent on(column, row).
    :- fluent marked(column, row).
    :- fluent counted(column) -> amount.
    init(turn(red)).
    init(on(1, 1)).  init(on(2, 1)).  init(on(2, 2)).  init(on(4, 3)).
    legal(P, put(X, Y)) :- turn(P), column(X), row(Y).
    legal(P, jump(X, Y)) :- turn(P), on(X, Y).
    legal(P, pass) :- turn(P).
    add(turn(Q)) :- does(P, _), other(P, Q).
    leaves(jump(X, Y), X, Y).
    leaves(put(X, Y), X, Z) :- row(Y), Z is 9 - Y.
    arrives(put(X, Y), X, Y).
    arrives(jump(X, Y), X, Z) :- row(Y), Z is 9 - Y.
    of(red, put(X, Y), X, Y).  of(blue, jump(X, _), X, Y) :- row(Y), on(X, Y).
    touches(M, X, Y) :- leaves(M, X, Y).
    touches(M, X, Y) :- arrives(M, X, Y).
    same(M, M).
    first(X, Y) :- on(X, Y), !.
    add(on(X, Y)) :- does(_, M), arrives(M, X, Y).
    goal(_, N) :- aggregate_all(count, marked(_, _), N).
";

const CASES: [&str; 20] = [
    "delete(on(X, Y)) :- does(_, M), leaves(M, X, Y), on(X, Y).",
    "add(marked(X, Y)) :- does(_, M), touches(M, X, Y).",
    "add(marked(X, Y)) :- does(P, M), of(P, M, X, Y).",
    "add(marked(X, Y)) :- does(_, M), touches(M, X, Y), \\+ on(X, Y).",
    "add(marked(X, Y)) :- does(_, M), same(M, put(X, Y)).",
    "add(marked(X, 1)) :- does(_, M), leaves(M, X, _), arrives(M, X, Y), \\+ on(X, Y).",
    // Something stands between.
    "delete(on(X, Y)) :- does(_, M), aggregate_all(count, on(X, _), N), leaves(M, X, Y), on(X, Y), N > 1.",
    "add(marked(X, Y)) :- does(_, M), aggregate_all(count, on(X, _), N), arrives(M, X, Y), N > 3.",
    "add(counted(X, N)) :- does(_, M), aggregate_all(count, on(X, _), N), leaves(M, X, _).",
    "add(marked(X, Y)) :- does(_, M), findall(X, on(X, Y), L), leaves(M, X, Y), L = [_ | _].",
    "delete(on(X, Y)) :- does(_, M), once(on(X, Y)), leaves(M, X, Y).",
    "delete(on(X, Y)) :- does(_, M), first(X, Y), leaves(M, X, Y).",
    "delete(on(X, Y)) :- does(_, M), ( X = 2 -> true ; true ), leaves(M, X, Y), on(X, Y).",
    "delete(on(X, Y)) :- does(_, M), \\+ on(X, 3), leaves(M, X, Y), on(X, Y).",
    "add(marked(X, Y)) :- does(_, M), forall(on(X, Z), Z < 3), leaves(M, X, Y).",
    "add(marked(X, Y)) :- does(_, M), var(X), leaves(M, X, Y).",
    // `does` stands behind, or behind another goal.
    "delete(on(X, Y)) :- \\+ M = put(_, _), leaves(M, X, Y), does(_, M), on(X, Y).",
    "add(marked(X, Y)) :- turn(P), does(P, M), leaves(M, X, Y).",
    "add(marked(X, Y)) :- \\+ on(X, 8), does(_, M), arrives(M, X, Y).",
    // An error before it is known of which move.
    "add(marked(X, Y)) :- does(_, M), Z is X + 1, Z > 2, arrives(M, X, Y).",
];

#[test]
fn clauses_that_hand_the_move_on_come_to_the_same() {
    let mut told = String::new();
    for case in CASES {
        let text = format!("{MEN}{case}");
        let both = in_both_forms(&text);
        for seed in 0..12 {
            agree(&both, seed).unwrap_or_else(|error| panic!("{error}\n{case}"));
        }
        let rules = both.rules();
        let leaves = match perft(rules, &rules.initial(), 2, &mut Unwatched) {
            Ok(leaves) => format!("{leaves} leaves"),
            Err(error) => error.to_string(),
        };
        let compiled = compiled(rules);
        let fate = fate_of_effects(&compiled);
        writeln!(told, "{case}\n    {leaves}; {fate}").expect("a string takes all");
    }
    assert_snapshot!("compile_unfolded", told);
}
