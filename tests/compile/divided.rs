//! Clauses of rules without order, divided: what takes too many goals as a whole is compiled, and comes to the same.

use std::fmt::Write;

use regola::compile::{Compilation, Effort};
use regola::game::{Game, Role, RuleGame, Rules};

use super::{agree, compiled, in_both_forms, rules};

/// Two runners on a track of forty columns and rows, each faster or slower by one at each step. To find the steps as a
/// whole takes all speeds and places of both directions together.
const RACE: &str = "
    role(red).  role(blue).
    other(red, blue).  other(blue, red).
    amount(0..40).
    :- fluent turn(role).
    :- fluent column(role, amount).
    :- fluent row(role, amount).
    :- fluent across(role, amount).
    :- fluent along(role, amount).
    init(turn(red)).
    init(column(red, 3)).  init(column(blue, 2)).  init(row(P, 2)) :- role(P).
    init(across(P, 1)) :- role(P).  init(along(P, 0)) :- role(P).
    near(X, X) :- amount(X).
    near(X, Y) :- next(X, Y).
    near(X, Y) :- next(Y, X).
    plus(X, 0, X) :- amount(X).
    plus(X, N, Z) :- next(M, N), plus(X, M, Y), next(Y, Z).
    track(X, Y) :- near(X, Z), near(Z, Y).
    step(P, V, W) :-
        across(P, V0), along(P, W0), column(P, X0), row(P, Y0),
        near(V0, V), near(W0, W), plus(X0, V, X), plus(Y0, W, Y), track(X, Y).
    legal(P, step(V, W)) :- turn(P), step(P, V, W).
    moves(P) :- step(P, _, _).
    met(X, Y) :- column(P, X), row(P, Y), column(Q, X), row(Q, Y), \\+ P == Q.
    add(turn(Q)) :- does(P, _), other(P, Q).
    delete(turn(P)) :- turn(P).
    add(across(P, V)) :- does(P, step(V, _)).
    delete(across(P, V)) :- turn(P), across(P, V).
    add(along(P, W)) :- does(P, step(_, W)).
    delete(along(P, W)) :- turn(P), along(P, W).
    add(column(P, X)) :- does(P, step(V, _)), column(P, X0), plus(X0, V, X).
    delete(column(P, X)) :- turn(P), column(P, X).
    add(row(P, Y)) :- does(P, step(_, W)), row(P, Y0), plus(Y0, W, Y).
    delete(row(P, Y)) :- turn(P), row(P, Y).
    terminal :- turn(P), \\+ moves(P).
    terminal :- met(_, _).
    goal(P, 100) :- column(P, X), column(Q, Y), other(P, Q), next(Y, X).
    goal(P, 0) :- role(P).
";

/// The race, after a line of its own.
fn race(first: &str) -> String {
    let mut text = format!("{first}\n{RACE}");
    for number in 0..40 {
        let _ = writeln!(text, "next({number}, {}).", number + 1);
    }
    text
}

/// Asserts that all parts of a game are compiled, for all positions.
fn assert_whole(rules: &Rules, effort: Effort) {
    let compilation = Compilation::new(rules, effort);
    let compilation = compilation.unwrap_or_else(|reason| panic!("{reason}"));
    for part in compilation.parts() {
        assert!(part.outcome.is_ok() && part.except.is_empty(), "{part:?}");
    }
}

