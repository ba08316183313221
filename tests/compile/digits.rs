//! Fluents with keys and so many values that positions have them in binary digits.

use std::fmt::Write;

use regola::game::{Game, Rules};

use super::stack::{assert_canonical_up_to_symmetry, assert_lasting};
use super::{agree, compiled, in_both_forms, leaves, rules};

/// Letters on a small board: two roles do with them what a case says.
const LETTERS: &str = "
    role(red).  role(blue).
    other(red, blue).  other(blue, red).
    letter(a).  letter(b).  letter(c).  letter(l(N)) :- between(4, 70, N).
    next_letter(a, b).  next_letter(b, c).  next_letter(c, l(4)).
    next_letter(l(N), l(M)) :- between(4, 69, N), M is N + 1.
    column(1..5).  row(1..2).
    :- fluent turn -> role.
    :- fluent on(column, row) -> letter.
    init(turn(red)).
    init(on(1, 1, a)).  init(on(2, 1, l(70))).  init(on(3, 2, l(64))).  init(on(5, 1, b)).
    beside(X, A) :- column(X), column(A), 1 is abs(X - A).
    legal(P, go(X, Y, A)) :- turn(P), on(X, Y, _), beside(X, A), \\+ on(A, Y, _).
    add(turn(Q)) :- does(P, _), other(P, Q).
    delete(on(X, Y, L)) :- does(_, go(X, Y, _)), on(X, Y, L).
    add(on(A, Y, L)) :- does(_, go(X, Y, A)), on(X, Y, L).
    terminal :- on(1, 2, L), on(5, 2, L).
    goal(_, N) :- aggregate_all(count, ( on(X, _, L), on(A, _, L), X < A ), N).
";

/// The rules of the letters with more: a move, and its effects.
const CASES: [&str; 9] = [
    "",
    "legal(P, say(L)) :- turn(P), letter(L), once(on(_, _, L)).  delete(on(X, Y, L)) :- does(_, say(L)), on(X, Y, L).",
    "legal(P, write(X, Y)) :- turn(P), column(X), row(Y).
     add(on(X, Y, M)) :- does(_, write(X, Y)), on(X, Y, L), next_letter(L, M).
     add(on(X, Y, a)) :- does(_, write(X, Y)), \\+ on(X, Y, _).",
    "legal(P, all) :- turn(P).  add(on(X, Y, M)) :- does(_, all), on(X, Y, L), next_letter(L, M).",
    "legal(P, fill) :- turn(P).  add(on(X, Y, l(17))) :- does(_, fill), column(X), row(Y), \\+ on(X, Y, _).",
    "legal(P, spread(L)) :- turn(P), on(_, _, L), L @> c.
     add(on(X, Y, L)) :- does(_, spread(L)), on(A, Y, L), beside(A, X), \\+ on(X, Y, _).",
    // What holds after a move.
    "legal(P, mark(X, Y)) :- turn(P), on(X, Y, _), after(P, mark(X, Y), \\+ two(c)).
     two(L) :- on(X, _, L), on(A, _, L), X < A.
     add(on(X, Y, M)) :- does(_, mark(X, Y)), on(X, Y, L), next_letter(L, M).",
    // One of two letters for one square.
    "legal(P, both(L)) :- turn(P), member(L, [a, b, c]).
     add(on(1, 1, L)) :- does(_, both(L)), \\+ on(3, 2, _).  add(on(1, 1, b)) :- does(_, both(_)), on(3, 2, _).",
    // A fluent for more squares than a word has bits.
    "far(1..70).  :- fluent away(far) -> letter.  init(away(3, c)).  init(away(70, l(63))).
     legal(P, far(N)) :- turn(P), away(N, _).
     add(away(M, L)) :- does(_, far(N)), away(N, K), next_letter(K, L), ( N > 5 -> M is N - 2 ; M is N + 66 ).",
];

/// Two letters for one square, in some positions.
const TWICE: &str = "
    legal(P, both(L)) :- turn(P), member(L, [a, b, c]).
    add(on(1, 1, L)) :- does(_, both(L)).  add(on(1, 1, b)) :- does(_, both(_)), on(3, 2, _).";

/// Letters that are mirrored, and some that stand for each other.
const MIRRORED: &str = "symmetry(mirror, on(X, Y, L), on(A, Y, L)) :- A is 6 - X.";
const EXCHANGED: &str = "
    symmetry(exchange, on(X, Y, L), on(X, Y, M)) :- exchanged(L, M).
    exchanged(a, b).  exchanged(b, a).
    exchanged(L, L) :- letter(L), L \\== a, L \\== b.";

/// Roles that name a number at once.
const AT_ONCE: &str = "
    role(ann).  role(bob).
    amount(0..80).
    :- fluent has(role) -> amount.
    :- fluent round -> rounds.
    rounds(1..6).
    init(has(ann, 3)).  init(has(bob, 20)).  init(round(1)).
    legal(P, name(N)) :- role(P), between(1, 3, N).
    opponent(ann, bob).  opponent(bob, ann).
    terminal :- round(6).
    goal(P, N) :- has(P, N).
";

const AT_ONCE_CASES: [&str; 2] = [
    "add(round(N)) :- round(M), N is M + 1.
     add(has(P, N)) :- does(P, name(K)), opponent(P, Q), does(Q, name(J)), J =\\= K, has(P, M), N is min(80, M + 2 * K).",
    "next(round(N)) :- round(M), N is M + 1.
     next(has(P, N)) :- does(P, name(K)), opponent(P, Q), has(Q, M), N is abs(M - K).",
];

#[test]
fn values_in_digits_are_those_of_the_rules() {
    let mut told = String::new();
    let at_once = AT_ONCE_CASES.map(|case| format!("{AT_ONCE}{case}"));
    let letters = CASES.map(|case| format!("{LETTERS}{case}"));
    for text in letters.into_iter().chain(at_once) {
        let rules = rules(&text);
        let compiled = compiled(&rules);
        let both = in_both_forms(&text);
        for seed in 0..40 {
            agree(&both, seed).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
        let words = compiled.compilation().code().layout.words();
        let fates = compiled.compilation().parts().iter();
        let fates = fates.filter(|part| part.outcome.is_err() || !part.except.is_empty());
        let left: Vec<&str> = fates.map(|part| part.name.as_str()).collect();
        let leaves = leaves(&rules, &compiled, 3);
        let case = text.rsplit("\n    ").next().unwrap_or_default().trim();
        let last = case.lines().last().unwrap_or_default().trim();
        writeln!(
            told,
            "{last}\n    {words} words; {leaves:?} leaves; left to the machine: {left:?}"
        )
        .expect("a string takes all");
    }
    assert_snapshot!("compile_digits", told);
}

#[test]
fn two_values_of_a_key_are_an_error_where_values_are_in_digits() {
    let text = format!("{LETTERS}{TWICE}");
    let both = in_both_forms(&text);
    let failed = |seed| both.playout(&both.rules().initial(), 40, seed).is_err();
    assert!((0..40).any(failed));
    for seed in 0..40 {
        agree(&both, seed).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn fingerprints_of_values_in_digits_are_the_same_up_to_symmetry() {
    for symmetry in [MIRRORED, EXCHANGED] {
        let text = format!(":- game(\"letters\").  {LETTERS}{symmetry}");
        let rules: Rules = rules(&text);
        assert_canonical_up_to_symmetry(&rules);
        assert_lasting(&rules);
    }
}
