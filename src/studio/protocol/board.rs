//! A board as the page gets it: all that the page draws, and no names of the rule file.
//!
//! Lengths are in units of which a place is 40 wide and high. Texts of SVG have colours as classes.

use std::collections::BTreeMap;

use serde::Serialize;

/// A drawn position. Rows come from the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownBoard {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The width without the names at the edges.
    pub width: i64,
    /// The height without the names at the edges.
    pub height: i64,
    /// The name of what lies under the pieces, such as `checkered` or `hexagons`.
    pub surface: &'static str,
    /// Whether what lies below the squares is seen through them; left out where it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The outline of a square, as data of a path from its upper left corner.
    pub outline: &'static str,
    /// What lies below the squares, as SVG.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub beneath: String,
    /// What lies upon them and below the pieces, as SVG.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub upon: String,
    /// The names of columns and rows; empty if squares have names that are not made of columns and
    /// rows.
    pub names: Vec<ShownName>,
    /// The squares that are part of the board, row by row from the top.
    pub squares: Vec<ShownSquare>,
    /// The pieces, as SVG in a square of 40 by 40, by their glyphs.
    pub drawings: BTreeMap<String, String>,
    /// What stands beside the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<ShownBeside>,
}

/// The name of a column or a row, with its middle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownName {
    /// The name.
    pub text: String,
    /// From the left.
    pub x: i64,
    /// From the top.
    pub y: i64,
}

/// A square of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownSquare {
    /// Its column in the drawing, from 0 at the left.
    pub column: usize,
    /// Its row in the drawing, from 0 at the top.
    pub row: usize,
    /// Its upper left corner, from the left.
    pub x: i64,
    /// Its upper left corner, from the top.
    pub y: i64,
    /// Its name; empty if the game gives it none.
    pub name: String,
    /// Whether it is a dark square of a checkered board; left out where it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dark: bool,
    /// The piece on it; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<ShownPiece>,
}

/// A piece on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownPiece {
    /// Its glyph, by which `drawings` has it.
    pub glyph: String,
    /// The text for a screen reader: `black disc`.
    pub said: String,
}

/// A score, a hand or a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownBeside {
    /// The role whose it is.
    pub role: String,
    /// What it counts or names; may be empty.
    pub label: String,
    /// The value.
    pub value: String,
}
