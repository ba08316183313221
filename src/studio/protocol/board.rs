//! A board as the page gets it: all that the page draws, and no names of the rule file.

use serde::Serialize;

/// A drawn position. Rows come from the top; `rowNames` has their names in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownBoard {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The names of the columns, from the left; empty if squares have names that are not made of
    /// columns and rows.
    pub column_names: Vec<String>,
    /// The names of the rows, from the top; empty if squares have names that are not made of
    /// columns and rows.
    pub row_names: Vec<String>,
    /// What lies below the pieces: `felt`, `checkered` or `paper`.
    pub ground: &'static str,
    /// The squares, row by row from the top. Squares without a name and without a piece are left
    /// out.
    pub squares: Vec<ShownSquare>,
}

/// A square of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownSquare {
    /// Its column in the drawing, from 0 at the left.
    pub column: usize,
    /// Its row in the drawing, from 0 at the top.
    pub row: usize,
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
    /// Its kind.
    #[serde(flatten)]
    pub kind: PieceKind,
    /// The text for a screen reader: `black disc`.
    pub said: String,
}

/// The kind of a piece. Colours are words: `black`, `white`, `red`, `blue`, `yellow`, `green`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PieceKind {
    /// A disc.
    Disc {
        /// Its colour.
        colour: &'static str,
    },
    /// A man of draughts.
    Man {
        /// Its colour.
        colour: &'static str,
    },
    /// A king of draughts.
    King {
        /// Its colour.
        colour: &'static str,
    },
    /// A piece of chess.
    Chess {
        /// Its colour.
        colour: &'static str,
        /// `king`, `queen`, `rook`, `bishop`, `knight` or `pawn`.
        man: &'static str,
    },
    /// A cross on paper.
    Cross,
    /// A ring on paper.
    Ring,
    /// A blocked square, where nothing can stand.
    Wall,
    /// A text of the rule file that stands for no known piece.
    Letters {
        /// The text, unchanged.
        letters: String,
    },
}
