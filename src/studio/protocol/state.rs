//! The state of the game of a tab.

use serde::Serialize;

use super::board::ShownBoard;

/// The state of the game of a tab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TabState {
    /// The game's name.
    pub title: String,
    /// All roles, in order.
    pub roles: Vec<String>,
    /// The colour that each role is named after, in the same order; null for a role with another
    /// name.
    pub colours: Vec<Option<&'static str>>,
    /// The levels that the rule file offers.
    pub levels: Vec<ShownLevel>,
    /// The heuristics of the game, the default one first.
    pub heuristics: Vec<String>,
    /// The level that is used if the page names none. It need not be one of `levels`.
    pub usual: String,
    /// The number of plies that lead to this position.
    pub ply: usize,
    /// The facts of the first position, if it is not the start of the game; else null.
    pub start: Option<String>,
    /// All plies of the line, also those after this position: `ply` can go up to `line.length`.
    pub line: Vec<ShownPly>,
    /// The plies after the line that these rules do not allow, since an edit. They come back with rules
    /// that allow them.
    #[serde(rename = "leftOut")]
    pub left_out: Vec<String>,
    /// The roles that are to move; empty if the game is over.
    pub mover: Vec<String>,
    /// The legal moves of all these roles, in the order of the rules.
    pub moves: Vec<LegalMove>,
    /// Why some legal moves are not among them, if the rules give them no text; else null.
    pub fault: Option<String>,
    /// The squares with a piece of the role to move that no legal move begins with.
    pub stuck: Vec<String>,
    /// The board, if the game draws one.
    pub board: Option<ShownBoard>,
    /// The position as plain text if there is no board; else empty.
    pub text: String,
    /// The result, if the game is over.
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
    /// The role that played; several roles are joined with `+`, as their moves are.
    pub role: String,
    /// The move as the game writes it.
    #[serde(rename = "move")]
    pub played: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The role that may play it.
    pub role: String,
    /// The move as the game writes it.
    #[serde(rename = "move")]
    pub played: String,
    /// Its squares in order; one square for a move that is written as a square. Null if a
    /// name is no square of the board.
    pub path: Option<Vec<String>>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownOutcome {
    /// In words: `black wins (black 100, white 0)`.
    pub words: String,
    /// The result of each role.
    pub goals: Vec<RoleResult>,
}

/// The result of a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoleResult {
    /// The role.
    pub role: String,
    /// The result, from 0 to 100.
    pub value: u8,
}
