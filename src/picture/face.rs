//! A position in a picture: a board, or lines of facts.

use crate::game::{Board, Error, Position, Rows, Rules};

/// A position in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Face {
    /// A board, if the game draws one.
    Board(Board),
    /// Otherwise lines of facts.
    Facts(Vec<String>),
}

impl Face {
    /// The board of a position, if the game draws one; `rows` overrides where the game draws row 1.
    pub(super) fn drawn_board(
        rules: &Rules,
        position: &Position,
        rows: Option<Rows>,
    ) -> Result<Option<Face>, Error> {
        let Some(mut board) = rules.board(position)? else {
            return Ok(None);
        };
        board.direction = rows.unwrap_or(board.direction);
        Ok(Some(Face::Board(board)))
    }

    /// The board, if there is one.
    pub(super) fn board(&self) -> Option<&Board> {
        match self {
            Face::Board(board) => Some(board),
            Face::Facts(_) => None,
        }
    }

    /// The number of bytes that it takes, roughly.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Face::Board(board) => board.bytes(),
            Face::Facts(lines) => lines
                .iter()
                .map(|line| size_of::<String>() + line.len())
                .sum(),
        }
    }
}

/// The glyphs of a board, row by row from the top.
pub(super) fn glyph_rows(board: &Board) -> impl Iterator<Item = Vec<Option<&str>>> {
    (1..=board.rows).map(move |line| {
        (1..=board.columns)
            .map(|column| board.glyph(column, board.line(line)))
            .collect()
    })
}
