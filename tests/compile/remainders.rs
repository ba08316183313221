//! Numbers of which only the remainder matters, and roles that move in turn by such a number.

use std::fmt::Write;

use regola::game::{Game, Turn};
use regola::search::playout;

use super::{both, compiled, leaves, rules};

/// Two roles put stones on nine spots and move marks; `odd(N)`, which a case defines, says whose turn it
/// is by the number `N` of free spots.
const STONES: &str = "
    role(red).  role(blue).
    spot(1..9).
    :- fluent stone(spot) -> role.
    init(stone(9, red)).
    free(S) :- spot(S), \\+ stone(S, _).
    count(N) :- aggregate_all(count, free(_), N).
    mover(P) :- count(N), ( odd(N) -> P = red ; P = blue ).
    legal(P, put(S)) :- mover(P), free(S).
    legal(P, take(S)) :- mover(P), stone(S, P), S < 3.
    add(stone(S, P)) :- does(P, put(S)).
    delete(stone(S, P)) :- does(P, take(S)).
    terminal :- \\+ free(_).
    goal(_, 50).
";

const CASES: [&str; 14] = [
    "odd(N) :- N mod 2 =:= 1.",
    "odd(N) :- N mod 2 =:= 0.",
    "odd(N) :- N /\\ 1 =:= 1.",
    "odd(N) :- N mod 4 =:= 3.",
    // Of two values both are compared.
    "odd(N) :- N mod 8 =:= 1.",
    "odd(N) :- N mod 3 =:= 1.",
    "odd(N) :- N mod 2 =:= 1, N > 3.",
    // Some values twice.
    "odd(N) :- N mod 2 =:= 1 ; N =:= 3 ; N =:= 5.",
    "odd(N) :- N =:= 3 ; p(N) ; N < 2, p(N).  p(N) :- N =:= 1 ; N =:= 3 ; N =:= 5 ; N =:= 7 ; N =:= 9.",
    "odd(N) :- (N + 5) mod 2 =:= 1.",
    "odd(N) :- (3 - N) mod 2 =:= 0.",
    "odd(N) :- (3 - 2 * N) mod 4 =:= 1.",
    // More stones of one role than of the other: numbers below 0.
    "odd(_) :- aggregate_all(count, stone(_, red), R), aggregate_all(count, stone(_, blue), B), (R - B) mod 2 =:= 1.",
    "odd(_) :- aggregate_all(count, stone(_, red), R), aggregate_all(count, stone(_, blue), B), (R - B) mod 4 < 2.",
];

#[test]
fn a_remainder_by_a_power_of_two_is_a_few_bits_of_a_number() {
    let mut told = String::new();
    for case in CASES {
        let rules = rules(&format!("{STONES}{case}"));
        let compiled = compiled(&rules);
        leaves(&rules, &compiled, 4);
        let [mode] = &compiled.compilation().code().modes[..] else {
            panic!("no fluent says whose turn it is");
        };
        let joint = mode.turn.outputs()[mode.joint];
        writeln!(
            told,
            "{case}\n    {} operations of a turn; that one role moves at a time is {}",
            mode.turn.len(),
            if mode.turn.is_zero(joint) {
                "known"
            } else {
                "looked for"
            },
        )
        .expect("a string takes all");
    }
    assert_snapshot!("compile_remainders", told);
}

/// A number of more than 64 terms is computed once, and kept for when a move is played.
#[test]
fn a_remainder_of_a_number_that_is_kept_for_the_move() {
    let rules = rules(
        "
        role(red).  role(blue).
        opponent(red, blue).  opponent(blue, red).
        spot(1..17).
        next(S, T) :- spot(S), T is S + 1, spot(T).
        :- fluent control -> role.
        :- fluent stone(spot) -> role.
        :- fluent mark(spot).
        :- table near/2.
        :- table far/2.
        init(control(red)).  init(stone(9, red)).
        near(P, S) :- stone(S, P), mark(S).
        near(P, S) :- stone(S, P), next(S, T), near(P, T).
        far(P, S) :- stone(S, P), \\+ mark(S).
        far(P, S) :- stone(S, P), next(T, S), far(P, T).
        count(P, N) :- aggregate_all(count, near(P, _), A), aggregate_all(count, far(P, _), B), N is A + B.
        total(N) :- count(red, R), count(blue, B), N is R + B.
        legal(P, put(S)) :- control(P), spot(S), \\+ stone(S, _).
        legal(P, mark(S)) :- control(P), spot(S), \\+ mark(S), total(N), N mod 8 =:= 2.
        add(stone(S, P)) :- does(P, put(S)).
        add(mark(S)) :- does(_, mark(S)).
        add(mark(S)) :- does(_, put(T)), next(S, T), total(N), N mod 8 =:= 2.
        add(control(Q)) :- does(P, _), opponent(P, Q).
        terminal :- \\+ ( spot(S), \\+ stone(S, _) ).
        goal(_, 50).
        ",
    );
    let both = both(&rules);
    for seed in 0..4 {
        let game = playout(&both, &both.initial(), 40, seed);
        game.unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Of three roles two pairs exclude each other, and one pair does not.
#[test]
fn roles_that_may_move_at_once_are_looked_for() {
    let rules = rules(
        "
        role(red).  role(blue).  role(green).
        spot(1..3).
        :- fluent open(spot).
        init(open(1)).  init(open(2)).
        legal(red, shut(S)) :- open(1), open(2), open(S).
        legal(red, shut_all) :- open(1), open(2).
        legal(blue, open(S)) :- \\+ open(1), spot(S), \\+ open(S).
        legal(green, open(S)) :- \\+ open(2), spot(S), \\+ open(S).
        delete(open(S)) :- does(_, shut(S)).
        delete(open(S)) :- does(_, shut_all), open(S).
        add(open(S)) :- does(_, open(S)).
        terminal :- open(3).
        goal(_, 50).
        ",
    );
    let both = both(&rules);
    let mut movers = Vec::new();
    let mut waiting = vec![(both.initial(), 3)];
    while let Some((position, depth)) = waiting.pop() {
        let turn = both
            .turn(&position)
            .unwrap_or_else(|error| panic!("{error}"));
        if let (Turn::Single(_, moves), 1..) = (&turn, depth) {
            let next = moves
                .iter()
                .map(|played| both.play(&position, std::slice::from_ref(played)));
            let next = next.map(|next| next.unwrap_or_else(|error| panic!("{error}")));
            waiting.extend(next.map(|next| (next, depth - 1)));
        }
        let roles = turn.into_movers().into_iter().map(|(role, _)| role.0);
        movers.push(roles.collect::<Vec<usize>>());
    }
    movers.sort();
    movers.dedup();
    assert_eq!(movers, [vec![], vec![0], vec![1], vec![1, 2], vec![2]]);
}
