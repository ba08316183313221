//! What searches find.

use serde::Serialize;

/// What a move is worth for the one who plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// An estimate is its own number; a decided game lies beyond all estimates, 10^15 and one more
    /// for each point above 50, negative below.
    pub value: i64,
    /// In words for a decided game: `win in 3`; else null.
    pub result: Option<String>,
}

/// How far a search is: what it would play by what it has looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownProgress {
    /// How many plies ahead it has looked.
    pub depth: usize,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// What it is worth.
    #[serde(flatten)]
    pub worth: Worth,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// What the program would play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProposedMove {
    /// The move; for several roles at once those of all.
    #[serde(rename = "move")]
    pub played: String,
    /// What it is worth; 0 where nothing was searched, as for the only move.
    #[serde(flatten)]
    pub worth: Worth,
    /// The moves that it expects, this one first.
    pub line: Vec<String>,
    /// How many plies ahead it looked; less than the level says where time ran out, 0 where nothing
    /// was searched.
    pub depth: usize,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub milliseconds: u64,
}

/// What each legal move is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValues {
    /// The moves, in the order of [`TabState::moves`](super::TabState::moves).
    pub values: Vec<MoveValue>,
}

/// A legal move and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValue {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub played: String,
    /// What it is worth for the one who plays it.
    #[serde(flatten)]
    pub worth: Worth,
}
