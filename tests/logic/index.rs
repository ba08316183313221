//! Which clauses are tried: only those that the bound arguments of a call leave, whichever and
//! however many are bound.

use proptest::prelude::*;
use regola::logic::{Facts, Machine, Term, Work};

use super::Session;

/// The values of `L` in the only answer to each of some queries, asked one after another of one
/// machine.
fn lists(session: &mut Session, queries: &[String]) -> Vec<String> {
    let mut machine = Machine::new(&session.program, session.limits);
    let list = |query: &String| {
        let (goal, _) = Term::from_syntax(&session.query(&format!("L = List, {query}")));
        machine.start(
            &Facts::empty(machine.program().clone().schema()),
            &[],
            &goal,
        );
        assert_eq!(machine.next_answer(), Ok(true), "{query}");
        machine.root(0).expect("answers are small").to_string()
    };
    queries.iter().map(list).collect()
}

/// How many answers a query has, and what they took.
fn work(session: &mut Session, query: &str) -> (usize, Work) {
    let mut machine = session.start(query);
    let mut answers = 0;
    while machine.next_answer().expect("the query ends") {
        answers += 1;
    }
    (answers, machine.work())
}

#[test]
fn any_arguments_that_are_bound_together_choose_the_clauses() {
    let mut session = Session::new("table(1..10, 1..10, 1..10).");
    for (query, answers, choice_points) in [
        ("table(3, 4, 5)", 1, 0),
        ("table(3, J, 5)", 10, 1),
        ("table(I, 4, 5)", 10, 1),
        ("table(I, J, 5)", 100, 1),
        ("table(3, 11, K)", 0, 0),
    ] {
        let (found, work) = work(&mut session, query);
        // The query is one call and the table another.
        assert_eq!(
            (found, work.choice_points, work.steps),
            (answers, choice_points, 2),
            "{query}"
        );
        assert_eq!(
            work.unifications, answers as u64,
            "{query}: no head is tried in vain"
        );
    }
}

