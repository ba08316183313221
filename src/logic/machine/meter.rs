//! The work that a query has done, and the work that its limits still allow.
//!
//! All counts are of the running query; `earlier` is the sum of the queries before it.

use std::ops::AddAssign;

use crate::logic::budget::{Abort, InterruptFlag, SlicedBudget};
use crate::logic::limits::{Limit, Limits, WORK_PER_STEP};

/// Counted work since a query started. The counts do not depend on the computer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Calls of predicates.
    pub steps: u64,
    /// Heads of clauses that were tried, and other pairs of terms that were unified. If the bound
    /// arguments of a call leave no clause, the calls that shaped the index decide whether a head
    /// is tried in vain.
    pub unifications: u64,
    /// Choice points that were made: places to which failure may return.
    pub choice_points: u64,
    /// The highest observed [memory](super::Machine::memory), in bytes. It is measured at every
    /// answer, and otherwise every thousand steps.
    pub bytes: usize,
}

/// The work of two queries one after the other.
impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        self.steps += other.steps;
        self.unifications += other.unifications;
        self.choice_points += other.choice_points;
        self.bytes = self.bytes.max(other.bytes);
    }
}

#[derive(Debug)]
pub(super) struct WorkMeter {
    pub limits: Limits,
    pub steps: u64,
    /// The step of the next check of the limits.
    alarm: u64,
    /// Clauses whose heads were tried.
    pub heads: u64,
    pub choice_points: u64,
    /// The returns, retries and facts examined that are still allowed: one call can be followed by
    /// any number of them.
    beside_steps: SlicedBudget,
    /// Bytes of terms and facts that the host has received: it may keep them all.
    pub given_out: usize,
    /// The highest number of bytes in use that was observed.
    most_bytes: usize,
    /// The work of the queries before this one, since [`take_earlier`](Self::take_earlier) last
    /// ran.
    earlier: Work,
}

impl WorkMeter {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            steps: 0,
            alarm: 0,
            heads: 0,
            choice_points: 0,
            beside_steps: SlicedBudget::default(),
            given_out: 0,
            most_bytes: 0,
            earlier: Work::default(),
        }
    }

    /// The work of this query; `unified` is the number of pairs of terms unified besides heads.
    pub fn work(&self, unified: u64) -> Work {
        Work {
            steps: self.steps,
            unifications: self.heads + unified,
            choice_points: self.choice_points,
            bytes: self.most_bytes,
        }
    }

    /// Adds the work of this query to that of the earlier ones.
    pub fn close(&mut self, unified: u64) {
        self.earlier += self.work(unified);
        (self.steps, self.heads, self.choice_points, self.most_bytes) = (0, 0, 0, 0);
    }

    /// Returns the work of the queries that are closed, since the last call of this function.
    pub fn take_earlier(&mut self) -> Work {
        std::mem::take(&mut self.earlier)
    }

    /// Resets the limits for a new query; its predecessor is closed.
    pub fn restart(&mut self) {
        self.given_out = 0;
        self.beside_steps = SlicedBudget::new(self.limits.steps.saturating_mul(WORK_PER_STEP));
    }

    /// Counts one call. Returns whether the limits are to be checked.
    #[inline]
    pub fn count_step(&mut self) -> bool {
        self.steps += 1;
        self.steps > self.alarm
    }

    /// Sets the next check of the limits after `steps` steps, or where the allowed steps end.
    pub fn set_alarm(&mut self, steps: u64) {
        self.alarm = (self.steps + steps).min(self.limits.steps);
    }

    /// Accounts for work other than calls.
    #[inline]
    pub fn spend(&mut self, amount: u64, interrupt: &InterruptFlag) -> Result<(), Abort> {
        self.beside_steps
            .take(amount, interrupt, Limit::Steps(self.limits.steps))
    }

    /// The number of returns, retries and facts examined.
    pub fn spent_beside_steps(&self) -> u64 {
        self.beside_steps.taken()
    }

    /// Notes that `bytes` bytes are in use.
    pub fn note_bytes(&mut self, bytes: usize) {
        self.most_bytes = self.most_bytes.max(bytes);
    }
}
