//! Proofs and failures in the games that ship.

use regola::game::Game;
use regola::logic::proof::Bounds;

use super::{after, draft, explained, shipped};

#[test]
fn othello() {
    let rules = shipped("othello");
    let start = rules.initial();
    let questions = [
        "legal(black, place(3, 4))",
        "legal(black, place(1, 1))",
        "legal(black, place(4, 4))",
        "legal(white, place(3, 4))",
        "legal(black, pass)",
        "terminal",
        "lead(black, 0), discs(white, N)",
        "goal(black, 100)",
        "add(cell(3, 4, black))",
        "after(black, place(4, 3), cell(4, 4, black))",
        "opponent(red, P)",
    ];
    assert_snapshot!("explain__othello", explained(&rules, &start, &questions));
}

#[test]
fn dama() {
    let rules = shipped("dama");
    let position = after(&rules, "22-18 12-15 18-14");
    let questions = [
        "legal(black, M)",
        "legal(black, move([9, 13], []))",
        "terminal",
    ];
    assert_snapshot!("explain__dama", explained(&rules, &position, &questions));
}

#[test]
fn tris() {
    let rules = shipped("tris-productions");
    let questions = [
        "legal(x, \"ox--------\")",
        "legal(o, M)",
        "terminal",
        "goal(x, N)",
    ];
    assert_snapshot!(
        "explain__tris",
        explained(&rules, &rules.initial(), &questions)
    );
}

#[test]
fn tic_tac_toe() {
    let rules = shipped("tictactoe");
    let position = after(&rules, "a1 b2 a2 b3");
    let questions = ["goal(x, N)", "terminal", "legal(x, M)"];
    assert_snapshot!(
        "explain__tictactoe",
        explained(&rules, &position, &questions)
    );
}

/// One of each kind of goal.
const KINDS: &str = "
    color(red).  color(green).  color(blue).
    warm(red).
    size(1..3).
    :- fluent lamp(color) -> size.
    :- fluent broken(color).
    init(lamp(red, 1)).  init(lamp(green, 3)).  init(broken(blue)).

    bright(C) :- lamp(C, N), N + 1 > 3.
    all_bright :- forall(lamp(C, _), bright(C)).
    all_small :- forall(lamp(_, N), N =< 3).
    dim(C) :- ( warm(C) -> lamp(C, 1) ; lamp(C, 2) ).
    lit(C) :- lamp(C, _) ; broken(C), fail.
    decided(C) :- warm(C), !, lamp(C, 3).
    decided(_).
    total(N) :- aggregate_all(sum(L), lamp(_, L), N).
    wrong(C) :- lamp(C, N), N > x.
    maybe(C) :- ignore(lamp(C, _)), call(color, C).
    both(C, D) :- lamp(C, N), lamp(D, N).
    caught(C) :- catch(wrong(C), _, true).
    far(X, Y) :- Y is X * 2 + 1.
    many(X) :- between(1, 50, X), X > 100.
    add(lamp(C, 2)) :- does(_, dim(C)).
    role(ann).
    dimmed(C) :- after(ann, dim(C), lamp(C, N)), N = 2.
    each_warm(Cs) :- maplist(warm, Cs).
    each_lit(Cs, Ns) :- maplist(lamp, Cs, Ns).
    each_below(N, Ms) :- maplist([M]>>(M < N), Ms).
    the_largest_is_warm :- size(K), \\+ ( size(L), L > K ), maplist(warm, [K]).
    twice_denied :- \\+ \\+ ( warm(C), lamp(C, 3) ).
";

#[test]
fn each_kind_of_goal() {
    let rules = draft(KINDS);
    let questions = [
        "bright(green)",
        "bright(red)",
        "all_bright",
        "all_small",
        "dim(red)",
        "dim(green)",
        "lit(blue)",
        "lit(green)",
        "decided(red)",
        "decided(green)",
        "total(4)",
        "total(5)",
        "wrong(red)",
        "caught(red)",
        "maybe(blue)",
        "both(red, green)",
        "both(red, X)",
        "far(2, 5)",
        "far(2, 6)",
        "many(X)",
        "size(2)",
        "size(4)",
        "color(X), warm(X)",
        "broken(red)",
        "dimmed(red)",
        "dimmed(X)",
        "after(ann, dim(red), lamp(red, 1))",
        "each_warm([red, blue])",
        "each_warm([red])",
        "each_warm(no_list(blue, []))",
        "each_lit([red, green], [1, 2])",
        "each_lit([red, green], [1, 3])",
        "each_lit([red], [1, 3])",
        "each_below(2, [1, 5])",
        "the_largest_is_warm",
        "twice_denied",
        "fail",
    ];
    assert_snapshot!(
        "explain__kinds",
        explained(&rules, &rules.initial(), &questions)
    );
}

