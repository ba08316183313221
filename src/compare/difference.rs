//! What can differ between two games, as data.

use crate::game::{Board, Failure};

/// The first or the other of two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceSide {
    /// The first game.
    First,
    /// The other game.
    Other,
}

/// One thing that differs in a position. Names and texts of each game are written as that game
/// writes them.
#[derive(Clone, Debug)]
pub enum Aspect {
    /// Each of the games has roles that the other does not have.
    Roles {
        /// The roles that only the first game has.
        only_first: Vec<String>,
        /// The roles that only the other game has.
        only_other: Vec<String>,
    },
    /// The boards do not have the same squares.
    Squares {
        /// Columns and rows of the first board.
        first: (usize, usize),
        /// Columns and rows of the other.
        other: (usize, usize),
        /// Squares of the first board without a counterpart on the other.
        only_first: Vec<String>,
    },
    /// Some squares show different glyphs.
    Board {
        /// These squares, on the first board.
        first: Vec<String>,
        /// Their counterparts on the other board, in the same order.
        other: Vec<String>,
    },
    /// The game is over in one of them.
    Over {
        /// The game that is over.
        side: DifferenceSide,
    },
    /// Different roles may move.
    Movers {
        /// The roles to move in the first game.
        first: Vec<String>,
        /// The same roles as the other game names them.
        first_in_other: Vec<String>,
        /// The roles to move in the other game.
        other: Vec<String>,
    },
    /// A role has different moves.
    Moves {
        /// The role, by its name in the first game.
        role: String,
        /// The same role as the other game names it.
        role_in_other: String,
        /// Moves that only the first game has.
        only_first: Vec<String>,
        /// Moves that only the other game has.
        only_other: Vec<String>,
    },
    /// A role has different results.
    Goal {
        /// The role, by its name in the first game.
        role: String,
        /// The same role as the other game names it.
        role_in_other: String,
        /// Its result in the first game.
        first: u8,
        /// Its result in the other.
        other: u8,
    },
    /// Two legal moves of one game have the same text, so that they cannot be matched.
    SharedNotation {
        /// The game that has them.
        side: DifferenceSide,
        /// Their text.
        text: String,
        /// The moves as terms.
        moves: Vec<String>,
    },
    /// The rules of one of the games cannot be evaluated here.
    Fails {
        /// The game.
        side: DifferenceSide,
        /// The reason.
        failure: Failure,
    },
}

/// Where two games differ, and how.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The moves after which they differ, one text for each ply, as the first game writes them.
    /// Moves made at once are joined with `+`.
    pub line: Vec<String>,
    /// The same moves as the other game writes them.
    pub line_in_other: Vec<String>,
    /// Everything that differs after these moves.
    pub aspects: Vec<Aspect>,
    /// The two boards after these moves, if both games draw one.
    pub boards: Option<(Board, Board)>,
    /// Whether it is known that no shorter line shows a difference.
    pub shortest: bool,
}
