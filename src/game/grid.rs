//! The size of a board.

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

/// The maximum number of columns or rows of a drawn board.
pub(super) const MAX_SIDE: usize = 1_000;
