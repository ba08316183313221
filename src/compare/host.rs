//! What a comparison needs from its caller: the time, and whether to continue.

use std::ops::ControlFlow;
use std::time::Duration;

/// The stage of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareStage {
    /// Compares all lines with this number of plies.
    Lines(usize),
    /// Plays random games.
    Games,
    /// Looks for a shorter line than the one found.
    Shortening,
}

/// How far a comparison is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompareProgress {
    /// The stage.
    pub stage: CompareStage,
    /// The number of positions or games of this stage that are finished.
    pub done: usize,
    /// The number of positions or games of this stage.
    pub total: usize,
    /// The number of different positions compared so far.
    pub positions: u64,
}

/// The caller of a comparison. The library has no clock of its own.
pub trait CompareHost {
    /// The time so far, by any clock. It is called before and after each step of each game. Without
    /// it all times are 0.
    fn clock(&mut self) -> Duration {
        Duration::ZERO
    }

    /// Called for every position. If it returns `Break`, the comparison ends with its results so
    /// far.
    fn look(&mut self, _progress: CompareProgress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A host without a clock that never stops a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl CompareHost for Alone {}
