//! Counts the positions of a search, and asks the watcher whether it may go on.

use std::ops::ControlFlow;

use super::error::SearchError;
use super::watch::{Progress, Watch};

/// Counts positions and asks the watcher whether to go on.
pub(super) struct Meter<'a> {
    pub(super) progress: Progress,
    pub(super) watch: &'a mut dyn Watch,
}

impl<'a> Meter<'a> {
    pub(super) fn new(watch: &'a mut dyn Watch) -> Self {
        Meter {
            progress: Progress::default(),
            watch,
        }
    }

    /// Whether the watcher wants the search to stop.
    pub(super) fn is_stopped(&mut self) -> bool {
        self.watch.look(self.progress).is_break()
    }

    /// Counts one position.
    pub(super) fn count<E: std::error::Error>(&mut self) -> Result<(), SearchError<E>> {
        self.count_more(1)
    }

    /// Counts `count` positions.
    pub(super) fn count_more<E: std::error::Error>(
        &mut self,
        positions: u64,
    ) -> Result<(), SearchError<E>> {
        self.progress.nodes += positions;
        match self.watch.look(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(SearchError::Stopped {
                nodes: self.progress.nodes,
            }),
        }
    }
}
