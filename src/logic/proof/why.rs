//! Why a goal holds: its proof, found clause by clause.
//!
//! A goal of a tabled predicate may follow from itself, which proves nothing. So below such a goal
//! several ways to prove each goal are tried, until one of them leads to no goal above it.

use std::ops::ControlFlow;

use super::goal::Goal;
use super::inquiry::{Inquiry, QuestionPart, unless_interrupted};
use super::meaning::Meaning;
use super::rule::Rule;
use super::{Explanation, Proof, Reason};
use crate::logic::error::Error;
use crate::logic::ids::PredicateId;
use crate::logic::term::Term;

/// The greatest number of ways to prove a goal by one clause that are tried.
const MOST_WAYS: usize = 16;

/// A goal as it was called, and as it was after its proof.
struct ProvedGoal {
    call: Goal,
    exit: Term,
}

impl ProvedGoal {
    fn proof(&self, reason: Reason) -> Proof {
        Proof {
            goal: self.call.with_term(self.exit.clone()),
            reason,
        }
    }
}

/// How a body proves an answer.
enum BodyProof {
    Found(Vec<Proof>),
    /// It does only by a goal above the answer.
    Circular,
    /// It does not, or none of its proofs was found within the limits.
    NotFound,
}

impl Inquiry<'_> {
    /// Explains why a question's first answer holds, or why it has none.
    ///
    /// # Errors
    /// If the question ends in an error, or the host interrupts.
    pub fn explain(&mut self, question: &Goal) -> Result<Explanation, Error> {
        match self.why(question)? {
            Some(proofs) => Ok(Explanation::Holds(proofs)),
            None => self
                .why_not(question)
                .map(|refutation| Explanation::Fails(Box::new(refutation))),
        }
    }

    /// Proofs of a question's goals for its first answer; `None` if it has no answer.
    ///
    /// # Errors
    /// If the question ends in an error, or the host interrupts.
    pub fn why(&mut self, question: &Goal) -> Result<Option<Vec<Proof>>, Error> {
        let goals = question.conjuncts();
        let Some(notes) = self.first(watched(&goals))? else {
            return Ok(None);
        };
        let mut proofs = Vec::new();
        for step in steps(&goals, &notes) {
            let proof = self.prove(&step, self.bounds.depth)?;
            proofs.extend(proof.unwrap_or_else(|| vec![step.proof(Reason::Unexplored)]));
        }
        Ok(Some(proofs))
    }

    /// The proofs of goals; `None` if one of them follows only from a goal above it.
    fn proofs(
        &mut self,
        steps: Vec<ProvedGoal>,
        depth: usize,
    ) -> Result<Option<Vec<Proof>>, Error> {
        let mut proofs = Vec::new();
        for step in steps {
            match self.prove(&step, depth)? {
                Some(proof) => proofs.extend(proof),
                None => return Ok(None),
            }
        }
        Ok(Some(proofs))
    }

    /// The proof of a goal; for a control construct the proofs of the goals within. `None` if the goal
    /// follows only from a goal above it.
    fn prove(&mut self, step: &ProvedGoal, depth: usize) -> Result<Option<Vec<Proof>>, Error> {
        let reason = match self.meaning(&step.call) {
            Meaning::Silent => return Ok(Some(Vec::new())),
            _ if !self.spend_node() => Reason::Unexplored,
            Meaning::Branches { .. } | Meaning::Clauses(_) if depth == 0 => Reason::Unexplored,
            Meaning::Branches { bodies, .. } => match self.branch_taken(step, &bodies, depth)? {
                BodyProof::Found(proofs) => return Ok(Some(proofs)),
                BodyProof::Circular => return Ok(None),
                BodyProof::NotFound => Reason::Unexplored,
            },
            Meaning::Clauses(id) => match self.clause_used(step, id, depth)? {
                Some(reason) => reason,
                None => return Ok(None),
            },
            Meaning::Elsewhere(..) if depth == 0 => Reason::Unexplored,
            Meaning::Elsewhere(name, arguments, inner) => {
                let exit = step
                    .exit
                    .arguments()
                    .pop()
                    .unwrap_or_else(|| inner.term.clone());
                let inner = ProvedGoal { call: inner, exit };
                let premises =
                    self.elsewhere(&name, arguments, |this| this.prove(&inner, depth - 1))?;
                match premises {
                    Some(premises) => Reason::Elsewhere { premises },
                    None => return Ok(None),
                }
            }
            Meaning::Position { .. } => Reason::Position,
            Meaning::Given => Reason::Given,
            Meaning::Negation(_) => Reason::Negation,
            Meaning::ForAll(condition, _) => self.cases(&condition)?,
            Meaning::Engine => Reason::Engine,
        };
        Ok(Some(vec![step.proof(reason)]))
    }

    fn branch_taken(
        &mut self,
        step: &ProvedGoal,
        bodies: &[Vec<Goal>],
        depth: usize,
    ) -> Result<BodyProof, Error> {
        let (call, exit) = (&step.call.term, &step.exit);
        let mut outcome = BodyProof::NotFound;
        for body in bodies {
            match self.body_proof(call, exit, Vec::new(), body, depth)? {
                BodyProof::NotFound => {}
                BodyProof::Circular => outcome = BodyProof::Circular,
                found @ BodyProof::Found(_) => return Ok(found),
            }
        }
        Ok(outcome)
    }

    /// The first proof of the goals that leads from the goal as called to the goal as proved, and to no
    /// goal above it.
    fn body_proof(
        &mut self,
        call: &Term,
        exit: &Term,
        before: Vec<QuestionPart>,
        goals: &[Goal],
        depth: usize,
    ) -> Result<BodyProof, Error> {
        let mut outcome = BodyProof::NotFound;
        for steps in self.ways_to(call, exit, before, goals)? {
            match self.proofs(steps, depth - 1)? {
                Some(proofs) => return Ok(BodyProof::Found(proofs)),
                None => outcome = BodyProof::Circular,
            }
        }
        Ok(outcome)
    }

    /// The first clause that gives the answer, with the proofs of its body; `None` if the answer follows
    /// only from a goal above it.
    fn clause_used(
        &mut self,
        step: &ProvedGoal,
        id: PredicateId,
        depth: usize,
    ) -> Result<Option<Reason>, Error> {
        match self.program().is_tabled(id) {
            true => self
                .in_circle(&step.exit, |this| this.first_clause(step, id, depth))
                .unwrap_or(Ok(None)),
            false => self.first_clause(step, id, depth),
        }
    }

    fn first_clause(
        &mut self,
        step: &ProvedGoal,
        id: PredicateId,
        depth: usize,
    ) -> Result<Option<Reason>, Error> {
        let mut is_circular = false;
        let (mut call, exit) = (step.call.term.clone(), step.exit.clone());
        let first = call.variable_bound().max(exit.variable_bound());
        for clause in self.program().clauses(id).cloned().collect::<Vec<_>>() {
            let Some(rule) = Rule::of(&clause, first).filter(|rule| rule.may_fit(&exit)) else {
                continue;
            };
            if !rule.guards.is_empty() {
                // The variable in place of an interval must be bound.
                call = exit.clone();
            }
            let head = Term::compound("=", [&call, &rule.head]);
            let before = std::iter::once(head)
                .chain(rule.guards)
                .map(QuestionPart::Ask)
                .collect();
            match self.body_proof(&call, &exit, before, &rule.body, depth)? {
                BodyProof::NotFound => {}
                BodyProof::Circular => is_circular = true,
                BodyProof::Found(premises) => {
                    return Ok(Some(Reason::Clause {
                        place: rule.place,
                        premises,
                    }));
                }
            }
        }
        Ok((!is_circular).then_some(Reason::Unexplored))
    }

    /// The first proof of the goals that leads from the goal as called to the goal as proved; where it
    /// may turn out to be circular, the first few.
    fn ways_to(
        &mut self,
        call: &Term,
        exit: &Term,
        mut items: Vec<QuestionPart>,
        goals: &[Goal],
    ) -> Result<Vec<Vec<ProvedGoal>>, Error> {
        let most = if self.is_in_circle() { MOST_WAYS } else { 1 };
        items.extend(watched(goals));
        items.push(QuestionPart::Note(call.clone()));
        let wanted = exit.standardised();
        let mut found = Vec::new();
        let asked = self.ask(items, |mut notes| {
            let whole = notes.pop();
            if whole.is_some_and(|whole| whole.standardised() == wanted) {
                found.push(steps(goals, &notes));
            }
            match found.len() < most {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        unless_interrupted(asked)?;
        Ok(found)
    }

    /// Counts the cases in which a `forall/2` held.
    fn cases(&mut self, condition: &Goal) -> Result<Reason, Error> {
        let count = Term::variable(condition.term.variable_bound());
        let goal = Term::compound(
            "aggregate_all",
            [&Term::atom("count"), &condition.term, &count],
        );
        let notes = self.first_if_any(vec![QuestionPart::Ask(goal), QuestionPart::Note(count)])?;
        let count = notes
            .and_then(|notes| notes[0].as_integer())
            .and_then(|count| u64::try_from(count).ok());
        Ok(count.map_or(Reason::Unexplored, Reason::Cases))
    }
}

/// The goals, each recorded before and after its proof.
fn watched(goals: &[Goal]) -> Vec<QuestionPart> {
    let items = |goal: &Goal| {
        let term = goal.term.clone();
        [
            QuestionPart::Note(term.clone()),
            QuestionPart::Ask(term.clone()),
            QuestionPart::Note(term),
        ]
    };
    goals.iter().flat_map(items).collect()
}

fn steps(goals: &[Goal], notes: &[Term]) -> Vec<ProvedGoal> {
    let step = |(goal, notes): (&Goal, &[Term])| ProvedGoal {
        call: goal.with_term(notes[0].clone()),
        exit: notes[1].clone(),
    };
    goals.iter().zip(notes.chunks_exact(2)).map(step).collect()
}
