//! What the page is told of a board: all that it draws, and nothing of what the rule file calls it.

use serde::Serialize;

/// A drawn position. The first row is drawn at the top: `rowNames` say which it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownBoard {
    /// How many columns.
    pub columns: usize,
    /// How many rows.
    pub rows: usize,
    /// What the columns are called, from the left; empty where squares have names of their own.
    pub column_names: Vec<String>,
    /// What the rows are called, from the top; empty where squares have names of their own.
    pub row_names: Vec<String>,
    /// What lies below the pieces: `felt`, `checkered` or `paper`.
    pub ground: &'static str,
    /// The squares, row by row from the top; places without a name and without a piece are left
    /// out.
    pub squares: Vec<ShownSquare>,
}

/// A square of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownSquare {
    /// Its column as it is drawn, from 0 at the left.
    pub column: usize,
    /// Its row as it is drawn, from 0 at the top.
    pub row: usize,
    /// What it is called; empty where the game gives it no name.
    pub name: String,
    /// Whether it is a dark square of a checkered board; left out where it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dark: bool,
    /// What stands there; left out where nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<ShownPiece>,
}

/// What stands on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownPiece {
    /// What it is.
    #[serde(flatten)]
    pub kind: PieceKind,
    /// How a screen reader says it: `black disc`.
    pub said: String,
}

/// What a piece is. Colours are words: `black`, `white`, `red`, `blue`, `yellow`, `green`.
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
    /// A square that is taken up by itself.
    Wall,
    /// The rule file's own sign.
    Letters {
        /// As it is.
        letters: String,
    },
}
