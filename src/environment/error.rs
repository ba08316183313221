//! Why a game cannot go on.

use crate::game;

/// Why an environment does not go on.
#[derive(Debug, thiserror::Error)]
pub enum StepError {
    /// The rules cannot be followed.
    #[error(transparent)]
    Rules(#[from] game::Error),
    /// A turn has more moves, or parts of moves, without an action of their own than there are spare
    /// actions.
    #[error(
        "a turn has {wanted} moves or parts of moves without an action of their own, and there are {spare} spare actions"
    )]
    TooManyMoves {
        /// The number of such moves or parts.
        wanted: usize,
        /// The number of spare actions.
        spare: usize,
    },
    /// An action that is chosen is not legal.
    #[error("game {game}: action {action} is not legal for {role}")]
    Illegal {
        /// The number of the game in its batch, from 0.
        game: usize,
        /// The action that was given; any number.
        action: i64,
        /// The name of the role.
        role: String,
    },
    /// Several roles are to move at once in a batch for one action a game.
    #[error(
        "game {game}: several roles move at once, but the batch takes one action for each game"
    )]
    Together {
        /// The number of the game in its batch, from 0.
        game: usize,
    },
}

/// Why a game has no environment.
#[derive(Debug, thiserror::Error)]
pub enum NoEnvironment {
    /// The rule file has something that cannot be drawn.
    #[error(transparent)]
    Rules(#[from] game::Error),
    /// An observation would be too large.
    #[error("an observation would have {0} numbers, more than {max}", max = super::MAX_OBSERVATION)]
    TooLarge(usize),
}

/// Why bytes are no state of a game.
#[derive(Debug, thiserror::Error)]
pub enum NoState {
    /// They are no position of it, or a move is begun that is not legal there.
    #[error(transparent)]
    Position(#[from] game::NoPosition),
    /// The rules cannot be followed.
    #[error(transparent)]
    Step(#[from] StepError),
}
