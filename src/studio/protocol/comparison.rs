//! What the server sends about two games, as part of the [protocol](super).

use serde::Serialize;

use super::state::{ShownPly, TabState};

/// The second game after the moves of the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Compared {
    /// The main file of the first game.
    pub first: String,
    /// The main file of the second game.
    pub path: String,
    /// The state of the second game after these moves, as far as it has them.
    pub state: Box<TabState>,
    /// The move that the second game does not have, or why differences cannot be marked; else null.
    pub note: Option<String>,
    /// What only the first game shows here, and what only the second. Empty if the second game does
    /// not have all the moves.
    pub differing: [Differing; 2],
    /// How often the second game has been read from its files. A result about an earlier reading
    /// may be out of date.
    pub readings: usize,
    /// The number of plies of `difference` if the page gives none.
    pub usual_plies: usize,
    /// The greatest number of plies of `difference`.
    pub most_plies: usize,
}

/// What one of two games shows differently from the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Differing {
    /// Its squares that show something different.
    pub squares: Vec<String>,
    /// Its moves that the other game does not have.
    pub moves: Vec<ShownPly>,
}

/// How far a comparison is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparing {
    /// What it is doing: `lines of 3 plies`.
    pub stage: String,
    /// The number of positions or games of this stage that are finished.
    pub done: usize,
    /// The number of positions or games of this stage.
    pub total: usize,
    /// The number of different positions so far.
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

/// The texts of the second game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SecondTexts {
    /// The path and the text of each file, the main file first.
    pub files: Vec<(String, String)>,
}
