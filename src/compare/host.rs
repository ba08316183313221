//! What a comparison asks of whoever runs it: the time, and whether to go on.

use std::ops::ControlFlow;
use std::time::Duration;

/// What a comparison is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareStage {
    /// All lines of so many plies.
    Lines(usize),
    /// Random games.
    Games,
    /// Looking for a shorter line than the one found.
    Shortening,
}

/// How far a comparison is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompareProgress {
    /// What it is at.
    pub stage: CompareStage,
    /// How many positions or games of this stage are done with.
    pub done: usize,
    /// How many there are.
    pub total: usize,
    /// Different positions compared so far.
    pub positions: u64,
}

/// Whoever runs a comparison. The library has no clock of its own.
pub trait CompareHost {
    /// The time spent so far, by whichever clock; asked before and after each step of each game.
    /// Without one all times are 0.
    fn clock(&mut self) -> Duration {
        Duration::ZERO
    }

    /// Called for every position; the comparison ends with what it knows if the answer is to break.
    fn look(&mut self, _progress: CompareProgress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Nobody looks on, and no time is measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl CompareHost for Alone {}