/// The error comes after more ways than are shown.
#[test]
fn a_condition_that_ends_in_an_error_has_the_bindings_that_end_in_it() {
    let rules = draft(
        "
        number_or_name(X) :- member(X, [1, 2, 3, 4, 5, a]).
        early :- ( number_or_name(X), X > 2, ! ; fail ), X > 9.
        early :- number_or_name(X), X > 9.
        ",
    );
    let shown = explained(&rules, &rules.initial(), &["early"]);
    assert!(!shown.contains("1 > 9"), "{shown}");
    assert!(shown.contains("a > 9"), "{shown}");
}

/// The cut ends the search before the error.
#[test]
fn an_error_after_the_first_answer_is_no_reason() {
    let rules = draft("early :- member(X, [1, a]), X > 0, !, X > 9.");
    let shown = explained(&rules, &rules.initial(), &["early"]);
    assert!(
        shown.contains("fails: X > 9  small.rules:1  X = 1"),
        "{shown}"
    );
    assert!(!shown.contains("error"), "{shown}");
}

/// The cut ends the search at the first number; the condition would hold for the second.
#[test]
fn a_condition_with_a_cut_fails_only_as_far_as_it_is_called() {
    let rules = draft("none :- member(X, [1, 2]), ( X < 2, !, fail ; X > 1 ).");
    let shown = explained(&rules, &rules.initial(), &["none"]);
    assert!(shown.contains("1 > 1"), "{shown}");
    assert!(!shown.contains("2 > 1"), "{shown}");
}

/// The cut ends the search at the number; the condition would end in an error for the name.
#[test]
fn a_condition_with_a_cut_has_no_error_of_a_call_that_was_not_made() {
    let rules = draft("none :- member(X, [1, a]), ( X > 2 -> true ; !, X > 3 ).");
    let shown = explained(&rules, &rules.initial(), &["none"]);
    assert!(shown.contains("1 > 3"), "{shown}");
    assert!(!shown.contains("error"), "{shown}");
}

/// What never ends, is endless, or huge is cut off where the limits say.
#[test]
fn hostile_programs_are_explained_within_the_limits() {
    let rules = draft(
        "
        loop(X) :- loop(f(X)).
        late(N) :- N > 0, M is N - 1, late(M).
        late(0) :- fail.
        grow(0, []).
        grow(N, [N | Xs]) :- N > 0, M is N - 1, grow(M, Xs).
        long(N) :- grow(N, Xs), length(Xs, 0).
        wide(X) :- between(1, inf, X), X < 1.
        self(X) :- X = f(X), X == a.
        bad(X) :- X = f(X), throw(X).
        deep(0).
        deep(N) :- M is N - 1, deep(M).
        ",
    );
    let position = rules.initial();
    let everything = Bounds {
        depth: usize::MAX,
        nodes: usize::MAX,
        ways: usize::MAX,
    };
    for question in [
        "loop(a)",
        "late(3000)",
        "long(2000)",
        "wide(X)",
        "self(X)",
        "bad(X)",
        "deep(3000)",
        "grow(3000, X)",
    ] {
        for bounds in [
            Bounds::default(),
            everything,
            Bounds {
                depth: 0,
                nodes: 0,
                ways: 0,
            },
        ] {
            // Either there is something to read, or the question itself ends in an error.
            match rules.explain(&position, question, bounds) {
                Ok(explained) => assert!(explained.to_string().len() < 1 << 20, "{question}"),
                Err(failure) => assert!(!failure.to_string().is_empty(), "{question}"),
            }
        }
    }
}
