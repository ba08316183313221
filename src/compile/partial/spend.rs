//! What an evaluation has spent of its budget, and whether it may go on.

use super::chains::Further;
use super::limits::Budget;
use super::reason::Reason;
use super::solver::Solver;
use super::store::Item;
use crate::syntax::source::Span;

/// What an entry of a table takes beside its parts, in bytes.
const ENTRY: usize = 128;

/// With so few steps left nothing more is asked of the machine.
const FEW_STEPS: u64 = 1_000;

/// What is said where more goals would wait for each other than may.
pub(super) const TOO_DEEP: &str = "it goes too deep";

/// Why a term that is part of itself is not compiled.
pub(super) const ENDLESS: &str = "a term is part of itself";

impl Solver<'_> {
    /// Nothing, as long as more can be found.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn go_on(&self, span: Option<Span>) -> Result<(), Reason> {
        self.end()
            .map_or(Ok(()), |text| Err(Reason::new(text, span)))
    }

    /// Counts a goal.
    pub fn spend(&mut self, span: Option<Span>) -> Result<(), Reason> {
        let text = match self.end() {
            Some(text) => text,
            None if self.depth > self.budget.depth => TOO_DEEP,
            None => {
                self.spent += 1;
                return Ok(());
            }
        };
        Err(Reason::new(text, span))
    }

    /// Counts what large arguments take beside the goal that has them.
    pub(super) fn weigh(&mut self, arguments: &[Item]) {
        self.weigh_items(arguments.len());
    }

    /// Counts what it takes to make a term with this number of parts.
    pub(super) fn weigh_items(&mut self, items: usize) {
        const LIGHT: usize = 16;
        self.spent += (items / LIGHT) as u64;
    }

    /// Counts what a table remembers: this number of parts of terms and conditions.
    pub(super) fn remember(&mut self, parts: usize) {
        // A part, and what goes with every entry.
        self.held += parts * size_of::<Item>() + ENTRY;
    }

    /// Counts what it takes to hold some conditions, each, against one of some literals.
    pub(super) fn weigh_conditions(&mut self, conditions: usize, literals: usize) {
        const LIGHT: usize = 256;
        self.spent += (conditions * literals / LIGHT) as u64;
    }

    /// Lets a share be spent from now on, if less is left.
    pub(super) fn allow(&mut self, share: &Budget) {
        let held = self.held.saturating_add(self.circuit.bytes());
        let (before, further) = (self.budget, self.further());
        let budget = &mut self.budget;
        budget.goals = budget.goals.max(self.spent + share.goals);
        budget.nodes = budget.nodes.max(self.circuit.size() + share.nodes);
        budget.memory = budget.memory.max(held.saturating_add(share.memory));
        budget.answers = budget.answers.max(share.answers);
        budget.limits.steps = budget.limits.steps.max(share.limits.steps);
        // What is spent of the further is not given again.
        if let Some(left) = &mut self.further {
            left.goals = (before.goals + further.goals).saturating_sub(budget.goals);
            left.nodes = (before.nodes + further.nodes).saturating_sub(budget.nodes);
            left.memory = (before.memory + further.memory).saturating_sub(budget.memory);
        }
    }

    /// Lets no more than a share be spent until it is [released](Self::release).
    pub(super) fn restrain(&mut self, share: &Budget) {
        let held = self.held.saturating_add(self.circuit.bytes());
        let before = self.budget;
        let budget = &mut self.budget;
        budget.goals = budget.goals.min(self.spent + share.goals);
        budget.nodes = budget.nodes.min(self.circuit.size() + share.nodes);
        budget.memory = budget.memory.min(held.saturating_add(share.memory));
        budget.answers = budget.answers.min(share.answers);
        budget.limits.steps = budget.limits.steps.min(share.limits.steps);
        self.restrained = Some((before, self.budget));
    }

    /// Gives back what was withheld, if the budget is restrained, and does not look for growing terms any more.
    pub(super) fn release(&mut self) {
        self.watch = None;
        if let Some((before, restrained)) = self.restrained.take() {
            let budget = &mut self.budget;
            budget.goals = before.goals;
            budget.nodes = before.nodes;
            budget.memory = before.memory;
            // Of these it is counted what is left.
            budget.answers += before.answers - restrained.answers;
            budget.limits.steps += before.limits.steps - restrained.limits.steps;
        }
    }

    /// Whether more was spent than the budget has, where more is allowed.
    pub(super) fn is_beyond_budget(&self) -> bool {
        self.allowed_further().is_some() && self.spent_beyond(Further::default()).is_some()
    }

    /// Whether all was spent that is allowed beyond the budget.
    pub(super) fn has_spent_further(&self) -> bool {
        let further = self.allowed_further();
        further.is_some_and(|further| self.spent_beyond(further).is_some())
    }

    /// What has been spent to the end, with this beside the budget.
    fn spent_beyond(&self, further: Further) -> Option<&'static str> {
        let held = self.held.saturating_add(self.circuit.bytes());
        if self.spent >= self.budget.goals + further.goals {
            Some("it takes too many goals: what is open-ended stays with the machine")
        } else if self.circuit.size() > self.budget.nodes + further.nodes {
            Some("it needs too many gates")
        } else if held > self.budget.memory + further.memory {
            Some("it needs too much memory")
        } else {
            None
        }
    }

    /// Whether nothing more can be found, because it takes too much.
    pub fn is_exhausted(&self) -> bool {
        self.end().is_some()
    }

    /// Why nothing more can be found.
    fn end(&self) -> Option<&'static str> {
        if self.store.is_endless {
            Some(ENDLESS)
        } else if self.machine.is_interrupted() {
            Some("it was interrupted")
        } else if let Some(text) = self.spent_beyond(self.further()) {
            Some(text)
        } else if self.budget.limits.steps < FEW_STEPS {
            Some("the machine takes too long for what does not depend on the position")
        } else {
            None
        }
    }
}
