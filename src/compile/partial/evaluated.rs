//! What an evaluation has come to: what is left of the rules, and what has become of each part of a game.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::effort::Effort;
use super::game::Values;
use super::names::LabelNames;
use super::reason::Reason;
use crate::compile::domains::Domains;
use crate::compile::residual::Residual;
use crate::logic::Term;

/// A game with the position unknown.
#[derive(Debug)]
pub struct Evaluated {
    /// The domains that were found of fluents declared without.
    pub domains: Arc<Domains>,
    /// What is left of its rules. What is not compiled is empty, or never holds.
    pub residual: Residual,
    /// The moves as the rules call them, in the order of [`Residual::moves`].
    pub terms: Vec<Term>,
    /// What the labels of the residual's circuit stand for.
    pub names: LabelNames,
    /// What a game asks, in a fixed order, and what has become of it.
    pub parts: Vec<Part>,
    /// How many goals were solved.
    pub goals: u64,
    /// The effort in the end, which may have grown while the game was evaluated.
    pub effort: Effort,
    /// Whether all that even a thorough effort allows was spent on the legal moves.
    pub is_all_spent: bool,
    /// Whether something was given up because it takes too much.
    pub is_cut_short: bool,
    /// Whether nothing was left to spend in the end.
    pub is_exhausted: bool,
    /// Whether calls within each other grow terms, for which no more than a quick effort was spent; see
    /// [`residual_without_chains`](super::residual_without_chains).
    pub has_chains: bool,
    /// The predicates that depend on the position and were met, in the order of their names.
    pub predicates: Vec<Predicate>,
}

/// Something that a game asks of its rules.
#[derive(Clone, Debug)]
pub struct Part {
    /// `legal`, `effects`, `effects of moves at once`, `terminal`, `quiet`, `goal`, or a heuristic
    /// with its name.
    pub name: String,
    /// Why the machine answers it, if it does.
    pub outcome: Result<(), Reason>,
    /// If it is compiled: why the machine answers it in some positions.
    pub except: Vec<Reason>,
}

/// What has become of a predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Name and number of arguments, as `name/arity`.
    pub name: String,
    /// How many different calls of it were evaluated.
    pub calls: usize,
    /// How many of them were within each other at most.
    pub deepest: usize,
    /// What in its clauses is left to the machine, where that is reached.
    pub except: Vec<Reason>,
}

/// A predicate with fewer different calls may nest as deep as it likes.
const MANY_CALLS: usize = 400;

impl Predicate {
    /// Whether more calls than `most` stand within each other, and there are very many of them.
    #[must_use]
    pub fn is_deep(&self, most: usize) -> bool {
        self.deepest > most && self.calls >= MANY_CALLS
    }
}

impl Evaluated {
    /// The predicates of which calls stand within each other, more than `most` of them, without an end that pays:
    /// there are very many, or all is spent before it is known how many there are.
    #[must_use]
    pub fn without_end(&self, most: usize) -> BTreeSet<String> {
        let is_it = |predicate: &&Predicate| {
            predicate.is_deep(most) || self.is_exhausted && predicate.deepest > most
        };
        let without_end = self.predicates.iter().filter(is_it);
        without_end
            .map(|predicate| predicate.name.clone())
            .collect()
    }

    /// Whether a part is compiled.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.parts
            .iter()
            .any(|part| part.name == name && part.outcome.is_ok())
    }

    /// Leaves the effects of moves to the machine, for this reason, if they are compiled and nothing
    /// else hangs on them. Whether they were left to it.
    pub fn leave_effects(&mut self, reason: &Reason) -> bool {
        if !self.has("effects") || !self.residual.deferred.is_empty() {
            return false;
        }
        self.residual.forget_effects();
        self.leave("effects", reason);
        true
    }

    /// Leaves the effects of moves at once to the machine, for this reason, where each move has effects of its own too.
    pub fn leave_joint_effects(&mut self, reason: &Reason) {
        self.residual.together = None;
        self.leave("effects of moves at once", reason);
    }

    /// Leaves moves that only one role chooses to the machine, for this reason, where several roles may choose.
    pub fn leave_single_effects(&mut self, reason: Reason) {
        let mut parts = self.parts.iter_mut();
        if let Some(effects) = parts.find(|part| part.name == "effects") {
            effects.except.push(reason);
        }
    }

    /// Leaves the results to the machine, for this reason, if they are compiled. Returns what they were.
    pub fn leave_goals(&mut self, reason: &Reason) -> Option<LeftGoals> {
        if !self.has("goal") {
            return None;
        }
        let left = LeftGoals {
            goals: std::mem::take(&mut self.residual.goals),
            parts: self.parts.clone(),
        };
        self.leave("goal", reason);
        Some(left)
    }

    /// Takes back the results, just after they were left to the machine.
    pub fn take_back_goals(&mut self, left: LeftGoals) {
        self.residual.goals = left.goals;
        self.parts = left.parts;
    }

    /// Says of the parts whose names begin so that the machine answers them.
    fn leave(&mut self, name: &str, reason: &Reason) {
        let parts = self.parts.iter_mut();
        for part in parts.filter(|part| part.name.starts_with(name)) {
            part.outcome = Err(reason.clone());
            part.except.clear();
        }
    }
}

/// Results that were left to the machine.
#[derive(Debug)]
pub struct LeftGoals {
    goals: Vec<Values>,
    /// All parts as they were.
    parts: Vec<Part>,
}
