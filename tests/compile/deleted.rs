//! Clauses of `delete` whose last goal is the fact that they delete.

use std::fmt::Write;

use regola::compile::partial::{Effort, residual};
use regola::compile::residual::ANY_CONTENT;
use regola::game::Game;
use regola::search::{Unwatched, perft};

use super::{both, rules};

/// Things of two colours are put on spots and taken away.
const SPOTS: &str = "
    role(you).
    spot(1..4).
    colour(red).  colour(blue).
    :- fluent at(spot) -> colour.
    :- fluent last -> colour.
    :- fluent was(spot) -> colour.
    :- fluent seen(spot).
    piece(P-C) :- side(P), colour(C).
    side(mine).  side(yours).
    pair(S-T) :- spot(S), spot(T), S < T.
    :- fluent stands(spot) -> piece.
    :- fluent tied(pair) -> colour.
    init(stands(1, mine-red)).  init(stands(2, yours-blue)).  init(stands(3, yours-red)).
    init(tied(1-2, red)).  init(tied(2-3, blue)).
    init(at(1, red)).  init(at(3, blue)).
    legal(you, put(S, C)) :- spot(S), colour(C), \\+ ( at(S, C), seen(S) ).
    legal(you, take(S)) :- at(S, _), \\+ stands(S, mine-_).
    legal(you, take(S)) :- stands(S, mine-_), \\+ tied(_, red).
    legal(you, take(1)) :- last(red), tied(1-2, _).
    add(at(S, C)) :- does(you, put(S, C)).
    add(last(C)) :- does(you, put(_, C)).
    add(was(S, C)) :- does(you, put(S, _)), at(S, C).
    add(seen(S)) :- does(you, put(S, _)).
    goal(you, 50).
";

const CLAUSES: [&str; 22] = [
    "delete(at(S, C)) :- does(you, take(S)), at(S, C).",
    "delete(last(C)) :- does(you, take(_)), last(C).",
    // Only where something else holds.
    "delete(at(S, C)) :- does(you, take(S)), at(2, blue), at(S, C).",
    // No spot is the fifth.
    "delete(at(T, C)) :- does(you, take(S)), T is S + 1, at(T, C).",
    // Two spots.
    "delete(at(T, C)) :- does(you, take(S)), ( T = S ; T = 2 ), at(T, C).",
    // A spot that the position decides.
    "delete(at(N, C)) :- does(you, take(_)), aggregate_all(count, at(_, _), N), at(N, C).",
    // Each spot, which only the last goal says.
    "delete(at(S, C)) :- does(you, take(1)), at(S, C).",
    // The value stands elsewhere too.
    "delete(at(S, C)) :- does(you, take(S)), last(C), at(S, C).",
    "delete(at(S, C)) :- does(you, take(S)), at(S, C), C = red.",
    "delete(at(S, red)) :- does(you, take(S)), at(S, red).",
    // The whole value, and parts of it.
    "delete(stands(S, Piece)) :- does(you, take(S)), stands(S, Piece).",
    "delete(stands(S, P-C)) :- does(you, take(S)), stands(S, P-C).",
    "delete(stands(S, yours-C)) :- does(you, take(S)), stands(S, yours-C).",
    "delete(stands(S, P-red)) :- does(you, take(S)), stands(S, P-red).",
    // A key of two parts, one of which only the last goal says.
    "delete(tied(S-T, C)) :- does(you, take(S)), T is S + 1, tied(S-T, C).",
    "delete(tied(S-T, C)) :- does(you, take(S)), tied(S-T, C).",
    // Facts without a value.
    "delete(seen(S)) :- does(you, take(S)), seen(S).",
    "delete(seen(T)) :- does(you, take(S)), T is S + 1, seen(T).",
    "delete(seen(T)) :- does(you, take(2)), seen(T).",
    // The last goal is another fact, or about another spot.
    "delete(at(S, C)) :- does(you, take(S)), was(S, C).",
    "delete(seen(S)) :- does(you, take(S)), at(S, _).",
    "delete(at(S, C)) :- does(you, take(S)), spot(T), T =\\= S, at(T, C).",
];

#[test]
fn what_is_deleted_whether_it_is_there_or_not() {
    let mut told = String::new();
    for clause in CLAUSES {
        let rules = rules(&format!("{SPOTS}{clause}"));
        let both = both(&rules);
        let leaves = perft(&both, &both.initial(), 3, &mut Unwatched);
        let leaves = leaves.unwrap_or_else(|error| panic!("{error}\n{clause}"));
        let evaluated = residual(&rules, Effort::Quick, None).expect("it is a small game");
        let deletes = evaluated.residual.moves.iter();
        let deletes: Vec<_> = deletes.flat_map(|played| &played.deletes).collect();
        let any = deletes
            .iter()
            .filter(|effect| effect.content == ANY_CONTENT);
        writeln!(
            told,
            "{clause}\n    {} deletes, {} of whatever there is; {leaves} leaves",
            deletes.len(),
            any.count(),
        )
        .expect("a string takes all");
    }
    assert_snapshot!("compile_deleted", told);
}