#[test]
fn a_clause_of_many_values_is_compiled() {
    let both = in_both_forms(&race(":- sorted."));
    for seed in 0..20 {
        agree(&both, seed).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_whole(both.rules(), Effort::Thorough);
}

/// A number is free that is another one than some red one and some blue one. What is another one is found first, and the
/// position only tests it: as a whole there are three numbers to try.
const COLOURS: &str = "
    :- sorted.
    role(you).
    amount(0..120).
    :- fluent red(amount).
    :- fluent blue(amount).
    init(red(3)).
    init(blue(5)).
    other(S, X) :- amount(S), amount(X), \\+ S == X.
    free(S) :- other(S, X), red(X), other(S, Y), blue(Y).
    legal(you, put(S)) :- free(S).
    add(red(S)) :- does(you, put(S)), \\+ red(S).
    add(blue(S)) :- does(you, put(S)), red(S).
    terminal :- red(S), blue(S).
    goal(you, 100) :- red(7).
    goal(you, 0) :- \\+ red(7).
";

#[test]
fn a_variable_that_the_position_only_tests_is_taken_apart() {
    let both = in_both_forms(COLOURS);
    for seed in 0..20 {
        agree(&both, seed).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_whole(both.rules(), Effort::Quick);
}

/// Six cells with sixteen pieces of four properties: a line is full of pieces that are alike in one of them. What is
/// alike is asked of six pieces at once, which have more than sixteen million combinations.
const PIECES: &str = "
    role(red).  role(blue).
    other(red, blue).  other(blue, red).
    cell(1..6).
    piece(N) :- sign(N, _, _).
    property(1..4).
    :- fluent turn(role).
    :- fluent on(cell, piece).
    init(turn(red)).
    alike(A, B, C, D, E, F) :-
        property(P), sign(A, P, V), sign(B, P, V), sign(C, P, V), sign(D, P, V), sign(E, P, V), sign(F, P, V).
    full :- on(1, A), on(2, B), on(3, C), on(4, D), on(5, E), on(6, F), alike(A, B, C, D, E, F).
    legal(P, put(X, N)) :- turn(P), cell(X), piece(N), \\+ on(X, _), \\+ on(_, N).
    taken(X) :- on(X, _).
    open :- cell(X), \\+ taken(X).
    add(turn(Q)) :- does(P, _), other(P, Q).
    delete(turn(P)) :- turn(P).
    add(on(X, N)) :- does(_, put(X, N)).
    terminal :- full.
    terminal :- \\+ open.
    goal(P, 0) :- full, turn(P).
    goal(P, 100) :- full, role(P), \\+ turn(P).
    goal(P, 50) :- role(P), \\+ full.
";

/// Adds the properties of all pieces.
fn signs(text: &mut String) {
    for piece in 0..16 {
        for property in 1..=4 {
            let value = piece >> (property - 1) & 1;
            let _ = writeln!(text, "sign({piece}, {property}, {value}).");
        }
    }
}

#[test]
fn a_goal_that_compares_many_values_is_taken_apart() {
    let mut text = format!(":- sorted.\n{PIECES}");
    signs(&mut text);
    let both = in_both_forms(&text);
    for seed in 0..20 {
        agree(&both, seed).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_whole(both.rules(), Effort::Quick);
}

/// The clause of an effect is unfolded twice: copies of clauses have variables that no other copy has.
#[test]
fn what_is_unfolded_twice_keeps_its_variables_apart() {
    let mut text = format!(":- sorted.\n{PIECES}");
    text += "
        :- fluent last(piece).
        init(last(3)).
        puts(put(X, V), V) :- cell(X), piece(V).
        add(last(V)) :- does(_, M), puts(M, V), on(1, A), on(2, B), on(3, C), on(4, D), on(5, E), alike(A, B, C, D, E, E0), last(E0).
        delete(last(V)) :- last(V).
    ";
    signs(&mut text);
    let both = in_both_forms(&text);
    for seed in 0..20 {
        agree(&both, seed).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// A clause that would have very many goals stays as it is: it would not be divided either.
#[test]
fn a_clause_is_not_unfolded_to_very_many_goals() {
    let mut text =
        ":- sorted. role(me). cell(1..64). sign(1, 1). sign(2, 1). sign(2, 2). piece(1..2).
        :- fluent on(cell, piece).
        init(on(X, 1)) :- cell(X).
        legal(me, put(X, N)) :- cell(X), piece(N).
        delete(on(X, N)) :- does(me, put(X, _)), on(X, N).
        add(on(X, N)) :- does(me, put(X, N)).
        terminal :- full.
        goal(me, 100) :- full.
        goal(me, 0) :- \\+ full.
        alike4(A, B, C, D) :- sign(A, P), sign(B, P), sign(C, P), sign(D, P).\n"
            .to_owned();
    let names = |numbers: std::ops::Range<usize>| -> String {
        let names: Vec<String> = numbers.map(|number| format!("A{number}")).collect();
        names.join(", ")
    };
    for half in [4, 8, 16, 32] {
        let all = 2 * half;
        let goals: Vec<String> = (0..8)
            .map(|number| {
                let first = number * half / 8;
                format!("alike{half}({})", names(first..first + half))
            })
            .collect();
        let _ = writeln!(
            text,
            "alike{all}({}) :- {}.",
            names(0..all),
            goals.join(", ")
        );
    }
    let cells: Vec<String> = (0..64)
        .map(|cell| format!("on({}, A{cell})", cell + 1))
        .collect();
    let _ = writeln!(
        text,
        "full :- {}, alike64({}).",
        cells.join(", "),
        names(0..64)
    );
    let compiled = Compilation::new(&rules(&text), Effort::Quick);
    assert!(compiled.is_ok());
}

/// Where the order of answers counts, and where it counts in some other clause, none is divided.
#[test]
fn a_clause_with_an_order_is_not_divided() {
    for text in [race(""), race(":- sorted.\nfirst(X) :- amount(X), !.")] {
        let rules = rules(&text);
        let reason = Compilation::new(&rules, Effort::Thorough).expect_err("it takes too much");
        let told = reason.told(rules.sources());
        assert!(told.contains("it takes too many goals"), "{told}");
    }
}

/// Clauses that are divided in other ways: what stands between goals, what only tests, what is met in a recursion with
/// tables, and what looks at the chosen move.
const CASES: [&str; 25] = [
    "tells(X) :- on(X, Y), near(Y, Z), on(Z, W), \\+ W == X, marked(W).",
    "tells(X) :- on(X, Y), \\+ marked(Y), on(Y, Z), \\+ on(Z, X), marked(Z).",
    "tells(X) :- marked(X), on(Y, Z), \\+ Y == X, on(Z, W), marked(W).",
    "tells(X) :- marked(X), ( on(Y, X) ; on(X, Y) ), near(Y, Z), on(Z, _).",
    ":- table linked/2.
     linked(X, Y) :- on(X, Y).
     linked(X, Y) :- linked(X, Z), near(Z, W), on(W, V), near(V, Y), marked(Y).
     tells(X) :- linked(X, Y), on(Y, Z), marked(Z).",
    "tells(X) :- does(_, put(Y, Z)), on(Y, W), near(W, X), on(Z, V), marked(V).",
    "tells(X) :- on(X, Y), does(_, put(Y, Z)), on(Z, W), \\+ W == Y, on(W, V), marked(V).",
    "tells(X) :- on(X, Y), on(Y, Z), on(Z, W), on(W, V), marked(V), near(V, X).",
    "link(X, V) :- on(X, Y), near(Y, Z), on(Z, W), marked(W), near(W, V).
     'link 14'(X, Y) :- marked(X), on(Y, Y).  'link 15'(X, Y) :- marked(X), on(Y, Y).
     tells(X) :- link(X, Y), 'link 14'(X, Y), 'link 15'(X, Y).",
    // An answer may leave something open, so that it counts what was asked before.
    "tells(X) :- place(X), on(A, _), ( on(A, Y) ; marked(A) ), \\+ marked(Y), on(_, A), on(X, X).",
    "tells(X) :- on(C, X), marked(C), ( place(E), on(E, C) ; on(E, C), on(A, X) ),
         on(A, _), near(X, A), A \\== E.",
    "any(_).
     tells(B) :- marked(X), any(Y), on(A, B), \\+ on(Y, B), on(A, Y), X = X.",
    "any(_).
     tells(B) :- marked(X), any(Y), on(A, B), Y \\= B, on(A, Y), X = X.",
    "tells(B) :- marked(X), Y = Y0, on(A, B), \\+ on(Y, B), on(A, Y0), X = X.",
    "tells(B) :- marked(X), f(Y) = Y0, on(A, B), Y0 \\== f(B), on(A, Y), X = X.",
    "free(Y, B) :- \\+ next(Y, B).
     tells(B) :- marked(X), Y = Y0, on(A, B), free(Y, B), on(A, Y0), X = X.",
    // Goals that compare three values or more, with the clauses of their predicate in their place.
    "alike(X, Y, Z) :- near(X, K), near(Y, K), near(Z, K).
     tells(X) :- on(X, Y), on(Y, Z), marked(Z), alike(X, Y, Z).",
    "row(X, Y, A, Y) :- next(X, A), place(Y).
     tells(X) :- on(X, Y), on(A, B), row(X, Y, A, B), marked(Y).",
    "three(1, Y, Z) :- near(Y, _), near(Z, _).
     three(X, 2, 2) :- place(X).
     three(X, _, f(Z)) :- place(X), place(Z).
     tells(X) :- on(X, Y), on(A, Z), marked(A), three(X, Y, Z).",
    "near_one(X, Y, Z) :- ( next(X, K) ; next(K, X) ), near(Y, K), near(Z, K).
     tells(X) :- near_one(X, Y, Z), on(Y, X), on(Z, Y), marked(Z).",
    "far(X, Y, Z) :- place(K), \\+ near(X, K), \\+ near(Y, K), \\+ near(Z, K).
     tells(X) :- on(X, Y), on(Y, Z), marked(Z), far(X, Y, Z).",
    "pair(X, Y, _) :- near(X, K), near(Y, K).
     square(A, B, C, D, E, F) :- pair(A, B, C), pair(D, E, F), pair(C, D, A).
     tells(X) :- on(X, Y), on(Y, Z), on(A, X), on(B, A), square(X, Y, Z, A, B, X).",
    "pair(X, Y, _) :- near(X, K), near(Y, K).
     square(A, B, C, D) :- pair(A, B, 1), pair(C, D, 2).
     tells(X) :- on(X, Y), on(_, Z), on(W, Z), square(X, Y, Z, W).",
    // It calls itself.
    "chain(X, Y, Z) :- near(X, X), near(Y, Y), near(Z, Z).
     chain(X, Y, Z) :- next(X, A), next(Y, B), next(Z, C), chain(A, B, C).
     chain(7, 7, 7) :- place(7).
     tells(X) :- on(X, Y), on(Y, Z), marked(Z), chain(X, Y, Z).",
    // The first answer counts.
    "tells(X) :- place(X), on(A, B), !, on(B, C), marked(C), near(C, X), marked(A).",
];

#[test]
fn divided_clauses_come_to_the_same() {
    for case in CASES {
        let text = format!(
            ":- sorted.
            role(me).
            place(1..7).
            next(1, 2).  next(2, 3).  next(3, 4).  next(4, 5).  next(5, 6).  next(6, 7).
            near(X, Y) :- next(X, Y).
            near(X, Y) :- next(Y, X).
            :- fluent on(place, place).
            :- fluent marked(place).
            init(on(1, 2)).  init(on(2, 2)).  init(on(3, 5)).  init(on(4, 1)).  init(marked(2)).
            legal(me, put(X, Y)) :- place(X), place(Y), \\+ on(X, Y).
            legal(me, take(X, Y)) :- on(X, Y).
            add(on(X, Y)) :- does(me, put(X, Y)).
            delete(on(X, Y)) :- does(me, take(X, Y)).
            add(marked(X)) :- does(me, _), tells(X).
            delete(marked(X)) :- does(me, take(X, _)), marked(X).
            terminal :- marked(1), marked(3), marked(5), marked(7).
            goal(me, 50).
            {case}"
        );
        let both = in_both_forms(&text);
        for seed in 0..20 {
            agree(&both, seed).unwrap_or_else(|error| panic!("{error}\n{case}"));
        }
    }
}

/// Of a heuristic the first value counts.
#[test]
fn heuristics_keep_their_order() {
    let text = ":- sorted.
        role(me).
        place(1..7).
        near(1, 2).  near(2, 1).  near(5, 2).  near(5, 7).
        :- fluent on(place, place).
        :- fluent marked(place).
        init(on(2, 2)).  init(on(3, 1)).  init(on(1, 7)).  init(on(5, 2)).  init(on(6, 1)).
        init(on(7, 5)).  init(on(2, 5)).  init(marked(2)).  init(marked(5)).  init(marked(7)).
        legal(me, put(X, Y)) :- place(X), place(Y), \\+ on(X, Y).
        add(on(X, Y)) :- does(me, put(X, Y)).
        terminal :- marked(1).
        goal(me, 50).
        heuristic(h, me, V) :- on(A, B), on(C, V), near(B, C), marked(A).";
    let rules = rules(text);
    let compiled = compiled(&rules);
    let number = compiled.heuristic("h").expect("a heuristic of the game");
    let moves = rules.legal_moves(&rules.initial()).expect("moves");
    for played in moves {
        let position = rules.play(&rules.initial(), &[played]).expect("a position");
        let by_rules = rules.evaluate(&position, number, Role(0)).expect("a value");
        let by_words = compiled.evaluate(&compiled.position(&position), number, Role(0));
        assert_eq!(by_words.expect("a value"), by_rules);
    }
}
