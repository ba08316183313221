//! Boards of sizes around one, two and more words: whatever moves, in whatever direction, both
//! forms agree.

use regola::engine::{Engine, Form};
use regola::game::{Game, Rules};
use regola::search::{Noise, Options, Unwatched};

/// Columns and rows: 25, 63, 64, 65, 127, 130 and 192 cells, and a strip.
const SIZES: [(usize, usize); 8] = [
    (5, 5),
    (9, 7),
    (8, 8),
    (13, 5),
    (127, 1),
    (10, 13),
    (12, 16),
    (3, 43),
];

/// What the games have in common; COLUMNS and ROWS are numbers.
const BOARD: &str = "
    role(ann).  role(bob).
    opponent(ann, bob).  opponent(bob, ann).
    column(1..COLUMNS).  row(1..ROWS).
    :- fluent cell(column, row) -> role.
    direction(1, 0).   direction(0, 1).   direction(1, 1).    direction(1, -1).
    direction(-1, 0).  direction(0, -1).  direction(-1, -1).  direction(-1, 1).
    step(X, Y, D-E, A, B) :- direction(D, E), A is X + D, B is Y + E, column(A), row(B).
    symmetry(flip, cell(X, Y, P), cell(A, Y, P)) :- A is COLUMNS + 1 - X.
    heuristic(pairs, P, V) :- opponent(P, Q), pairs(P, A), pairs(Q, B), V is 3 * A - 2 * B.
    pairs(P, N) :- aggregate_all(count, ( cell(X, Y, P), step(X, Y, _, A, B), cell(A, B, P) ), N).
";

/// Discs are put beside others and turn over what they trap.
const TRAPS: &str = "
    :- fluent control -> role.
    init(control(ann)).
    init(cell(1, 1, ann)).
    init(cell(X, Y, bob)) :- column(X), row(Y), 1 =:= (X + 2 * Y) mod 5.
    closed(P, X, Y, _) :- cell(X, Y, P).
    closed(P, X, Y, D) :- opponent(P, Q), cell(X, Y, Q), step(X, Y, D, A, B), closed(P, A, B, D).
    run(P, X, Y, D, A, B) :-
        opponent(P, Q), step(X, Y, D, C, R), cell(C, R, Q), ( A = C, B = R ; run(P, C, R, D, A, B) ).
    legal(P, put(X, Y)) :- control(P), column(X), row(Y), \\+ cell(X, Y, _), once(( step(X, Y, _, A, B), cell(A, B, _) )).
    add(cell(X, Y, P)) :- does(P, put(X, Y)).
    add(cell(A, B, P)) :- does(P, put(X, Y)), step(X, Y, D, C, R), closed(P, C, R, D), run(P, X, Y, D, A, B).
    add(control(Q)) :- does(P, _), opponent(P, Q).
    goal(P, 100) :- role(P), aggregate_all(count, cell(_, _, P), N), N > COLUMNS * ROWS // 2.
    goal(P, 0) :- role(P), aggregate_all(count, cell(_, _, P), N), N =< COLUMNS * ROWS // 2.
";

/// Pieces walk, and jump over others; what was jumped to rests, in a relation with its keys the
/// other way round.
const JUMPS: &str = "
    :- fluent control -> role.
    :- fluent tired(row, column).
    :- fluent last -> column.
    init(control(ann)).
    init(last(COLUMNS)).
    init(cell(X, Y, ann)) :- column(X), row(Y), 0 =:= (X + 2 * Y) mod 7.
    init(cell(X, Y, bob)) :- column(X), row(Y), 3 =:= (X + 2 * Y) mod 7.
    legal(P, walk(X, Y, A, B)) :- control(P), cell(X, Y, P), step(X, Y, _, A, B), \\+ cell(A, B, _), last(A).
    legal(P, jump(X, Y, A, B)) :-
        control(P), cell(X, Y, P), \\+ tired(Y, X), step(X, Y, D, C, R), cell(C, R, _), step(C, R, D, A, B),
        \\+ cell(A, B, _).
    legal(P, turn(X)) :- control(P), last(L), ( X is L - 1 ; X is L + 1 ), column(X).
    from(walk(X, Y, _, _), X, Y).  from(jump(X, Y, _, _), X, Y).
    to(walk(_, _, A, B), A, B).    to(jump(_, _, A, B), A, B).
    delete(cell(X, Y, P)) :- does(P, M), from(M, X, Y).
    delete(cell(C, R, Q)) :- does(P, jump(X, Y, A, B)), opponent(P, Q), C is (X + A) // 2, R is (Y + B) // 2, cell(C, R, Q).
    delete(tired(Y, X)) :- does(_, turn(_)), last(X), row(Y).
    add(cell(A, B, P)) :- does(P, M), to(M, A, B).
    add(tired(B, A)) :- does(_, jump(_, _, A, B)).
    add(last(X)) :- does(_, turn(X)).
    add(control(Q)) :- does(P, _), opponent(P, Q).
    terminal :- role(P), \\+ cell(_, _, P).
    goal(P, 50) :- role(P).
";

