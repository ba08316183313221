//! Numbers that a move calculates and adds: sums, differences, counts and constants, in cells of many numbers.

use std::fmt::Write;

use regola::compile::partial::{Effort, residual};
use regola::engine::{Engine, Form};
use regola::game::Game;

use super::{agree, compiled, leaves, rules};

/// Two roles change the numbers of piles; a case says how. The fourth pile has no number at first. Since `mix` adds
/// a sum of two of them, numbers are read as such.
const PILES: &str = "
    role(red).  role(blue).
    other(red, blue).  other(blue, red).
    pile(1..4).
    :- fluent turn -> role.
    :- fluent has(pile) -> amount.
    :- fluent played -> plies.
    plies(0..9).
    init(turn(red)).  init(played(0)).
    init(has(1, 3)).  init(has(2, 4)).  init(has(3, 17)).
    legal(P, go(I)) :- turn(P), pile(I).
    legal(P, mix) :- turn(P), has(1, _), has(3, _).
    add(has(4, N)) :- does(_, mix), has(1, M), has(3, K), N is M + K, N =< 17.
    add(turn(Q)) :- does(P, _), other(P, Q).
    add(played(N)) :- does(_, _), played(M), N is M + 1.
    next_to(I, J) :- pile(I), J is I mod 4 + 1, pile(J).
    terminal :- played(9).
    goal(P, V) :- role(P), has(1, N), ( P = red -> V is N ; V is 20 - N ).
    goal(_, 50).
";

const CASES: [&str; 28] = [
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), M < 20, N is M + 1.",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), next_to(I, J), has(J, K), N is M + K, N =< 20.",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), next_to(I, J), has(J, K), N is M - K, N >= 0.",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), N is 20 - M.",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), N is 2 * M + 1, N < 21.",
    "amount(-20..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), N is M - 4, N >= -20.",
    "amount(3..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), M > 3, N is M - 1.",
    // A number takes the place of none.
    "amount(0..20).  add(has(J, N)) :- does(_, go(I)), next_to(I, J), has(I, M), N is 20 - M.",
    "amount(0..20).  add(has(J, N)) :- does(_, go(I)), next_to(I, J), has(I, N).",
    // What is calculated, and a constant.
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), ( M > 5 -> N = 0 ; N is M + 2 ).",
    "amount(0..20).  add(has(I, 0)) :- does(_, go(I)), has(I, M), M > 5.
     add(has(I, N)) :- does(_, go(I)), has(I, M), M =< 5, N is M + 2.",
    // Two clauses that say the same where both hold.
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(1, M), M < 8, N is M + 1.
     add(has(I, N)) :- does(_, go(I)), has(1, M), M > 5, M < 20, N is 1 + M.",
    // Deleted, and deleted before another one is added.
    "amount(0..20).  delete(has(I, N)) :- does(_, go(I)), has(I, N), N > 2.
     add(has(J, N)) :- does(_, go(I)), next_to(I, J), has(I, M), M < 20, N is M + 1.",
    "amount(0..20).  delete(has(I, N)) :- does(_, go(I)), has(1, M), N is 20 - M.",
    // How many there are, and their sum.
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), aggregate_all(count, ( has(_, K), K > 2 ), N).",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), aggregate_all(sum(K), has(_, K), S), S < 60, N is S // 3.",
    // Known value by value.
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), N is (3 * M + 1) mod 7.",
    "amount(0..20).  add(has(J, N)) :- does(_, go(I)), has(I, M), J is M mod 4 + 1, has(J, K), N is (K + 1) mod 21.",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), next_to(I, J), has(I, M), has(J, K), N is max(M, K) - min(M, K).",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(1, A), has(2, B), has(3, C), N is (A xor B xor C) mod 21.",
    // Numbers that are compared with each other.
    "amount(0..20).  legal(P, even) :- turn(P), has(I, N), has(J, N), I < J.
     add(has(I, N)) :- does(_, go(I)), has(I, M), M > 0, N is M - 1.",
    "amount(0..100).  add(has(I, N)) :- does(_, go(I)), has(I, M), next_to(I, J), has(J, K), N is M + K, N =< 100.",
    // What takes known numbers only: then they are read value by value.
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), aggregate_all(max(K), has(_, K), M), M < 20, N is M + 1.
     legal(P, up) :- turn(P), aggregate_all(max(K), has(_, K), N), N > 17.",
    "amount(0..20).  legal(P, least) :- turn(P), setof(K, I^has(I, K), [N | _]), N > 2.",
    "amount(0..20).  legal(P, all) :- turn(P), findall(K, has(_, K), L), length(L, 4), sum_list(L, N), N > 30.",
    ":- table reached/1.  reached(N) :- has(1, N).  reached(N) :- reached(M), M < 17, N is M + 5.
     amount(0..22).  legal(P, far) :- turn(P), reached(18).",
    // More moves than are played one by one.
    "amount(0..20).  legal(P, to(I, N)) :- turn(P), pile(I), amount(N), has(I, M), M < N.
     add(has(I, N)) :- does(_, to(I, N)).",
    // Too few numbers: one by one.
    "amount(3..17).  add(has(I, N)) :- does(_, go(I)), has(I, M), N is 20 - M.",
];

