//! What a move changes that is chosen alone, where `next` says what holds after it: facts that come, go,
//! stay, change their value, are turned over or hang on a move that another role has not made.

use proptest::prelude::*;
use regola::engine::Engine;

use super::{agree, in_both_forms};

/// Two roles in turn choose one of four places.
const GAME: &str = "
    role(a).  role(b).
    opponent(a, b).  opponent(b, a).
    place(1..4).  value(1..3).
    after(1, 2).  after(2, 3).  after(3, 4).  after(4, 1).
    :- fluent turn -> role.
    :- fluent on(place).
    :- fluent at(place) -> value.
    :- fluent owned(place, role).
    :- fluent unnamed(place).
    init(turn(a)).  init(on(1)).  init(on(3)).  init(at(1, 1)).  init(at(2, 3)).  init(at(4, 2)).
    init(owned(2, a)).  init(owned(3, b)).  init(unnamed(2)).
    legal(P, go(X)) :- turn(P), place(X), \\+ at(X, 2).
    legal(P, go(X)) :- turn(P), on(X).
    goal(P, 50) :- role(P).
    chosen(X) :- does(_, go(X)).
    near(X) :- does(_, go(Y)), after(Y, X).
    waits(P) :- role(P), \\+ does(P, _).
    next(turn(Q)) :- turn(P), opponent(P, Q).
";

/// What may be said of the place `X`, the place `Y` after it, the value `V` and the role `P`.
const CONDITIONS: [&str; 16] = [
    "on(X)",
    "\\+ on(X)",
    "on(Y)",
    "\\+ on(Y)",
    "at(X, V)",
    "\\+ at(X, V)",
    "at(Y, V)",
    "owned(X, P)",
    "\\+ owned(Y, P)",
    "chosen(X)",
    "\\+ chosen(X)",
    "near(X)",
    "\\+ near(Y)",
    "does(P, go(X))",
    "does(P, go(Y))",
    "waits(P)",
];

const HEADS: [&str; 4] = ["on(X)", "on(Y)", "at(X, V)", "owned(X, P)"];

fn clause(head: usize, conditions: &[usize]) -> String {
    let conditions: Vec<&str> = conditions.iter().map(|one| CONDITIONS[*one]).collect();
    format!(
        "next({}) :- role(P), value(V), after(X, Y), {}.\n",
        HEADS[head],
        conditions.join(", ")
    )
}

/// The game with these clauses in both forms.
fn both(clauses: &str) -> Engine {
    in_both_forms(&format!("{GAME}{clauses}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_holds_next_is_what_the_machine_says(
        clauses in prop::collection::vec(
            (0..HEADS.len(), prop::collection::vec(0..CONDITIONS.len(), 1..4)),
            1..6,
        ),
        seed in any::<u64>(),
    ) {
        let clauses: String = clauses.iter().map(|(head, body)| clause(*head, body)).collect();
        agree(&both(&clauses), seed).map_err(|differ| TestCaseError::fail(format!("{differ}\n{clauses}")))?;
    }
}

#[test]
fn facts_are_turned_over_and_go_round() -> Result<(), TestCaseError> {
    let turned_over = "
        next(on(X)) :- place(X), on(X), \\+ chosen(X), \\+ near(X).
        next(on(X)) :- place(X), \\+ on(X), chosen(X).
        next(on(X)) :- place(X), \\+ on(X), near(X).
    ";
    let going_round = "
        next(on(Y)) :- on(X), after(X, Y).
        next(owned(Y, P)) :- owned(X, P), after(X, Y).
        next(at(Y, V)) :- at(X, V), after(X, Y), \\+ chosen(Y).
        next(at(X, 1)) :- chosen(X).
    ";
    for clauses in [turned_over, going_round] {
        let both = both(clauses);
        for seed in 0..20 {
            agree(&both, seed)?;
        }
    }
    Ok(())
}
