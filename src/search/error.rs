//! The errors of a search.

use thiserror::Error;

use super::limits::MAX_PLIES;
use crate::game::Role;

/// Why a search has no result; `E` is the game's own error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError<E: std::error::Error> {
    /// The rules could not be followed.
    #[error(transparent)]
    Game(#[from] E),
    /// Several roles move at once in a position of the search, `ply` plies below the root.
    #[error(
        "several roles move at once (plies from here: {ply}); a search for the best move needs turns taken one by one"
    )]
    JointTurn {
        /// The plies from the root to the position.
        ply: usize,
    },
    /// The game says that a role is to move but gives it no moves: the game breaks its contract.
    #[error("role number {} is to move but has no moves (plies from here: {ply})", .role.0 + 1)]
    NoMoves {
        /// The role to move.
        role: Role,
        /// The plies from the root to the position.
        ply: usize,
    },
    /// A line grew longer than [`MAX_PLIES`].
    #[error(
        "a line of play is longer than {MAX_PLIES} plies, the most that a search follows; choose a smaller depth"
    )]
    TooDeep,
    /// No position past the depth was quiet until a line grew longer than [`MAX_PLIES`].
    #[error(
        "no position past the depth is quiet on a line of {MAX_PLIES} plies; \
         a search goes on until a position is quiet, so sooner or later one must be"
    )]
    NeverQuiet,
    /// The game is not over at the depth to which it was to be solved.
    #[error(
        "after {plies} plies the game is not over on some line, so that who wins is not settled"
    )]
    Unsettled {
        /// The plies from the root.
        plies: usize,
    },
    /// A shortest solution was requested of a game for several roles.
    #[error(
        "only a game for one role has a shortest solution, and this one has {roles}; ask who wins instead"
    )]
    NotAPuzzle {
        /// The number of roles of the game.
        roles: usize,
    },
    /// The search would have to keep more positions than allowed.
    #[error(
        "more than {limit} positions would have to be kept; allow more, or start nearer to the end"
    )]
    TooManyPositions {
        /// The number of positions allowed.
        limit: usize,
    },
    /// The [`Watch`](super::Watch) asked to stop.
    #[error("the search was stopped after {nodes} positions")]
    Stopped {
        /// The number of positions searched until then.
        nodes: u64,
    },
}
