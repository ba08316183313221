//! Why a search has no answer.

use thiserror::Error;

use super::limits::MAX_PLIES;
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
    /// A position came back, where a game is to be solved to its end.
    #[error(
        "the position after {earlier} plies comes back after {later} ({line}); \
         who wins is asked only of games in which no position comes back: let the rules forbid it or count the moves"
    )]
    Repetition {
        /// Plies from the root to the position.
        earlier: usize,
        /// Plies from the root to where it is met again.
        later: usize,
        /// The moves from the root to there, as the game's own `Debug` writes them.
        line: String,
    },
    /// The game goes on further than it was to be solved.
    #[error(
        "after {plies} plies the game is not over on some line, so that who wins is not settled"
    )]
    Unsettled {
        /// Plies from the root.
        plies: usize,
    },
    /// A shortest solution was asked of a game for several roles.
    #[error(
        "only a game for one role has a shortest solution, and this one has {roles}; ask who wins instead"
    )]
    NotAPuzzle {
        /// How many roles the game has.
        roles: usize,
    },
    /// More positions than were allowed would have to be kept.
    #[error(
        "more than {limit} positions would have to be kept; allow more, or start nearer to the end"
    )]
    TooManyPositions {
        /// How many were allowed.
        limit: usize,
    },
    /// The [`Watch`](super::Watch) asked to stop.
    #[error("the search was stopped after {nodes} positions")]
    Stopped {
        /// Positions looked at until then.
        nodes: u64,
    },
}
