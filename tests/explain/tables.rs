//! Explanations and traces of tabled predicates: a proof never rests on what it proves.

use std::sync::Arc;

use proptest::prelude::*;
use regola::game::{Game, Rules};
use regola::logic::proof::{Bounds, Explanation, Obstacle, Proof, Reason, Refutation};
use regola::logic::{Facts, Limits, Machine, Program, Term};

use super::laws::{assert_nested, failures, run, trace};
use super::trace::session;
use super::{draft_within, explained, goal};
use crate::logic::tables::model::RandomProgram;

const ROADS: &str = "
:- table way/2.
road(a, b).  road(b, a).  road(b, c).  road(c, b).  road(c, d).
way(X, Z) :- way(X, Y), way(Y, Z).
way(X, Y) :- road(X, Y).
";

fn draft(text: &str) -> Rules {
    draft_within(text, Limits::default())
}

#[test]
fn a_proof_never_goes_in_a_circle() {
    let rules = draft(ROADS);
    let questions = [
        "way(a, b)",
        "way(a, d)",
        "way(a, a)",
        "way(d, a)",
        "way(e, X)",
    ];
    assert_snapshot!(
        "explain__tables",
        explained(&rules, &rules.initial(), &questions)
    );
}

#[test]
fn a_trace_enters_a_call_once_a_round() {
    let rules = "
        :- table even/1, odd/1.
        next(0, 1).  next(1, 2).
        even(0).
        even(X) :- odd(Y), next(Y, X).
        odd(X) :- even(Y), next(Y, X).
    ";
    assert_snapshot!(
        "explain__tables_trace",
        session(rules, &[":trace odd(X)", ":profile odd(X)", ":time odd(X)"])
    );
}

/// Asserts that no goal of a tabled predicate stands below itself.
fn assert_founded(program: &Program, proofs: &[Proof], above: &mut Vec<Term>) {
    for proof in proofs {
        let Reason::Clause { premises, .. } = &proof.reason else {
            continue;
        };
        assert!(
            !above.contains(&proof.goal.term),
            "{} rests on itself",
            proof.goal
        );
        let (name, arity) = proof.goal.functor().expect("a goal has a name");
        let predicate = program.predicate(name, arity);
        let is_tabled = predicate.is_some_and(|predicate| program.is_tabled(predicate));
        above.extend(is_tabled.then(|| proof.goal.term.clone()));
        assert_founded(program, premises, above);
        above.truncate(above.len() - usize::from(is_tabled));
    }
}

/// Asserts that each failure that is explained is one. A goal that would follow only from itself does not
/// follow either.
fn assert_fail(rules: &Rules, refutation: &Refutation) {
    let mut found = Vec::new();
    failures(refutation, &mut found);
    for failure in found {
        let asked = rules.query(&rules.initial(), &failure.goal.to_string());
        let held = asked.expect("a goal is a question").next().is_some();
        assert!(!held, "{} ({:?})", failure.goal, failure.obstacle);
        assert!(!matches!(failure.obstacle, Obstacle::Error(_)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn explanations_and_traces_agree_with_the_answers(seed in any::<u64>()) {
        let random = RandomProgram::new(seed);
        let rules = draft(&random.text());
        let program = Arc::new(rules.program().clone());
        let bounds = Bounds { depth: 40, nodes: 20_000, ways: 3 };
        for question in random.questions() {
            let explained = rules.explain(&rules.initial(), &question.text, bounds);
            match explained.expect("the question is right").explanation {
                Explanation::Holds(proofs) => {
                    prop_assert!(!question.answers.is_empty());
                    assert_founded(&program, &proofs, &mut Vec::new());
                }
                Explanation::Fails(refutation) => {
                    prop_assert!(question.answers.is_empty());
                    assert_fail(&rules, &refutation);
                }
            }
            let goal = goal(&question.text);
            let (events, ended, _) = trace(&program, &goal);
            assert_nested(&events);
            prop_assert_eq!(ended, run(&program, &goal).0);
        }
    }

    /// Garbage is collected at every goal, and the answers stay the same.
    #[test]
    fn garbage_changes_no_table(seed in any::<u64>()) {
        let random = RandomProgram::new(seed);
        let program = Arc::new(draft(&random.text()).program().clone());
        for question in random.questions() {
            let mut machine = Machine::new(&program, Limits::default());
            machine.collect_often();
            machine.start(&Facts::empty(program.schema()), &[], &goal(&question.text).term);
            let mut answers = 0;
            while machine.next_answer().expect("no error") {
                answers += 1;
            }
            prop_assert_eq!(answers, question.answers.len());
        }
    }
}
