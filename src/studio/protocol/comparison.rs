//! What the server says of two games, in words of the [protocol](super).

use serde::Serialize;

use super::state::{ShownPly, TabState};

/// Where the second game stands after the moves of the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Compared {
    /// The main file of the first game.
    pub first: String,
    /// That of the second.
    pub path: String,
    /// The second game after these moves, as far as it has them.
    pub state: Box<TabState>,
    /// Which move it does not have, or why what differs cannot be told; null if neither.
    pub note: Option<String>,
    /// What only the first game shows here, and what only the second; nothing where it does not
    /// have all the moves.
    pub differing: [Differing; 2],
    /// How often the second game has been read from its files: what was found by an earlier reading
    /// may be no longer true.
    pub readings: usize,
    /// Of how many plies all lines are compared where nothing is said.
    pub usual_plies: usize,
    /// Of how many they are at most.
    pub most_plies: usize,
}

/// What one of two games shows otherwise than the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Differing {
    /// Its squares with something else on them.
    pub squares: Vec<String>,
    /// Its moves that the other does not have.
    pub moves: Vec<ShownPly>,
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
pub struct ShownDifference {
    /// Whether no difference was found as far as was looked.
    pub same: bool,
    /// What was found, as `regola compare` tells it.
    pub words: String,
    /// The moves after which they differ, as the first game writes them.
    pub line: Vec<String>,
    /// Which reading of the second game this is about, as [`Compared::readings`] counts them.
    pub readings: usize,
}
