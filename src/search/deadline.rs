//! A search with a time limit, by a clock that the caller provides.

use std::ops::ControlFlow;
use std::time::Duration;

use super::known::Known;
use super::watch::{Progress, Watch};

/// The clock is read once in this many positions.
const BETWEEN_LOOKS: u64 = 16;

/// A clock: returns the time since some fixed moment.
pub type Clock<'a> = &'a dyn Fn() -> Duration;

/// A watcher that stops a search at a time limit. The limit does not end the search of the first ply
/// of iterative deepening, so that there is a move.
pub struct Deadline<'a> {
    clock: Clock<'a>,
    end: Duration,
    watch: &'a mut dyn Watch,
    /// The positions at the last look at the clock.
    looked: u64,
    is_over: bool,
}

impl<'a> Deadline<'a> {
    /// Starts the time limit `time` now. Asks `watch` too.
    pub fn new(time: Duration, clock: Clock<'a>, watch: &'a mut dyn Watch) -> Self {
        Deadline {
            clock,
            end: clock().saturating_add(time),
            watch,
            looked: 0,
            is_over: false,
        }
    }
}

impl Watch for Deadline<'_> {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        // The count of positions may begin anew.
        if progress.nodes.abs_diff(self.looked) >= BETWEEN_LOOKS {
            self.looked = progress.nodes;
            self.is_over = self.is_over || (self.clock)() >= self.end;
        }
        if self.is_over && progress.depth != 1 {
            return ControlFlow::Break(());
        }
        self.watch.look(progress)
    }

    fn note(&mut self, known: Known) {
        self.watch.note(known);
    }
}
