//! What several threads share while they search one position together, besides their table.
//!
//! Each thread searches the whole tree. A thread puts off the moves that another thread is searching:
//! when it comes back to one of them, the table mostly has its value. The first thread that has the
//! value of the root stops the others. (J.-C. Weill, "The ABDADA Distributed Minimax Search
//! Algorithm", 1996; T. Kerrigan, "Simplified ABDADA", 2012, which keeps the moves that are being
//! searched outside of the table.)
//!
//! Threads that search to different depths ("lazy SMP") would help each other little: an entry of the
//! table serves only for its own depth, so that the value is that of minimax.

use std::sync::atomic::{AtomicBool, Ordering};

use super::ongoing::Ongoing;
use crate::game::MoveNumber;

/// What the threads share besides the table while they search to one depth.
#[derive(Debug)]
pub(super) struct Team {
    ongoing: Ongoing,
    is_over: AtomicBool,
    wants_room: AtomicBool,
}

impl Team {
    pub fn new() -> Self {
        Self {
            ongoing: Ongoing::new(),
            is_over: AtomicBool::new(false),
            wants_room: AtomicBool::new(false),
        }
    }

    /// Whether the value of the root is known, or the host has stopped the search.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the search of all threads.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Ends the search of all threads, because the table is to grow first.
    pub fn ask_for_room(&self) {
        self.wants_room.store(true, Ordering::Relaxed);
        self.end();
    }

    /// Whether the search has ended because the table is to grow.
    pub fn wants_room(&self) -> bool {
        self.wants_room.load(Ordering::Relaxed)
    }

    /// The position with this key, whose moves the threads share.
    pub fn position(&self, key: u128) -> SharedPosition<'_> {
        SharedPosition { team: self, key }
    }
}

/// A position in which threads tell each other which moves they search.
#[derive(Clone, Copy)]
pub(super) struct SharedPosition<'t> {
    team: &'t Team,
    key: u128,
}

impl SharedPosition<'_> {
    /// Whether a thread is searching this move.
    pub fn is_searching(self, played: MoveNumber) -> bool {
        self.team.ongoing.contains(self.key, played)
    }

    /// Notes that a thread searches the move, until [`leave`](Self::leave).
    pub fn enter(self, played: MoveNumber) {
        self.team.ongoing.insert(self.key, played);
    }

    /// Notes that a thread has searched the move.
    pub fn leave(self, played: MoveNumber) {
        self.team.ongoing.remove(self.key, played);
    }
}

/// Ends the search of the other threads when the host's thread leaves it, even by a panic.
pub(super) struct EndAtLast<'t>(pub &'t Team);

impl Drop for EndAtLast<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
