//! Why a search has no answer.

use thiserror::Error;

use super::walk::MAX_PLIES;
use crate::game::Role;

/// Why a search has no answer; `E` is the game's own error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError<E: std::error::Error> {
    /// The rules could not be followed.
    #[error(transparent)]
    Game(#[from] E),
    /// Several roles move at once in a position that the search met, so many plies below the root.
    #[error(
        "several roles move at once (plies from here: {ply}); a search for the best move needs turns taken one by one"
    )]
    JointTurn {
        /// Plies from the root to the position.
        ply: usize,
    },
    /// The game says that a role is to move but gives it no moves: a fault of the game.
    #[error("role number {} is to move but has no moves (plies from here: {ply})", .role.0 + 1)]
    NoMoves {
        /// The role to move.
        role: Role,
        /// Plies from the root to the position.
        ply: usize,
    },
    /// A line grew longer than [`MAX_PLIES`].
    #[error("a line of play is longer than {MAX_PLIES} plies, the most that a search follows; choose a smaller depth")]
    TooDeep,
    /// The [`Watch`](super::Watch) asked to stop.
    #[error("the search was stopped after {nodes} positions")]
    Stopped {
        /// Positions looked at until then.
        nodes: u64,
    },
}
