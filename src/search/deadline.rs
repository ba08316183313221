//! A search that ends when its time is over, by a clock that the caller lends.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::watch::{Progress, Watch};

/// How many looks of a search pass between two looks at the clock.
const LOOKS: u32 = 16;

/// What the clock says: the time since some moment that stays the same.
pub type Clock<'a> = &'a dyn Fn() -> Duration;

/// A clock that begins at zero now.
pub fn stopwatch() -> impl Fn() -> Duration {
    let now = Instant::now();
    move || now.elapsed()
}

/// Looks on while a search goes ever deeper, and stops it when the time is over. The first ply is
/// looked at whatever the time, so that there is a move.
pub struct Deadline<'a> {
    clock: Clock<'a>,
    end: Duration,
    watch: &'a mut dyn Watch,
    looks: u32,
    is_over: bool,
}

impl<'a> Deadline<'a> {
    /// The time begins now; `watch` looks on too.
    pub fn new(time: Duration, clock: Clock<'a>, watch: &'a mut dyn Watch) -> Self {
        Deadline {
            clock,
            end: clock().saturating_add(time),
            watch,
            looks: 0,
            is_over: false,
        }
    }
}

impl Watch for Deadline<'_> {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        self.looks = (self.looks + 1) % LOOKS;
        self.is_over = self.is_over || self.looks == 0 && (self.clock)() >= self.end;
        if self.is_over && progress.depth > 1 {
            return ControlFlow::Break(());
        }
        self.watch.look(progress)
    }
}