#[test]
fn arguments_of_every_kind_are_told_apart_in_any_place() {
    let mut session = Session::new(
        "place(x, 1, one). place(x, f(_), compound). place(x, [_ | _], list). place(x, [], empty).
         place(x, \"s\", string). place(x, 9223372036854775807, wide). place(x, a, atom). place(y, a, other).",
    );
    for (bound, kind) in [
        ("1", "one"),
        ("f(2)", "compound"),
        ("[1]", "list"),
        ("[]", "empty"),
        ("\"s\"", "string"),
        ("a", "atom"),
    ] {
        let (found, work) = work(&mut session, &format!("place(x, {bound}, {kind})"));
        assert_eq!((found, work.choice_points), (1, 0), "{bound}");
        // A string is compared once more when its clause's head is matched.
        assert!(work.unifications <= 2, "{bound}: no head is tried in vain");
    }
}

#[test]
fn what_one_call_has_taught_changes_no_answer_of_another() {
    let mut session =
        Session::new("row(a, 1, p). row(a, 2, q). row(X, 3, X). row(b, 1, r). row(_, _, s).");
    let calls = [
        "row(a, N, W)",
        "row(V, 1, W)",
        "row(V, N, s)",
        "row(V, N, W)",
        "row(b, 3, W)",
        "row(a, 1, s)",
    ];
    let queries: Vec<String> = calls
        .iter()
        .map(|call| format!("findall({call}, {call}, List)"))
        .collect();
    let in_order = lists(&mut session, &queries);
    let backwards: Vec<String> = queries.iter().rev().cloned().collect();
    let mut backwards = lists(&mut session, &backwards);
    backwards.reverse();
    assert_eq!(in_order, backwards);
    assert_snapshot!(
        "logic__index_taught",
        calls
            .iter()
            .zip(in_order)
            .map(|(call, list)| format!("{call}\n  {list}\n"))
            .collect::<String>()
    );
}

/// The work of the last of some queries, asked one after another of one machine.
fn last_work(session: &mut Session, queries: &[&str]) -> Work {
    let mut machine = Machine::new(&session.program, session.limits);
    for query in queries {
        let (goal, _) = Term::from_syntax(&session.query(query));
        machine.start(
            &Facts::empty(machine.program().clone().schema()),
            &[],
            &goal,
        );
        while machine.next_answer().expect("the query ends") {}
    }
    machine.work()
}

#[test]
fn what_one_call_has_taught_changes_no_step_or_choice_point_of_another() {
    let mut session = Session::new("r(k, a, 1). r(k, b, 1). r(k, b, 2). r(k, c, 1).");
    for query in [
        "r(k, a, 2)",
        "r(k, a, 3)",
        "r(k, b, N)",
        "r(k, X, 1)",
        "r(k, b, 1)",
        "r(k, X, N)",
    ] {
        let alone = last_work(&mut session, &[query]);
        for taught in [
            ["r(k, X, 1)", "r(k, b, N)"],
            ["r(k, b, 2)", "r(k, X, N)"],
            ["r(k, X, N)", "r(k, X, 1)"],
        ] {
            let after = last_work(&mut session, &[taught[0], taught[1], query]);
            assert_eq!(
                (after.steps, after.choice_points),
                (alone.steps, alone.choice_points),
                "{query} after {taught:?}"
            );
        }
    }
}

#[test]
fn clauses_with_variables_among_many_keys_are_no_square() {
    let rules: String = (0..10_000)
        .map(|number| format!("p({number}, a, {number}).\np(_, {number}, b).\n"))
        .collect();
    let mut session = Session::new(&rules);
    for (query, answers, choice_points) in [
        ("p(7, a, N)", 1, 1),
        ("p(7, N, 7)", 1, 0),
        ("p(x, 7, b)", 1, 0),
    ] {
        let (found, work) = work(&mut session, query);
        assert_eq!(
            (found, work.choice_points),
            (answers, choice_points),
            "{query}"
        );
    }
}

#[test]
fn arguments_beyond_those_that_are_looked_at_are_matched() {
    let open = ["_"; 70].join(", ");
    let mut session = Session::new(&format!(
        "wide({open}, a). wide({open}, b). wide({open}, c)."
    ));
    assert_eq!(work(&mut session, &format!("wide({open}, b)")).0, 1);
    assert_eq!(work(&mut session, &format!("wide({open}, N)")).0, 3);
}

fn argument() -> impl Strategy<Value = &'static str> {
    let terms = [
        "a", "b", "1", "2", "[]", "[a]", "[a, b]", "[_ | _]", "f(a)", "f(_)", "g(b)", "\"s\"", "X",
        "Y", "_", "_",
    ];
    prop::sample::select(terms.to_vec())
}

fn arguments() -> impl Strategy<Value = String> {
    [argument(), argument(), argument()].prop_map(|arguments| arguments.join(", "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Facts that the index chooses answer like those that are asked for one by one, by their
    /// numbers.
    #[test]
    fn a_table_answers_like_its_rows_one_by_one(
        rows in prop::collection::vec(arguments(), 1..12),
        calls in prop::collection::vec(arguments(), 1..8),
    ) {
        let facts: String = rows.iter().map(|row| format!("t({row}).\n")).collect();
        let items: String = rows.iter().enumerate().map(|(number, row)| format!("i({number}, t({row})).\n")).collect();
        let mut session = Session::new(&format!("{facts}{items}"));
        let last = rows.len() - 1;
        let by_table: Vec<String> = calls.iter().map(|call| format!("findall(t({call}), t({call}), List)")).collect();
        let by_number = |call| format!("findall(t({call}), ( between(0, {last}, N), i(N, Row), Row = t({call}) ), List)");
        let by_number: Vec<String> = calls.iter().map(by_number).collect();
        prop_assert_eq!(lists(&mut session, &by_table), lists(&mut session, &by_number), "{}", facts);
    }
}
