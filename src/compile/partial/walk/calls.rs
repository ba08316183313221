//! The calls that a machine makes on its way to the moves and that can be answered: those of predicates of
//! which all answers are known, where others call them of which they are not.

use rustc_hash::FxHashSet;

use super::{Continuation, Instance, Item};
use crate::compile::circuit::Literal;
use crate::compile::partial::solver::{Mode, Solver};
use crate::compile::partial::table::{Answers, Call};

/// A call that can be answered.
pub(super) struct AnswerableCall {
    pub predicate: u32,
    pub arguments: Instance,
    /// The number of the continuation that has its answers.
    pub continuation: u32,
}

impl Solver<'_> {
    /// The calls on the way to the answers of a predicate that can be answered.
    pub(super) fn answerable_calls(&mut self, from: u32) -> Vec<AnswerableCall> {
        let asked = self.asked_predicates(from);
        let kept = self.kept.answers.keys();
        let kept = kept.filter(|call| asked.contains(&call.predicate) && is_plain(&call.arguments));
        let kept: Vec<Call> = kept.cloned().collect();
        let continuations = self.walks.continuations.iter().zip(0..);
        let continuations = continuations.filter_map(|(continuation, number)| {
            let (arguments, predicate) = self.walks.call(continuation)?;
            let is_asked = asked.contains(&predicate) && is_plain(&arguments);
            is_asked.then_some(AnswerableCall {
                predicate,
                arguments,
                continuation: number,
            })
        });
        let mut calls: Vec<_> = continuations.collect();
        for call in kept {
            let (predicate, arguments) = (call.predicate, call.arguments.clone());
            // The machine may count the answers.
            let mode = Mode::Bag;
            let state = self.walks.states.insert_full(Call { mode, ..call }).0 as u32;
            let given = Box::default();
            let continuation = Continuation { state, given };
            let continuation = self.walks.continuations.insert_full(continuation).0 as u32;
            calls.push(AnswerableCall {
                predicate,
                arguments,
                continuation,
            });
        }
        calls
    }

    /// The predicates that can be answered, where the clauses of others call them on the way. Those
    /// without other predicates in their clauses are answered as quickly by the machine.
    fn asked_predicates(&self, from: u32) -> FxHashSet<u32> {
        let known = self.known_predicates();
        let (mut asked, mut seen) = (FxHashSet::default(), FxHashSet::default());
        let mut pending = vec![from];
        while let Some(predicate) = pending.pop() {
            for callee in self.predicates.called_by(predicate) {
                match known.contains(&callee) {
                    true if self.predicates.called_by(callee).is_empty() => {}
                    true => drop(asked.insert(callee)),
                    false if seen.insert(callee) => pending.push(callee),
                    false => {}
                }
            }
        }
        asked
    }

    /// The predicates of which all answers are known, for all calls that were met.
    fn known_predicates(&self) -> FxHashSet<u32> {
        let mut known: FxHashSet<u32> = self.walks.predicates.keys().copied().collect();
        let is_known = |answers: &Answers| answers.beyond().literal == Literal::FALSE;
        let (answered, others): (Vec<_>, Vec<_>) = self
            .kept
            .answers
            .iter()
            .partition(|(_, answers)| answers.as_deref().is_some_and(is_known));
        known.extend(answered.iter().map(|(call, _)| call.predicate));
        others.iter().for_each(|(call, _)| {
            known.remove(&call.predicate);
        });
        known
    }
}

/// Whether it consists of what the machine knows, and of variables.
fn is_plain(instance: &[Item]) -> bool {
    let is_plain = |item: &Item| {
        matches!(
            item,
            Item::Variable(_) | Item::Constant(_) | Item::Compound(_)
        )
    };
    instance.iter().all(is_plain)
}
