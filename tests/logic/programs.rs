//! Random small programs: the machine answers what the textbook interpreter answers, in its order.

use proptest::prelude::*;

use crate::fuzz::programs::{Case, same_answers};

/// Predicates that every program has: facts to choose from, and recursion over a list.
pub const LIBRARY: &str = "
    q(a, b). q(b, c). q(c, a). q(1, 2). q(2, f(a)). q(f(X), X).
    each([X | _], X).
    each([_ | Xs], X) :- each(Xs, X).
    run(Goal) :- call(Goal).
";

fn term() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        6 => prop::sample::select(vec!["X", "Y", "Z", "W", "_"]).prop_map(String::from),
        4 => prop::sample::select(vec!["a", "b", "c", "1", "2", "[]", "\"s\"", "4611686018427387904"]).prop_map(String::from),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|x| format!("f({x})")),
            (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("g({x}, {y})")),
            (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("[{x}, {y}]")),
            (inner.clone(), inner).prop_map(|(x, y)| format!("[{x} | {y}]")),
        ]
    })
    .boxed()
}

/// An argument of a head or of a call: mostly a variable, so that most goals have answers.
fn argument() -> BoxedStrategy<String> {
    prop_oneof![3 => prop::sample::select(vec!["X", "Y", "Z"]).prop_map(String::from), 2 => term()]
        .boxed()
}

fn expression() -> BoxedStrategy<String> {
    prop_oneof![
        Just("1".to_owned()),
        Just("X".to_owned()),
        Just("Y".to_owned()),
        Just("X + 1".to_owned()),
        Just("Y + X + Z".to_owned()),
        term(),
    ]
    .boxed()
}

/// Goals of predicate number `own`, which calls only those of higher numbers.
fn goal(own: usize) -> BoxedStrategy<String> {
    let call =
        (own + 1..=PREDICATES, argument(), argument()).prop_map(|(callee, x, y)| match callee {
            PREDICATES => format!("q({x}, {y})"),
            callee => format!("p{callee}({x}, {y})"),
        });
    let two =
        |name: &'static str| (term(), term()).prop_map(move |(x, y)| format!("{x} {name} {y}"));
    let leaf = prop_oneof![
        6 => call,
        3 => (term(), term()).prop_map(|(x, y)| format!("each([{x}, {y}], X)")),
        3 => two("="),
        3 => (prop::sample::select(vec!["X", "Y", "Z", "W"]), term()).prop_map(|(x, y)| format!("{x} = {y}")),
        2 => prop_oneof![two("=="), two("\\=="), two("\\=")],
        2 => prop::sample::select(vec!["var(X)", "nonvar(Y)", "var(Z)", "nonvar(X)"]).prop_map(String::from),
        2 => Just("!".to_owned()),
        1 => prop::sample::select(vec!["true", "true", "fail", "call(q(X), Y)", "each([q(Z, W), true], G), G", "call(X)"]).prop_map(String::from),
        // Which of two wrong operands is told of is left open, so only one side is an expression.
        1 => (expression(), term()).prop_map(|(x, y)| format!("{x} < {y}")),
        1 => (term(), expression()).prop_map(|(x, y)| format!("{x} is {y}")),
        1 => term().prop_map(|x| format!("(nonvar(X), throw({x}) ; true)")),
    ];
    leaf.prop_recursive(4, 14, 3, |inner| {
        let one = |pattern: &'static str| inner.clone().prop_map(move |goal| pattern.replace("{}", &goal));
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            5 => pair.clone().prop_map(|(a, b)| format!("({a}, {b})")),
            4 => pair.clone().prop_map(|(a, b)| format!("({a} ; {b})")),
            3 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("({a} -> {b} ; {c})")),
            2 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("({a} *-> {b} ; {c})")),
            1 => pair.clone().prop_map(|(a, b)| format!("({a} -> {b})")),
            1 => pair.clone().prop_map(|(a, b)| format!("({a} *-> {b})")),
            2 => one("\\+ ({})"),
            1 => one("once(({}))"),
            1 => one("ignore(({}))"),
            1 => one("call(({}))"),
            2 => one("run(({}))"),
            1 => pair.clone().prop_map(|(a, b)| format!("forall(({a}), ({b}))")),
            2 => (term(), inner.clone(), term()).prop_map(|(t, a, l)| format!("findall({t}, ({a}), {l})")),
            1 => (inner.clone(), term()).prop_map(|(a, n)| format!("aggregate_all(count, ({a}), {n})")),
            2 => (inner.clone(), term(), inner.clone()).prop_map(|(a, t, b)| format!("catch(({a}), {t}, ({b}))")),
        ]
    })
    .boxed()
}

const PREDICATES: usize = 3;

fn predicate(number: usize) -> BoxedStrategy<String> {
    let body = prop::collection::vec(goal(number), 0..4).prop_map(|goals| goals.join(", "));
    let clause = (argument(), argument(), body).prop_map(move |(x, y, body)| match body.as_str() {
        "" => format!("p{number}({x}, {y}).\n"),
        body => format!("p{number}({x}, {y}) :- {body}.\n"),
    });
    prop::collection::vec(clause, 1..4)
        .prop_map(|clauses| clauses.concat())
        .boxed()
}

pub fn program() -> impl Strategy<Value = String> {
    (predicate(0), predicate(1), predicate(2)).prop_map(|(p, q, r)| p + &q + &r)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, max_shrink_iters: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn the_machine_answers_what_the_textbook_answers(
        rules in program(),
        query in prop::sample::select(vec!["p0(A, B)", "p0(a, B)", "p0(A, [b, c])", "p0(A, A)"]),
    ) {
        same_answers(Case { rules: &rules, facts: "", query });
    }
}

/// How many programs are tried; more where `REGOLA_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("REGOLA_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(200)
}
