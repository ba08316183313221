//! How a host observes a running search, and stops it.
//!
//! The search calls the host. So the search needs no clock and no threads, and a host can check a
//! deadline, a node limit, a key press or nothing at all.

use std::ops::ControlFlow;

use super::known::Known;

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of positions searched so far, including this one.
    pub nodes: u64,
    /// The depth of the search in plies; 0 for a search without a depth.
    pub depth: usize,
    /// The number of moves at the root that are finished.
    pub root_done: usize,
    /// The number of moves at the root; 0 until they are known.
    pub root_total: usize,
    /// The part of the transposition table that is in use, in percent of its greatest size; told by
    /// principal variation search and the solver.
    pub table_percent: u8,
}

/// An observer of a running search. Any closure with the same argument and result is a `Watch`.
pub trait Watch {
    /// Called for every position, or for several positions that were counted together. The search
    /// stops if the result is [`ControlFlow::Break`].
    fn look(&mut self, progress: Progress) -> ControlFlow<()>;

    /// Called by a solver when it ends, with its answer or without one: what it knows of the root. Several
    /// methods may try, and each tells what it knows.
    fn note(&mut self, _known: Known) {}
}

/// No observer: the search runs to its end.
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
