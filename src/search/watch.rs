//! How a host looks on while a search runs, and stops it.
//!
//! The search calls, the host answers: so the search needs no clock and no threads, and a host is
//! free to look at a deadline, a node limit, a key press or nothing at all.

use std::ops::ControlFlow;

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions looked at so far, this one included.
    pub nodes: u64,
    /// How many plies ahead the search looks; 0 where it is not one to a depth.
    pub depth: usize,
    /// How many of the moves at the root are done with.
    pub root_done: usize,
    /// How many moves there are at the root; 0 until they are known.
    pub root_total: usize,
}

/// Somebody who looks on while a search runs. Any closure with the same argument and answer is one.
pub trait Watch {
    /// Called for every position, or for some that were looked at together; the search stops if the
    /// answer is to break.
    fn look(&mut self, progress: Progress) -> ControlFlow<()>;
}

/// Nobody looks on: the search runs to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn look(&mut self, _progress: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(Progress) -> ControlFlow<()>> Watch for F {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        self(progress)
    }
}
