//! Where the game of a tab stands.

use serde::Serialize;

use super::board::ShownBoard;

/// Where the game of a tab stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TabState {
    /// The game's name.
    pub title: String,
    /// All roles, in order.
    pub roles: Vec<String>,
    /// The colour after which each of them is named, in the same order; null for one that is named
    /// otherwise.
    pub colours: Vec<Option<&'static str>>,
    /// The levels that the rule file offers.
    pub levels: Vec<ShownLevel>,
    /// The heuristics by which positions can be judged, the usual one first.
    pub heuristics: Vec<String>,
    /// The level where nobody says anything; it may be none of the levels, and can be asked for all
    /// the same.
    pub usual: String,
    /// How many plies lead here.
    pub ply: usize,
    /// All plies of the line, those after this position too: `line.length` is how far one can go.
    pub line: Vec<ShownPly>,
    /// The roles that are to move.
    pub mover: Vec<String>,
    /// The legal moves of all of them, in the order of the rules.
    pub moves: Vec<LegalMove>,
    /// The squares with pieces of the one who is to move with which no move begins.
    pub stuck: Vec<String>,
    /// The board, where the game draws one.
    pub board: Option<ShownBoard>,
    /// The position as a plain text, where it draws none; else empty.
    pub text: String,
    /// How it ended, if it has.
    pub result: Option<ShownOutcome>,
    /// The squares of the move that led here.
    pub last: Vec<String>,
}

/// A level of the rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownLevel {
    /// Its name.
    pub name: String,
}

/// A ply of the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownPly {
    /// Who played; several roles are joined with `+` as their moves are.
    pub role: String,
    /// The move as it is written.
    #[serde(rename = "move")]
    pub played: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// Who may play it.
    pub role: String,
    /// How it is written.
    #[serde(rename = "move")]
    pub played: String,
    /// Its squares in order. One square for a move that is one square; null for one that fits no
    /// square of the board.
    pub path: Option<Vec<String>>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownOutcome {
    /// In words: `black wins (black 100, white 0)`.
    pub words: String,
    /// What each role has come to.
    pub goals: Vec<RoleResult>,
}

/// What a role has come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoleResult {
    /// The role.
    pub role: String,
    /// From 0 to 100.
    pub value: u8,
}
