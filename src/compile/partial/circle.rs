//! Calls of predicates with tables that need themselves.
//!
//! Such a call is met again while it is being answered. It then takes its own answers so far, each of
//! which is a goal that is defined when all clauses are evaluated: the circuit goes in a circle, and
//! means its least model. Where an answer is new, the clauses are evaluated again.
//!
//! A least model needs stratified rules (K. R. Apt, H. A. Blair, A. Walker 1988). So a call that is
//! met again in a goal that commits to an answer, such as its negation, is left to the machine.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::beyond::Beyond;
use super::reason::Reason;
use super::solver::{Scope, Solver};
use super::store::Instance;
use super::table::Call;
use crate::compile::circuit::{Gate, Literal};

/// What stands around a goal that is proved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Commitment {
    /// How many calls were open when the innermost goal was begun that commits to an answer.
    pub open: usize,
    /// The walk whose answers are gone through.
    pub walking: Option<u32>,
}

/// The answers of a call, each with the goal that it is one.
pub(super) type Goals = IndexMap<Instance, Literal, FxBuildHasher>;

/// The calls that need themselves.
#[derive(Debug, Default)]
pub(super) struct Circles {
    goals: FxHashMap<Call, Goals>,
    /// The calls of predicates with tables that are being answered, the first one first.
    open: Vec<Call>,
    /// A goal that commits to an answer is being proved, and was begun with this number of calls
    /// open.
    commitment: usize,
    /// What has been found since the first of them: the goals, the calls answered, and by its
    /// number why something of them is left to the machine.
    since: Since,
}

#[derive(Debug, Default)]
struct Since {
    goals: Vec<Literal>,
    answered: Vec<Call>,
    beyond: Option<usize>,
}

impl Circles {
    /// The answers so far of a call that was met while it was being answered.
    pub fn goals(&self, call: &Call) -> Option<&Goals> {
        self.goals.get(call)
    }

    /// The same, for a call that is met now.
    pub fn goals_or_none_yet(&mut self, call: &Call) -> &Goals {
        self.goals.entry(call.clone()).or_default()
    }

    /// Keeps that an answer of a call is this goal.
    pub fn add(&mut self, call: &Call, instance: Instance, goal: Literal) {
        let goals = self.goals.entry(call.clone()).or_default();
        goals.insert(instance, goal);
        self.since.goals.push(goal);
    }

    /// Forgets the goals of a call that could not be answered.
    pub fn remove(&mut self, call: &Call) {
        self.goals.remove(call);
    }

    /// How many calls are answered that may have to be forgotten.
    pub fn answered(&self) -> usize {
        self.since.answered.len()
    }

    /// How many calls are open.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Whether a goal that commits to an answer is proved for an open call.
    pub fn is_committed_within(&self, call: &Call) -> bool {
        let number = self.open.iter().position(|open| open == call);
        number.is_some_and(|number| number < self.commitment)
    }

    /// Notes that a call is answered.
    pub fn note(&mut self, call: &Call, beyond: &Beyond) {
        if !self.open.is_empty() {
            self.since.answered.push(call.clone());
            self.since.beyond = self.since.beyond.or(beyond.reasons.first().copied());
        }
    }
}

impl Solver<'_> {
    /// Answers a call of a predicate with tables. When no other is open, all goals that were found
    /// on the way are defined, and it shows whether they can be compiled.
    pub(super) fn in_circle<T>(
        &mut self,
        call: &Call,
        answer: impl FnOnce(&mut Self) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        self.circles.open.push(call.clone());
        let found = answer(self);
        self.circles.open.pop();
        if !self.circles.open.is_empty() {
            return found;
        }
        let since = std::mem::take(&mut self.circles.since);
        match found.and_then(|found| self.meaningful(&since).map(|()| found)) {
            Ok(found) => Ok(found),
            Err(reason) => {
                for call in &since.answered {
                    self.circles.remove(call);
                }
                self.forget(&since.answered);
                Err(reason)
            }
        }
    }

    /// Nothing, if the goals that need themselves can be compiled.
    fn meaningful(&mut self, since: &Since) -> Result<(), Reason> {
        if since.goals.is_empty() {
            return Ok(());
        }
        // What is not known of one is not known of all, and no condition says where.
        if let Some(number) = since.beyond {
            return Err(self.reasons.get(number).clone());
        }
        for goal in &since.goals {
            let Gate::Circular(number) = *self.circuit.gate(goal.node()) else {
                continue;
            };
            for condition in self.circuit.definition(number).to_vec() {
                self.settled(condition)?;
            }
        }
        Ok(())
    }

    /// Proves a goal that commits to an answer, such as a negation, a condition or a count: no call
    /// that is open now may be asked for within it.
    pub(super) fn committed<T>(
        &mut self,
        scope: Scope,
        prove: impl FnOnce(&mut Self, usize) -> Result<T, Reason>,
    ) -> Result<(T, Beyond), Reason> {
        let commitment = Commitment {
            open: self.circles.open(),
            walking: None,
        };
        self.as_committed(commitment, |solver| solver.on_inner_frontier(scope, prove))
    }

    /// What goals after this one are proved with.
    pub(super) fn commitment(&self) -> Commitment {
        Commitment {
            open: self.circles.commitment,
            walking: self.walks.walking,
        }
    }

    /// Does work as it was done where the commitment was this one.
    pub(super) fn as_committed<T>(
        &mut self,
        commitment: Commitment,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.commitment();
        (self.circles.commitment, self.walks.walking) = (commitment.open, commitment.walking);
        let done = work(self);
        (self.circles.commitment, self.walks.walking) = (before.open, before.walking);
        done
    }

    /// Forgets the answers to calls but the first `kept` of those that may have to be forgotten:
    /// they lack an answer of a call that is still being answered.
    pub(super) fn forget_since(&mut self, kept: usize) {
        let answered = self.circles.since.answered.split_off(kept);
        self.forget(&answered);
    }

    /// Forgets the answers to calls, and what may have been concluded from them.
    fn forget(&mut self, answered: &[Call]) {
        for call in answered {
            self.kept(call.does).answers.remove(call);
        }
        for kept in [&mut self.kept, &mut self.kept_of_chosen] {
            kept.questions.clear();
            kept.projections.clear();
        }
    }
}
