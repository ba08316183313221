//! What the server sends about a position that is being set up on the board.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::board::ShownBoard;

/// A change of a position that is being set up.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Placed {
    /// Puts a piece on a square.
    Piece {
        /// The name of the square.
        square: String,
        /// The glyph of the piece, one of [`ShownSketch::pieces`]; null to empty the square.
        glyph: Option<String>,
    },
    /// Gives a fluent without keys a value, such as whose turn it is.
    Value {
        /// The name of the fluent, as in [`ShownSketch::values`].
        fluent: String,
        /// One of its values; null for none.
        value: Option<String>,
    },
}

/// A position that is being set up. The rules may call it impossible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownSketch {
    /// Its facts, a line for each.
    pub facts: String,
    /// Its board, if the game draws one.
    pub board: Option<ShownBoard>,
    /// The pieces that can be put on squares.
    pub pieces: Vec<SketchPiece>,
    /// Their drawings, as [`ShownBoard::drawings`].
    pub drawings: BTreeMap<String, String>,
    /// The fluents without keys that have few values.
    pub values: Vec<SketchValue>,
}

/// A piece that can be put on squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SketchPiece {
    /// Its glyph.
    pub glyph: String,
    /// The text for a screen reader, such as `black disc`.
    pub said: String,
}

/// A fluent without keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SketchValue {
    /// Its name.
    pub fluent: String,
    /// The values that it can have.
    pub values: Vec<String>,
    /// Its present value; null if it has none.
    pub value: Option<String>,
}
