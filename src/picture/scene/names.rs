//! The names of columns and rows at the edges of a board.

use super::{SIDE, Scene};

/// The name of a column or a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeName {
    /// The name.
    pub text: String,
    /// Its middle, in units from the upper left corner of the board.
    pub x: i64,
    /// Its middle, in units from the upper left corner of the board.
    pub y: i64,
}

/// The width of the edges that have the names, in units.
pub const EDGE: i64 = 22;

impl Scene<'_> {
    /// The names at the left and lower edges; none if the game has its own names for squares.
    #[must_use]
    pub fn edge_names(&self) -> Vec<EdgeName> {
        let Some(columns) = self.board.column_names() else {
            return Vec::new();
        };
        let lowest = self.board.line(self.board.rows);
        let below = self.size().height + EDGE / 2;
        let columns = (1..).zip(columns).map(|(column, text)| EdgeName {
            text,
            x: self.corner(column, lowest).0 + SIDE / 2,
            y: below,
        });
        let rows = (1..=self.board.rows).map(|row| {
            let (x, y) = self.corner(1, row);
            EdgeName {
                text: row.to_string(),
                x: x - self.rim() - EDGE / 2,
                y: y + SIDE / 2,
            }
        });
        columns.chain(rows).collect()
    }
}
