//! Counted budgets, handed out in slices, so that an interrupt is seen however long one goal takes.
//!
//! A loop takes from a budget as it goes. That costs one subtraction while a slice lasts; where
//! one ends, the flag that stops queries is looked at, and the next slice is cut from what is left.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::limits::{Limit, SLICE};

/// Why work is given up. Nothing catches either.
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
    /// If it is.
    pub fn look(&self) -> Result<(), Abort> {
        if self.is_requested() {
            Err(Abort::Interrupted)
        } else {
            Ok(())
        }
    }
}

/// How much of something may still be done.
#[derive(Debug, Default)]
pub(super) struct SlicedBudget {
    /// What is left until the flag is looked at.
    slice: u64,
    /// What is left beside the slice.
    rest: u64,
    /// What there was at first.
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

    /// How much has been taken.
    pub fn taken(&self) -> u64 {
        self.whole - self.rest - self.slice
    }

    /// Takes some of it.
    ///
    /// # Errors
    /// The limit, if so much is not left; an interruption, if a slice has ended and the flag is
    /// set.
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
