//! The results of searches.

use serde::{Deserialize, Serialize};

/// The clock of the role that the program plays for, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct ClockReading {
    /// The remaining time.
    pub left: u64,
    /// The time that each move adds.
    pub increment: u64,
}

/// The value of a move for the role that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// An estimate is its own number. A decided game has a number beyond all estimates: 10^15 plus
    /// the points that the goal is above 50; negative for a goal below 50.
    pub value: i64,
    /// A decided game in words: `win in 3`; else null.
    pub result: Option<String>,
}

/// How far a search is, with the best move so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownProgress {
    /// The depth of the search, in plies.
    pub depth: usize,
    /// The best move so far.
    #[serde(rename = "move")]
    pub played: String,
    /// Its value.
    #[serde(flatten)]
    pub worth: Worth,
    /// The number of positions looked at.
    pub nodes: u64,
}

/// The move that the program would play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProposedMove {
    /// The move; if several roles move at once, the moves of all.
    #[serde(rename = "move")]
    pub played: String,
    /// Its value; 0 if nothing was searched, as for the only legal move.
    #[serde(flatten)]
    pub worth: Worth,
    /// The moves that the search expects, beginning with this one.
    pub line: Vec<String>,
    /// The depth of the search in plies. It is less than that of the level if the time ran out, and
    /// 0 if nothing was searched.
    pub depth: usize,
    /// The number of positions looked at.
    pub nodes: u64,
    /// The time that the search took.
    pub milliseconds: u64,
}

/// What another role threatens, by the names of squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Threats {
    /// The squares whose piece it could take with its next move.
    pub taken: Vec<String>,
    /// The squares on which it could win the game with its next move.
    pub won: Vec<String>,
}

/// The value of each legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValues {
    /// The moves, in the order of [`TabState::moves`](super::TabState::moves).
    pub values: Vec<MoveValue>,
}

/// A legal move and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValue {
    /// The move as the game writes it.
    #[serde(rename = "move")]
    pub played: String,
    /// The value for the role that plays it.
    #[serde(flatten)]
    pub worth: Worth,
}
