//! Why a goal holds: its proof, found clause by clause.

use std::ops::ControlFlow;

use super::goal::Goal;
use super::inquiry::{Inquiry, QuestionPart, unless_interrupted};
use super::meaning::Meaning;
use super::rule::Rule;
use super::{Explanation, Proof, Reason};
use crate::logic::error::Error;
use crate::logic::ids::PredicateId;
use crate::logic::term::Term;

/// A goal as it was called, and as it was after its proof.
struct ProvedGoal {
    call: Goal,
    exit: Term,
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
        self.proofs(steps(&goals, &notes), self.bounds.depth)
            .map(Some)
    }

    fn proofs(&mut self, steps: Vec<ProvedGoal>, depth: usize) -> Result<Vec<Proof>, Error> {
        let mut proofs = Vec::new();
        for step in steps {
            proofs.extend(self.prove(&step, depth)?);
        }
        Ok(proofs)
    }

    /// The proof of a goal; for a control construct the proofs of the goals within.
    fn prove(&mut self, step: &ProvedGoal, depth: usize) -> Result<Vec<Proof>, Error> {
        let reason = match self.meaning(&step.call) {
            Meaning::Silent => return Ok(Vec::new()),
            _ if !self.spend_node() => Reason::Unexplored,
            Meaning::Branches { .. } | Meaning::Clauses(_) if depth == 0 => Reason::Unexplored,
            Meaning::Branches { bodies, .. } => match self.branch_taken(step, &bodies)? {
                Some(steps) => return self.proofs(steps, depth - 1),
                None => Reason::Unexplored,
            },
            Meaning::Clauses(id) => self.clause_used(step, id, depth)?,
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
                Reason::Elsewhere { premises }
            }
            Meaning::Position { .. } => Reason::Position,
            Meaning::Given => Reason::Given,
            Meaning::Negation(_) => Reason::Negation,
            Meaning::ForAll(condition, _) => self.cases(&condition)?,
            Meaning::Engine => Reason::Engine,
        };
        Ok(vec![Proof {
            goal: step.call.with_term(step.exit.clone()),
            reason,
        }])
    }

    fn branch_taken(
        &mut self,
        step: &ProvedGoal,
        bodies: &[Vec<Goal>],
    ) -> Result<Option<Vec<ProvedGoal>>, Error> {
        for body in bodies {
            if let Some(steps) = self.way_to(&step.call.term, &step.exit, Vec::new(), body)? {
                return Ok(Some(steps));
            }
        }
        Ok(None)
    }

    /// The first clause that gives the answer, with the proofs of its body.
    fn clause_used(
        &mut self,
        step: &ProvedGoal,
        id: PredicateId,
        depth: usize,
    ) -> Result<Reason, Error> {
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
            if let Some(steps) = self.way_to(&call, &exit, before, &rule.body)? {
                let premises = self.proofs(steps, depth - 1)?;
                return Ok(Reason::Clause {
                    place: rule.place,
                    premises,
                });
            }
        }
        Ok(Reason::Unexplored)
    }

    /// The first proof of the goals that leads from the goal as called to the goal as proved.
    fn way_to(
        &mut self,
        call: &Term,
        exit: &Term,
        mut items: Vec<QuestionPart>,
        goals: &[Goal],
    ) -> Result<Option<Vec<ProvedGoal>>, Error> {
        items.extend(watched(goals));
        items.push(QuestionPart::Note(call.clone()));
        let wanted = exit.standardised();
        let mut found = None;
        let asked = self.ask(items, |mut notes| {
            let whole = notes.pop();
            if whole.is_some_and(|whole| whole.standardised() == wanted) {
                found = Some(steps(goals, &notes));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
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
