//! What the server says of two games, in words of the [protocol](super::protocol).

use serde::Serialize;

use super::protocol::State;

/// Where the second game stands after the moves of the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// The main file of the first game.
    pub first: String,
    /// That of the second.
    pub path: String,
    /// The second game after these moves, as far as it has them.
    pub state: Box<State>,
    /// Which move it does not have; null if it has them all.
    pub note: Option<String>,
}

/// How far a comparison is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparing {
    /// What it is at: `lines of 3 plies`.
    pub stage: String,
    /// How many positions or games of this stage are done with.
    pub done: usize,
    /// How many there are.
    pub total: usize,
    /// Different positions so far.
    pub positions: u64,
}

/// Whether two games differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Whether no difference was found as far as was looked.
    pub same: bool,
    /// What was found, as `regola compare` tells it.
    pub words: String,
    /// The moves after which they differ, as the first game writes them.
    pub line: Vec<String>,
}
