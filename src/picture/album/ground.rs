//! The board under the pieces: its squares and their names.

use super::{PixelSize, SIDE};
use crate::game::{Board, Rows};
use crate::picture::appearance::{self, Appearance};
use crate::picture::escape;

/// The width of the edge of a board with the names of its columns and rows, in pixels.
const EDGE: i64 = 22;

/// The board under the pieces, the same on all pages.
pub struct DrawnGround<'b> {
    board: &'b Board,
    appearance: &'b Appearance,
    /// The names of the columns, if the names of squares are made of columns and rows; then the
    /// names stand at the edges.
    columns: Option<Vec<String>>,
}

impl<'b> DrawnGround<'b> {
    pub fn new(board: &'b Board, appearance: &'b Appearance) -> Self {
        Self {
            board,
            appearance,
            columns: board.column_names(),
        }
    }

    /// The size of the board with its edges.
    pub fn size(&self) -> PixelSize {
        let edge = self.edge();
        PixelSize {
            width: edge + SIDE * self.board.columns as i64,
            height: edge + SIDE * self.board.rows as i64,
        }
    }

    /// The upper left corner of a square.
    pub fn corner(&self, column: usize, row: usize) -> (i64, i64) {
        let line = match self.board.direction {
            Rows::TopDown => row - 1,
            Rows::BottomUp => self.board.rows - row,
        };
        (self.edge() + SIDE * (column as i64 - 1), SIDE * line as i64)
    }

    /// The definition of the board, which all pages use.
    pub fn definition(&self) -> String {
        let mut svg = String::from("<g id=\"board\">\n");
        for (column, row) in self.board.squares() {
            let (x, y) = self.corner(column, row);
            let class = match self.appearance.ground() {
                appearance::Ground::Felt => "felt",
                appearance::Ground::Paper => "paper",
                appearance::Ground::Checkered
                    if self.appearance.is_dark(self.board, column, row) =>
                {
                    "dark"
                }
                appearance::Ground::Checkered => "light",
            };
            svg += &format!(
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>\n"
            );
            if let Some(name) = self
                .board
                .square_name(column, row)
                .filter(|_| self.columns.is_none())
            {
                svg += &format!(
                    "<text class=\"name\" x=\"{}\" y=\"{}\">{}</text>\n",
                    x + 3,
                    y + 10,
                    escape(&name)
                );
            }
        }
        svg + &self.edges() + "</g>\n"
    }

    fn edges(&self) -> String {
        let Some(names) = &self.columns else {
            return String::new();
        };
        let (below, beside) = (SIDE * self.board.rows as i64 + EDGE * 3 / 4, EDGE / 2);
        let edge = |x: i64, y: i64, name: &str| {
            format!(
                "<text class=\"edge\" x=\"{x}\" y=\"{y}\">{}</text>\n",
                escape(name)
            )
        };
        let columns = (1..)
            .zip(names)
            .map(|(column, name)| edge(self.corner(column, 1).0 + SIDE / 2, below, name));
        let rows = (1..=self.board.rows).map(|row| {
            edge(
                beside,
                self.corner(1, row).1 + SIDE / 2 + 4,
                &row.to_string(),
            )
        });
        columns.chain(rows).collect()
    }

    fn edge(&self) -> i64 {
        if self.columns.is_some() { EDGE } else { 0 }
    }
}