#[test]
fn numbers_are_calculated_as_by_the_machine() {
    let mut told = String::new();
    for case in CASES {
        let rules = rules(&format!("{PILES}{case}"));
        let compiled = compiled(&rules);
        let leaves = leaves(&rules, &compiled, 4);
        let engine = Engine::in_form(&rules, Form::Both).unwrap_or_else(|error| panic!("{error}"));
        for seed in 0..30 {
            agree(&engine, seed).unwrap_or_else(|error| panic!("{error}\n{case}"));
        }
        let evaluated = residual(&rules, Effort::Thorough, None);
        let evaluated = evaluated.unwrap_or_else(|reason| panic!("{reason}\n{case}"));
        for part in &evaluated.parts {
            assert!(
                part.outcome.is_ok() && part.except.is_empty(),
                "{part:?}\n{case}"
            );
        }
        let calculated = evaluated.residual.moves.iter();
        let calculated: usize = calculated.map(|played| played.numbers.len()).sum();
        let code = compiled.compilation().code();
        let applies = code.modes.iter().flat_map(|mode| &mode.applies);
        let operations = applies.map(|program| program.len()).max().unwrap_or(0);
        writeln!(
            told,
            "{case}\n    {calculated} cells get numbers that are calculated; a move has {operations} operations \
             at most; {leaves:?} leaves"
        )
        .expect("a string takes all");
    }
    assert_snapshot!("compile_numbers", told);
}

/// Of these some moves fail: a number that is none of the domain, or two for one pile.
const FAILING: [&str; 5] = [
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), N is M + 3.",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(I, M), N is M - 3.",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), aggregate_all(sum(K), has(_, K), N).",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(1, M), M < 9, N is M + 1.
     add(has(I, N)) :- does(_, go(I)), has(1, M), M > 5, M < 19, N is M + 2.",
    "amount(0..20).  add(has(I, N)) :- does(_, go(I)), has(1, M), M < 20, N is M + 1.
     add(has(J, 9)) :- does(_, go(I)), next_to(I, J).  add(has(I, 9)) :- does(_, go(I)).",
];

#[test]
fn numbers_fail_as_by_the_machine() {
    let mut told = String::new();
    for case in FAILING {
        let rules = rules(&format!("{PILES}{case}"));
        let engine = Engine::in_form(&rules, Form::Both).unwrap_or_else(|error| panic!("{error}"));
        let start = rules.initial();
        for seed in 0..50 {
            agree(&engine, seed).unwrap_or_else(|error| panic!("{error}\n{case}"));
        }
        let failed = (0..50).filter(|seed| engine.playout(&start, 40, *seed).is_err());
        let failed = failed.count();
        writeln!(told, "{case}\n    {failed} of 50 random games fail").expect("a string takes all");
    }
    assert_snapshot!("compile_numbers_failing", told);
}

/// Cells of which the planes have two words, and numbers of more than one byte.
#[test]
fn numbers_in_planes_of_several_words() {
    let rules = rules(
        "
        role(you).
        pile(1..70).  amount(0..300).
        :- fluent has(pile) -> amount.
        init(has(I, N)) :- pile(I), N is 3 * I.
        near(I) :- member(I, [1, 63, 64, 65, 70]).
        legal(you, pour(I, J)) :- near(I), near(J), I =\\= J, has(I, N), N > 0.
        fits(I, J, N)  :- has(I, M), has(J, K), N is M + K, N =< 300.
        stays(I, J, N) :- has(I, M), has(J, K), N is M + K - 300, N > 0.
        add(has(J, N))   :- does(you, pour(I, J)), fits(I, J, N).
        add(has(I, 0))   :- does(you, pour(I, J)), fits(I, J, _).
        add(has(J, 300)) :- does(you, pour(I, J)), stays(I, J, _).
        add(has(I, N))   :- does(you, pour(I, J)), stays(I, J, N).
        goal(you, 50).
        ",
    );
    let compiled = compiled(&rules);
    assert_eq!(leaves(&rules, &compiled, 3), [20, 368, 6_368]);
    let numbers = residual(&rules, Effort::Thorough, None).expect("it is a small game");
    let mut moves = numbers.residual.moves.iter();
    assert!(moves.all(|played| played.numbers.len() == 2));
}
