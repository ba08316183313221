//! The counted limits while a query runs: steps, work beside them, memory.

use std::sync::atomic::Ordering;

use super::Machine;
use super::choice::ChoicePoint;
use crate::logic::cell::Cell;
use crate::logic::limits::{Limit, STEPS_BETWEEN_CHECKS};
use crate::logic::program::Program;
use crate::logic::raise::Raised;

impl Machine {
    /// Bytes in use by terms, frames, choice points, trail, collected answers and new names, and by
    /// the answers of this query that were given out.
    #[must_use]
    pub fn memory(&self) -> usize {
        let words = self.store.heap.len() + self.store.trail.len() + self.kept.max(self.frame);
        words * size_of::<Cell>()
            + self.choices.len() * size_of::<ChoicePoint>()
            + self.collected_bytes()
            + self.given_out
            + self.store.symbols.bytes()
            + self.world_bytes
    }

    pub(super) fn note_memory(&mut self) {
        self.most_bytes = self.most_bytes.max(self.memory());
    }

    /// Counts one call, and now and then looks at the limits.
    #[inline]
    pub(in crate::logic) fn count_step(&mut self) -> Result<(), Raised> {
        self.steps += 1;
        if self.steps > self.alarm { self.check_limits() } else { Ok(()) }
    }

    /// The same for the goal before `next`, which is called by the running clause: only then is it known what
    /// is still needed, and garbage may be collected.
    #[inline]
    pub(super) fn count_goal(&mut self, program: &Program) -> Result<(), Raised> {
        self.steps += 1;
        if self.steps > self.alarm { self.look_around(program) } else { Ok(()) }
    }

    #[cold]
    fn look_around(&mut self, program: &Program) -> Result<(), Raised> {
        self.note_memory();
        self.collect_garbage(program);
        self.check_limits()
    }

    /// Accounts for work that is no call.
    #[inline]
    pub(super) fn spend_work(&mut self, amount: u64) -> Result<(), Raised> {
        match self.work_left.checked_sub(amount) {
            Some(left) => {
                self.work_left = left;
                Ok(())
            }
            None => Err(Limit::Steps(self.limits.steps).into()),
        }
    }

    /// Whether the flag is set that stops queries.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Raised> {
        if self.steps > self.limits.steps {
            return Err(Limit::Steps(self.limits.steps).into());
        }
        self.note_memory();
        self.check_memory(0)?;
        if self.is_interrupted() {
            return Err(Raised::Interrupted);
        }
        self.alarm = self.next_alarm();
        Ok(())
    }

    pub(super) fn next_alarm(&self) -> u64 {
        let between = if self.collects_often { 0 } else { STEPS_BETWEEN_CHECKS };
        (self.steps + between).min(self.limits.steps)
    }

    /// Refuses to go on if this many more cells do not fit into the memory allowed.
    pub(in crate::logic) fn check_memory(&self, more_cells: usize) -> Result<(), Raised> {
        let more = more_cells.saturating_mul(size_of::<Cell>());
        match self.memory().saturating_add(more) > self.limits.memory {
            true => Err(Limit::Memory(self.limits.memory).into()),
            false => Ok(()),
        }
    }

    /// How many cells the memory limit leaves for one term.
    pub(in crate::logic) fn most_cells(&self) -> usize {
        self.limits.memory / size_of::<Cell>()
    }
}
