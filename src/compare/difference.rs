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

/// One thing that differs in a position. Names and texts of the first game are its own, those of
/// the other game the other's.
#[derive(Clone, Debug)]
pub enum Aspect {
    /// A role that one game has and the other has not.
    Roles {
        /// Those that only the first game has.
        only_first: Vec<String>,
        /// Those that only the other game has.
        only_other: Vec<String>,
    },
    /// The boards have not the same squares.
    Squares {
        /// Columns and rows of the first board.
        first: (usize, usize),
        /// Columns and rows of the other.
        other: (usize, usize),
        /// Squares of the first board that are none of the other's.
        only_first: Vec<String>,
    },
    /// Some squares show something else.
    Board {
        /// Those squares of the first board.
        first: Vec<String>,
        /// The squares of the other board that they correspond to, in the same order.
        other: Vec<String>,
    },
    /// The game is over in one of them.
    Over {
        /// In which.
        side: DifferenceSide,
    },
    /// Other roles may move.
    Movers {
        /// Those in the first game.
        first: Vec<String>,
        /// The same as the other game calls them.
        first_in_other: Vec<String>,
        /// Those in the other.
        other: Vec<String>,
    },
    /// A role has other moves.
    Moves {
        /// The role, by its name in the first game.
        role: String,
        /// The same role as the other game calls it.
        role_in_other: String,
        /// Moves that only the first game has.
        only_first: Vec<String>,
        /// Moves that only the other game has.
        only_other: Vec<String>,
    },
    /// A role has another result.
    Goal {
        /// The role, by its name in the first game.
        role: String,
        /// The same role as the other game calls it.
        role_in_other: String,
        /// Its result in the first game.
        first: u8,
        /// Its result in the other.
        other: u8,
    },
    /// Two legal moves of one game are written alike, so that they cannot be matched.
    SharedNotation {
        /// In which game.
        side: DifferenceSide,
        /// How they are written.
        text: String,
        /// The moves as terms.
        moves: Vec<String>,
    },
    /// One of the games cannot be followed here.
    Fails {
        /// Which.
        side: DifferenceSide,
        /// Why.
        failure: Failure,
    },
}

/// Where two games differ, and how.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The moves after which they do, a ply each, as the first game writes them; moves made at once
    /// are joined with `+`.
    pub line: Vec<String>,
    /// The same moves as the other game writes them.
    pub line_in_other: Vec<String>,
    /// All that differs after these moves.
    pub aspects: Vec<Aspect>,
    /// The two boards there, if both games draw one.
    pub boards: Option<(Board, Board)>,
    /// Whether it is known that no shorter line shows a difference.
    pub shortest: bool,
}
