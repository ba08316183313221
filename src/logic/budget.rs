//! Counted budgets, handed out in slices, so that an interrupt is seen however long one goal takes.
//!
//! A loop takes from a budget as it works. That costs one subtraction while a slice lasts. At the
//! end of a slice the budget reads the flag that stops queries, and cuts the next slice from the
//! rest.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::limits::{Limit, SLICE};

/// Why work is given up. `catch/3` catches neither of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abort {
    /// A limit was met.
    Limit(Limit),
    /// The host asked to stop.
    Interrupted,
}

impl From<Limit> for Abort {
    fn from(limit: Limit) -> Self {
        Abort::Limit(limit)
    }
}

/// The flag that stops queries, if the host has given one.
#[derive(Clone, Debug, Default)]
pub(super) struct InterruptFlag(pub Option<Arc<AtomicBool>>);

impl InterruptFlag {
    /// Whether the flag is set.
    pub fn is_requested(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Gives up if the flag is set.
    ///
    /// # Errors
    /// [`Abort::Interrupted`] if the flag is set.
    pub fn look(&self) -> Result<(), Abort> {
        if self.is_requested() {
            Err(Abort::Interrupted)
        } else {
            Ok(())
        }
    }
}

/// A budget of work or memory that is spent in slices.
#[derive(Debug, Default)]
pub(super) struct SlicedBudget {
    /// The rest of the slice: how much may be taken before the flag is read again.
    slice: u64,
    /// How much is left besides the slice.
    rest: u64,
    /// The budget at the beginning.
    whole: u64,
}

impl SlicedBudget {
    pub fn new(whole: u64) -> Self {
        Self {
            slice: 0,
            rest: whole,
            whole,
        }
    }

    /// How much there was at the beginning.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// How much has been taken.
    pub fn taken(&self) -> u64 {
        self.whole - self.rest - self.slice
    }

    /// Takes `amount` from the budget.
    ///
    /// # Errors
    /// The limit, if less than `amount` is left; an interruption, if a slice has ended and the flag
    /// is set.
    #[inline(always)]
    pub fn take(
        &mut self,
        amount: u64,
        interrupt: &InterruptFlag,
        limit: Limit,
    ) -> Result<(), Abort> {
        match self.slice.checked_sub(amount) {
            Some(left) => {
                self.slice = left;
                Ok(())
            }
            None => self.cut_slice(amount, interrupt, limit),
        }
    }

    #[cold]
    #[inline(never)]
    fn cut_slice(
        &mut self,
        amount: u64,
        interrupt: &InterruptFlag,
        limit: Limit,
    ) -> Result<(), Abort> {
        interrupt.look()?;
        let left = (self.slice + self.rest).checked_sub(amount).ok_or(limit)?;
        self.slice = left.min(SLICE);
        self.rest = left - self.slice;
        Ok(())
    }
}
