//! An interrupt is seen soon, whatever goal is running: how soon is counted and not timed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use regola::logic::{Builder, ErrorKind, Facts, Limits, Machine, Term};

use super::Session;

const RULES: &str = "
t(1). t(2). t(3). t(4). t(5). t(6). t(7). t(8).
pairs(0, _) :- !.  pairs(N, X) :- ( t(_), t(_), t(_), t(_), t(_), t(_), t(_), t(_), fail ; M is N - 1, pairs(M, X) ).
doubled(0, x) :- !.  doubled(N, f(T, T)) :- M is N - 1, doubled(M, T).
wide(T) :- functor(T, f, 3000000).
";

#[test]
fn an_interrupt_that_comes_before_a_prelude_stops_the_program_after_it() {
    let mut builder = Builder::new();
    builder.set_interrupt(Arc::new(AtomicBool::new(true)));
    builder.add_prelude("twice(X, Y) :- Y is 2 * X.");
    let problems = builder.finish().expect_err("it was stopped");
    assert_eq!(
        problems
            .iter()
            .map(|problem| problem.code)
            .collect::<Vec<_>>(),
        ["interrupted"]
    );
}

/// The work that a goal does after the flag is set. It is set between two answers, so that the goal
/// begins in the middle of whatever is handed out at once.
fn work_until_interrupted(before: &str, goal: &str) -> (u64, u64) {
    let mut session = Session::new(RULES);
    session.limits = Limits {
        steps: 10_000_000_000,
        memory: 2 << 30,
    };
    let (term, _) = Term::from_syntax(&session.query(&format!("{before}, ( true ; {goal} )")));
    let mut machine = Machine::new(&session.program, session.limits);
    let flag = Arc::new(AtomicBool::new(false));
    machine.set_interrupt(Some(Arc::clone(&flag)));
    machine.start(&Facts::empty(session.program.schema()), &[], &term);
    assert_eq!(
        machine.next_answer().map_err(|error| error.kind),
        Ok(true),
        "{before}"
    );
    flag.store(true, Ordering::Relaxed);
    let (steps, beside) = (machine.steps(), machine.work_beside_steps());
    assert_eq!(
        machine.next_answer().map_err(|error| error.kind),
        Err(ErrorKind::Interrupted),
        "{goal}"
    );
    (
        machine.steps() - steps,
        machine.work_beside_steps() - beside,
    )
}

#[test]
fn every_loop_sees_an_interrupt_soon() {
    for (before, goal) in [
        // Terms that are a part of themselves.
        ("X = f(X), Y = f(Y)", "compare(_, X, Y)"),
        ("X = f(X), Y = f(Y)", "X == Y"),
        ("X = f(X), Y = f(Y)", "X = Y"),
        ("X = f(X), Y = f(Y)", "X =@= Y"),
        ("X = f(X), Y = f(Y)", "subsumes_term(X, Y)"),
        ("X = f(X), Y = f(Y)", "unify_with_occurs_check(X, Y)"),
        ("X = f(X)", "ground(X)"),
        ("X = f(X)", "term_variables(X, _)"),
        ("X = f(X)", "copy_term(X, _)"),
        ("X = f(X)", "findall(X, true, _)"),
        ("X = f(X)", "throw(X)"),
        // Terms whose parts are shared.
        ("doubled(60, X), doubled(60, Y)", "X == Y"),
        ("doubled(60, X)", "ground(X)"),
        // Large terms.
        ("wide(X), wide(Y)", "X = Y"),
        ("wide(X)", "copy_term(X, _)"),
        ("numlist(1, 200000, L)", "msort(L, _)"),
        (
            "numlist(1, 200000, L), reverse(L, R)",
            "sort(0, @>=, L, _), msort(R, _)",
        ),
        // Choices, and all solutions.
        ("true", "pairs(1000000000, x)"),
        (
            "true",
            "aggregate_all(count, ( between(1, inf, _), fail ), _)",
        ),
        ("true", "findall(X, ( repeat, t(X) ), _)"),
        ("true", "forall(repeat, t(_))"),
    ] {
        let (steps, beside) = work_until_interrupted(before, goal);
        assert!(
            steps <= 2_000 && beside <= 200_000,
            "{goal}: {steps} steps and {beside} beside them"
        );
    }
}
