//! The limits of a query, which are checked while it runs, and the memory that it takes.

use super::Machine;
use super::choice::ChoicePoint;
use crate::logic::cell::Cell;
use crate::logic::limits::{Limit, STEPS_BETWEEN_CHECKS};
use crate::logic::program::Program;
use crate::logic::raise::Raised;

/// The words that a stack keeps in reserve when it has to free memory; more than the largest frame
/// has.
const SPARE_WORDS: usize = 1 << 17;

impl Machine {
    /// Bytes in use by terms, frames, choice points, trail, collected answers, tables and new names, and by
    /// the answers of this query that the host has received.
    #[must_use]
    pub fn memory(&self) -> usize {
        let words = self.store.heap.len() + self.store.trail.len() + self.frames.height();
        words * size_of::<Cell>()
            + self.choices.height() * size_of::<ChoicePoint>()
            + self.collectors.bytes()
            + self.tables.bytes()
            + self.meter.given_out
            + self.store.symbols.bytes()
            + self.worlds.bytes()
    }

    pub(super) fn note_memory(&mut self) {
        self.meter.note_bytes(self.memory());
    }

    /// Counts one call, and now and then checks the limits.
    #[inline]
    pub(super) fn count_step(&mut self) -> Result<(), Raised> {
        if self.meter.count_step() {
            self.check_limits()
        } else {
            Ok(())
        }
    }

    /// Counts the call of the goal before `next` in the running clause. At such a call the live
    /// cells are known, so garbage may be collected.
    #[inline]
    pub(super) fn count_goal(&mut self, program: &Program) -> Result<(), Raised> {
        if self.meter.count_step() {
            self.look_around(program)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn look_around(&mut self, program: &Program) -> Result<(), Raised> {
        self.note_memory();
        self.collect_garbage(program)?;
        self.check_limits()
    }

    /// Accounts for work other than calls.
    #[inline]
    pub(super) fn spend_work(&mut self, amount: u64) -> Result<(), Raised> {
        Ok(self.meter.spend(amount, &self.store.interrupt)?)
    }

    /// The work other than [steps](Self::steps) since the query started: cells of terms that were
    /// walked, returns, retries and facts examined. However long one goal takes, an interrupt is
    /// seen within some ten thousands of these.
    #[must_use]
    pub fn work_beside_steps(&self) -> u64 {
        self.store.walk.taken() + self.meter.spent_beside_steps()
    }

    /// Whether the flag is set that stops queries.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.store.interrupt.is_requested()
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Raised> {
        let limit = self.meter.limits.steps;
        if self.meter.steps > limit {
            return Err(Limit::Steps(limit).into());
        }
        self.note_memory();
        self.check_memory(0)?;
        self.store.interrupt.look()?;
        self.note_room();
        self.give_back_room();
        self.set_alarm();
        Ok(())
    }

    pub(super) fn set_alarm(&mut self) {
        self.meter.set_alarm(match self.garbage.is_collected_often {
            true => 0,
            false => STEPS_BETWEEN_CHECKS,
        });
    }

    /// Refuses to go on if `more_cells` more cells exceed the memory limit.
    pub(super) fn check_memory(&self, more_cells: usize) -> Result<(), Raised> {
        let limit = self.meter.limits.memory;
        let more = more_cells.saturating_mul(size_of::<Cell>());
        match self.memory().saturating_add(more) > limit {
            true => Err(Limit::Memory(limit).into()),
            false => Ok(()),
        }
    }

    /// Tells the store how many words all other users of memory leave to it.
    pub(super) fn note_room(&mut self) {
        let elsewhere = self.memory() - self.store.heap.len() * size_of::<Cell>();
        let left = self.meter.limits.memory.saturating_sub(elsewhere);
        self.store.room = left / size_of::<Cell>();
    }

    /// Frees unused reserved memory of the stacks if the reserve exceeds the limit: one stack may
    /// need what failure has freed in another.
    fn give_back_room(&mut self) {
        let words =
            self.store.heap.capacity() + self.store.trail.capacity() + self.frames.capacity();
        let reserved =
            words * size_of::<Cell>() + self.choices.capacity() * size_of::<ChoicePoint>();
        if reserved <= self.meter.limits.memory {
            return;
        }
        self.frames.give_back(SPARE_WORDS);
        give_back(&mut self.store.heap);
        give_back(&mut self.store.trail);
        self.choices.give_back(SPARE_WORDS);
    }
}

fn give_back<T>(stack: &mut Vec<T>) {
    stack.shrink_to(stack.len() + stack.len() / 8 + SPARE_WORDS);
}
