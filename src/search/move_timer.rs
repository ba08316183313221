//! Keeps a search within the time that is allotted to a move: decides whether it goes one ply
//! deeper, and stops it at the limit.

use std::ops::ControlFlow;
use std::time::Duration;

use super::deadline::Clock;
use super::deepen::Deepened;
use super::game_clock::Allotment;
use super::known::Known;
use super::watch::{Progress, Watch};

/// The number of depths in a row with the same best move after which the move is clear.
const DEPTHS_OF_A_CLEAR_MOVE: usize = 5;

/// The number of calls of the watcher between two looks at the clock, in a game whose positions take
/// little time.
const CALLS_BETWEEN_LOOKS: u32 = 16;

/// The time that these calls may take.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(1);

/// The time that a search has used after each depth, beside its allotment.
pub struct MoveTimer<'a, M> {
    clock: Clock<'a>,
    since: Duration,
    allotment: Allotment,
    best: Option<M>,
    /// The number of depths in a row that had the same best move.
    depths: usize,
}

impl<'a, M: Clone + PartialEq> MoveTimer<'a, M> {
    /// Starts now.
    pub fn new(allotment: Allotment, clock: Clock<'a>) -> Self {
        MoveTimer {
            clock,
            since: clock(),
            allotment,
            best: None,
            depths: 0,
        }
    }

    /// Returns a watcher that stops the search at the limit of the move. It asks `watch` too.
    pub fn limit(&self, watch: &'a mut dyn Watch) -> MoveLimit<'a> {
        let end = self.since.saturating_add(self.allotment.limit);
        MoveLimit::new(end, self.clock, watch)
    }

    /// Returns a watcher that stops the search after the time that the move is to have. It is for a
    /// search whose answer is good at any time.
    pub fn aim(&self, watch: &'a mut dyn Watch) -> MoveLimit<'a> {
        let end = self.since.saturating_add(self.allotment.aim);
        MoveLimit::new(end, self.clock, watch)
    }

    /// Ends the search after a finished depth if half of the time is gone, because the next depth
    /// would hardly finish, and already after a quarter of the time if the move is clear: if it has
    /// been the best one for several depths.
    pub fn finished(&mut self, found: &Deepened<M>) -> ControlFlow<()> {
        let best = found.best.best_move();
        self.depths = match best == self.best.as_ref() {
            true => self.depths + 1,
            false => 1,
        };
        self.best = best.cloned();
        let share = match self.depths >= DEPTHS_OF_A_CLEAR_MOVE {
            true => 4,
            false => 2,
        };
        let spent = (self.clock)().saturating_sub(self.since);
        match spent >= self.allotment.aim / share {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A watcher that stops a search at the limit of its move, also the search of the first ply. After
/// slow positions it looks at the clock at each call.
pub struct MoveLimit<'a> {
    clock: Clock<'a>,
    end: Duration,
    watch: &'a mut dyn Watch,
    looked: Duration,
    calls_to_look: u32,
    is_over: bool,
}

impl<'a> MoveLimit<'a> {
    fn new(end: Duration, clock: Clock<'a>, watch: &'a mut dyn Watch) -> Self {
        MoveLimit {
            clock,
            end,
            watch,
            looked: clock(),
            calls_to_look: 0,
            is_over: false,
        }
    }

    fn look_at_clock(&mut self) {
        let now = (self.clock)();
        let is_slow = now.saturating_sub(self.looked) > TIME_BETWEEN_LOOKS;
        self.calls_to_look = match is_slow {
            true => 0,
            false => CALLS_BETWEEN_LOOKS,
        };
        self.looked = now;
        self.is_over = now >= self.end;
    }
}

impl Watch for MoveLimit<'_> {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        match self.calls_to_look.checked_sub(1) {
            Some(rest) => self.calls_to_look = rest,
            None if !self.is_over => self.look_at_clock(),
            None => (),
        }
        match self.is_over {
            true => ControlFlow::Break(()),
            false => self.watch.look(progress),
        }
    }

    fn note(&mut self, known: Known) {
        self.watch.note(known);
    }
}