/// Both move at once, and who meets on a cell is gone.
const AT_ONCE: &str = "
    plies(0..6).
    :- fluent ply -> plies.
    init(ply(0)).
    init(cell(1, 1, ann)).
    init(cell(COLUMNS, ROWS, bob)).
    legal(P, go(X, Y, A, B)) :- cell(X, Y, P), step(X, Y, _, A, B), \\+ cell(A, B, _).
    legal(ann, rest) :- ply(N), N >= 3.
    legal(P, rest) :- role(P), \\+ cell(_, _, P).
    delete(cell(X, Y, P)) :- does(P, go(X, Y, _, _)).
    add(cell(A, B, P)) :- does(P, go(_, _, A, B)), \\+ ( opponent(P, Q), does(Q, go(_, _, A, B)) ).
    add(ply(M)) :- ply(N), M is N + 1.
    terminal :- ply(6).
    goal(P, V) :- role(P), aggregate_all(count, cell(_, _, P), N), V is 50 * N.
";

/// Stones are put down; those that hang together with none that lies beside a free cell are taken, and
/// who reaches across the board has won.
const CHAINS: &str = "
    :- fluent control -> role.
    init(control(ann)).
    init(cell(X, Y, ann)) :- column(X), row(Y), 0 =:= (3 * X + 2 * Y) mod 5.
    init(cell(X, Y, bob)) :- column(X), row(Y), 1 < (3 * X + 2 * Y) mod 5.
    beside(X, Y, A, B) :- step(X, Y, D-E, A, B), 0 =:= D * E.
    :- table breathes/3.
    breathes(P, X, Y) :- cell(X, Y, P), beside(X, Y, A, B), \\+ cell(A, B, _).
    breathes(P, X, Y) :- cell(X, Y, P), beside(X, Y, A, B), breathes(P, A, B).
    :- table reaches/3.
    reaches(P, 1, Y) :- cell(1, Y, P).
    reaches(P, A, B) :- reaches(P, X, Y), step(X, Y, _, A, B), cell(A, B, P).
    legal(P, put(X, Y)) :- control(P), column(X), row(Y), \\+ cell(X, Y, _).
    legal(P, take(X, Y)) :- control(P), opponent(P, Q), column(X), row(Y), cell(X, Y, Q), \\+ breathes(Q, X, Y).
    add(cell(X, Y, P)) :- does(P, put(X, Y)).
    delete(cell(X, Y, Q)) :- does(P, take(_, _)), opponent(P, Q), cell(X, Y, Q), \\+ breathes(Q, X, Y).
    add(control(Q)) :- does(P, _), opponent(P, Q).
    terminal :- reaches(_, COLUMNS, _).
    goal(P, 100) :- role(P), reaches(P, COLUMNS, _).
    goal(P, 50) :- role(P), \\+ reaches(P, COLUMNS, _).
    heuristic(breath, P, V) :- role(P), aggregate_all(count, breathes(P, _, _), V).
";

fn game(clauses: &str, (columns, rows): (usize, usize)) -> Rules {
    let text = format!("{BOARD}{clauses}")
        .replace("COLUMNS", &columns.to_string())
        .replace("ROWS", &rows.to_string());
    Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Plays random games in both forms at once, each checked against the other at every ply.
fn agree(clauses: &str, size: (usize, usize)) {
    let rules = game(clauses, size);
    let both =
        Engine::in_form(&rules, Form::Both).unwrap_or_else(|reason| panic!("{size:?}: {reason}"));
    for seed in 0..2 {
        let played = both.playout(&rules.initial(), 12, seed);
        played.unwrap_or_else(|error| panic!("{size:?}, game {seed}: {error}"));
    }
    let depth = if size.0 * size.1 < 100 { 2 } else { 1 };
    both.perft(&rules.initial(), depth, &mut Unwatched)
        .unwrap_or_else(|error| panic!("{size:?}: {error}"));
}

#[test]
fn discs_that_are_trapped() {
    SIZES.into_iter().for_each(|size| agree(TRAPS, size));
}

#[test]
fn pieces_that_jump() {
    SIZES.into_iter().for_each(|size| agree(JUMPS, size));
}

#[test]
fn stones_that_hang_together() {
    SIZES.into_iter().for_each(|size| agree(CHAINS, size));
}

#[test]
fn moves_at_once() {
    SIZES.into_iter().for_each(|size| agree(AT_ONCE, size));
}

#[test]
fn a_search_is_the_same_with_whatever_it_remembers_and_is_disturbed_by() {
    let options = Options {
        depth: 2,
        heuristic: Some(0),
        prefer_quick: true,
        value_every_move: true,
        ..Options::default()
    };
    for clauses in [TRAPS, JUMPS] {
        let rules = game(clauses, (9, 7));
        let compiled =
            Engine::in_form(&rules, Form::Compiled).unwrap_or_else(|reason| panic!("{reason}"));
        for noise in [
            None,
            Some(Noise {
                seed: 3,
                weight: 20,
            }),
        ] {
            for table in [0, 1000] {
                let options = Options {
                    noise,
                    table,
                    ..options.clone()
                };
                let search = |engine: &Engine| {
                    let found = engine.best(&rules.initial(), &options, &mut Unwatched);
                    found.expect("the rules are right")
                };
                let machine =
                    Engine::in_form(&rules, Form::Machine).expect("the machine is always there");
                assert_eq!(search(&compiled), search(&machine), "{options:?}");
            }
        }
    }
}
