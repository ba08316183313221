//! The size of a board.

use super::look::Place;
use crate::logic::Term;

/// Where row 1 is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rows {
    /// At the top, as rows of text run.
    #[default]
    TopDown,
    /// At the bottom, as in chess.
    BottomUp,
}

/// The size of a board, and where its first row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub columns: usize,
    pub rows: usize,
    pub direction: Rows,
}

impl Grid {
    /// The place with this column and row, if it is on the grid.
    pub fn place(self, column: &Term, row: &Term) -> Option<Place> {
        let within = |term: &Term, most: usize| {
            let number = usize::try_from(term.as_integer()?).ok()?;
            (1..=most).contains(&number).then_some(number)
        };
        Some((within(column, self.columns)?, within(row, self.rows)?))
    }
}

/// The maximum number of columns or rows of a drawn board.
pub(super) const MAX_SIDE: usize = 1_000;
