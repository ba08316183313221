//! Why a goal has an answer, and why not, agrees with what the machine answers: of the random
//! programs that the textbook answers too.

use std::sync::Arc;

use regola::logic::proof::{
    Attempt, Bounds, Explanation, Goal, Inquiry, Obstacle, Proof, Reason, Refutation, Trees,
};
use regola::logic::{Error, ErrorKind, Facts, Limit, Limits, Machine, Program, Term};
use regola::syntax::parse::parse_query;
use regola::syntax::source::Sources;

use super::programs::{Case, Drawn};

/// What one explanation may take.
const LIMITS: Limits = Limits {
    steps: 10_000,
    memory: 8 << 20,
};

/// Enough to come to the ends of most branches.
const BOUNDS: Bounds = Bounds {
    depth: 30,
    nodes: 500,
    ways: 3,
};

/// Asserts this of the program that some bytes stand for.
pub fn check(bytes: &[u8]) {
    let drawn = Drawn::from_bytes(bytes);
    let case = drawn.case();
    let (program, facts) = case.built();
    let mut sources = Sources::new();
    let id = sources.add("query", case.query);
    let question = parse_query(&sources, id).expect("the query was read before");
    let asked = Asked {
        case,
        program,
        facts,
    };
    let goal = Goal::new(Term::from_syntax(&question).0, &question);
    let explained = asked.explain(&goal);
    let held = asked.holds(&goal);
    match &explained {
        Ok(explanation) => {
            let shown = Trees::new(&sources).explanation(explanation);
            assert_eq!(
                asked
                    .explain(&goal)
                    .map(|again| Trees::new(&sources).explanation(&again)),
                Ok(shown),
                "{case}"
            );
            asked.agrees(explanation, held);
        }
        Err(error) if is_limit(error) => {}
        Err(error) => assert!(
            held.is_err(),
            "explained by {error}, answered {held:?}: {case}"
        ),
    }
}

/// What an explanation is about.
struct Asked<'c> {
    case: Case<'c>,
    program: Arc<Program>,
    facts: Facts,
}

impl Asked<'_> {
    fn explain(&self, goal: &Goal) -> Result<Explanation, Error> {
        let mut machine = Machine::new(&self.program, LIMITS);
        Inquiry::new(&mut machine, &self.facts, &[], LIMITS, BOUNDS).explain(goal)
    }

    /// Whether a goal has an answer.
    fn holds(&self, goal: &Goal) -> Result<bool, Error> {
        let mut machine = Machine::new(&self.program, LIMITS);
        machine.start(&self.facts, &[], &goal.term);
        machine.next_answer()
    }

    fn agrees(&self, explanation: &Explanation, held: Result<bool, Error>) {
        let case = self.case;
        match explanation {
            Explanation::Holds(proofs) => {
                assert_eq!(held, Ok(true), "{case}");
                if !orders_terms(&case) {
                    proofs.iter().for_each(|proof| self.stands(proof));
                }
            }
            Explanation::Fails(refutation) => {
                assert_eq!(held, Ok(false), "{case}");
                if !orders_terms(&case) {
                    self.fails(refutation);
                }
            }
        }
    }

    /// Asserts that what stands at the ends of a proof holds.
    fn stands(&self, proof: &Proof) {
        match &proof.reason {
            Reason::Clause { premises, .. } => {
                premises.iter().for_each(|premise| self.stands(premise))
            }
            // With an answer's bindings, goals inside these may mean something else.
            _ if matches!(
                proof.goal.functor(),
                Some(("findall" | "aggregate_all" | "catch", 3))
            ) => {}
            Reason::Unexplored => {}
            reason => {
                let held = self.holds(&proof.goal);
                let is_right = matches!(held, Ok(true)) || held.as_ref().is_err_and(is_limit);
                assert!(
                    is_right,
                    "{} ({reason:?}) gives {held:?} in {}",
                    proof.goal, self.case
                );
            }
        }
    }

    /// Asserts that everything fails by which something is said to fail.
    fn fails(&self, refutation: &Refutation) {
        let held = self.holds(&refutation.goal);
        let told = || {
            format!(
                "{} ({:?}) gives {held:?} in {}",
                refutation.goal, refutation.obstacle, self.case
            )
        };
        match &refutation.obstacle {
            Obstacle::Error(error) if is_limit(error) => {}
            // A goal may have answers before the error comes.
            Obstacle::Error(_) => assert_ne!(held, Ok(false), "{}", told()),
            _ => assert!(
                held == Ok(false) || held.as_ref().is_err_and(is_limit),
                "{}",
                told()
            ),
        }
        match &refutation.obstacle {
            Obstacle::Attempts { attempts, .. } => {
                let cases = attempts.iter().flat_map(|attempt: &Attempt| &attempt.cases);
                cases.for_each(|case| self.fails(case));
            }
            Obstacle::Counterexample(inner) => self.fails(inner),
            Obstacle::Holds(proofs) => proofs.iter().for_each(|proof| self.stands(proof)),
            _ => {}
        }
    }
}

/// Whether a program puts terms in the standard order. Variables stand there in the order in which
/// they were made, and bound ones elsewhere: a goal of such a program may have another answer if it
/// is asked alone, or with the bindings of its answer.
fn orders_terms(case: &Case<'_>) -> bool {
    const BY_STANDARD_ORDER: [&str; 8] = [
        " @< ", " @> ", " @=< ", " @>= ", "compare(", "sort(", "setof(", "bagof(",
    ];
    let text = case.to_string();
    BY_STANDARD_ORDER.iter().any(|name| text.contains(name))
}

fn is_limit(error: &Error) -> bool {
    matches!(
        error.kind,
        ErrorKind::Limit(Limit::Steps(_) | Limit::Walk(_) | Limit::Memory(_) | Limit::Infinite)
    )
}
