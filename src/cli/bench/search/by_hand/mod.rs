//! Searches written by hand, each for one game only: sets of cells in words, a table of its own,
//! and what a programmer knows about the game. Their speed is the limit that the search of Regola
//! is compared with.
//!
//! ```text
//! othello        the value of a position to a depth, by a heuristic
//! othello_end    the exact score near the end of the game
//! ordered_moves  the moves of Othello, in the order in which both try them
//! othello_table  the positions that both have searched
//! connect_four   who wins with best play
//! ```
//!
//! This room knows nothing of rules. It knows the values of Regola, so that answers can be compared,
//! and its watcher, so that Ctrl-C stops a search.

pub mod connect_four;
mod ordered_moves;
pub mod othello;
pub mod othello_end;
mod othello_table;

use regola::search::{Progress, Value, Watch};

/// The nodes between two questions to the watcher.
const NODES_BETWEEN_LOOKS: u64 = 1 << 12;

/// The result of a search by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByHandAnswer {
    /// The value for the side to move.
    pub value: Value,
    /// The number of positions searched, including the first.
    pub nodes: u64,
}

/// Counts the nodes of a search, and asks a watcher from time to time whether it goes on.
struct NodeCount<'w> {
    nodes: u64,
    watch: &'w mut dyn Watch,
}

impl<'w> NodeCount<'w> {
    fn new(watch: &'w mut dyn Watch) -> Self {
        Self { nodes: 0, watch }
    }

    /// Counts a node. Returns none if the watcher stops the search.
    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look()
        } else {
            Some(())
        }
    }

    #[cold]
    fn look(&mut self) -> Option<()> {
        let progress = Progress {
            nodes: self.nodes,
            ..Progress::default()
        };
        self.watch.look(progress).is_continue().then_some(())
    }
}
