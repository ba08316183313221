//! Counted work: what queries took, one after the other, and the most memory that they had.

use regola::logic::{Facts, Machine, Term, Work};

use super::Session;

/// The work of a query with a machine of its own, up to its first answer.
fn alone(session: &mut Session, query: &str) -> Work {
    let mut machine = session.start(query);
    machine.next_answer().expect("the query ends");
    machine.work()
}

fn then(session: &mut Session, machine: &mut Machine, query: &str) {
    let (goal, _) = Term::from_syntax(&session.query(query));
    machine.start(&Facts::empty(session.program.schema()), &[], &goal);
    machine.next_answer().expect("the query ends");
}

#[test]
fn the_work_of_several_queries_is_that_of_each_together() {
    let mut session = Session::new("");
    let queries = [
        "numlist(1, 50, L), append(A, [7 | _], L)",
        "member(X, [a, b, c]), X = c",
        "fail",
        "numlist(1, 9, L)",
    ];
    let mut sum = Work::default();
    for query in queries {
        sum += alone(&mut session, query);
    }
    let mut machine = session.start(queries[0]);
    machine.next_answer().expect("the query ends");
    for query in &queries[1..] {
        then(&mut session, &mut machine, query);
    }
    assert_eq!(machine.take_work(), sum);
    assert_eq!(
        machine.take_work(),
        Work::default(),
        "what was taken is not counted again"
    );
}

#[test]
fn the_most_memory_is_seen_though_failure_gives_it_back() {
    let mut session = Session::new("");
    let little = alone(&mut session, "numlist(1, 10, _)").bytes;
    let much = alone(&mut session, "\\+ ( numlist(1, 20000, _), fail )").bytes;
    assert!(little < 10_000, "{little}");
    // Two words for each item of the list; looked at every thousand steps, it is seen almost to its
    // end.
    assert!(much > 15_000 * 16, "{much}");
}

#[test]
fn a_loop_needs_the_same_memory_however_long() {
    let mut session = Session::new("count(N, N) :- !.  count(I, N) :- J is I + 1, count(J, N).");
    let short = alone(&mut session, "count(0, 5000)").bytes;
    assert_eq!(alone(&mut session, "count(0, 50000)").bytes, short);
}
