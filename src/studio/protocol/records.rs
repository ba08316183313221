//! What the page and the desk say about records of games.
//!
//! A line is the list of its moves from the start, as [`ShownPly::played`](super::ShownPly) writes
//! them.

use serde::{Deserialize, Serialize};

/// What a record has beside the line that is played.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordParts {
    /// Other lines, which become variations.
    #[serde(default)]
    pub lines: Vec<Vec<String>>,
    /// The comments.
    #[serde(default)]
    pub comments: Vec<LineComment>,
    /// The player of each role, in order.
    #[serde(default)]
    pub players: Vec<String>,
    /// The role that has lost before the rules ended the game, if one has.
    #[serde(default)]
    pub forfeit: Option<Forfeit>,
    /// The date, such as `2026.07.01`.
    #[serde(default)]
    pub date: Option<String>,
}

/// How a game ended before the rules ended it.
#[derive(Clone, Debug, Deserialize)]
pub struct Forfeit {
    /// The role that has lost.
    pub role: String,
    /// Why.
    pub by: ForfeitKind,
}

/// Why a role has lost before the rules ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ForfeitKind {
    /// It has resigned.
    Resigning,
    /// Its time was over.
    Time,
}

/// A comment on a position.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct LineComment {
    /// The moves that lead to it.
    pub moves: Vec<String>,
    /// The comment.
    pub text: String,
}

/// A record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordText {
    /// Its text.
    pub text: String,
}

/// A game that was read from a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadRecord {
    /// What the records of the text are called, in their order: `black, white: 1-0`.
    pub games: Vec<String>,
    /// The facts of its first position, if it is not the start of the game.
    pub start: Option<String>,
    /// The moves of the game that was asked for.
    pub moves: Vec<String>,
    /// Its variations as lines.
    pub lines: Vec<Vec<String>>,
    /// Its comments.
    pub comments: Vec<LineComment>,
}
