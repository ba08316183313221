//! The signs of declared lines in a board that is written as text: where a line runs along a row or
//! along a column, it is seen on the places that are no part of the board.

use rustc_hash::FxHashMap;

use super::Look;
use crate::game::grid::Grid;

/// The signs of a line along a row, of one along a column, and of both.
const ALONG_ROW: &str = "-";
const ALONG_COLUMN: &str = "|";
const BOTH: &str = "+";

impl Look {
    /// Finds the signs of the lines, each between its ends. However many lines lie on one another,
    /// each place is looked at a few times only.
    pub(super) fn find_signs(&mut self, grid: Grid) {
        if self.off_board.is_empty() || self.lines.is_empty() {
            return;
        }
        // How many lines more begin than end at each place.
        let mut along_row = vec![0_i32; grid.columns * grid.rows];
        let mut along_column = along_row.clone();
        let index = |(column, row): (usize, usize)| (row - 1) * grid.columns + column - 1;
        for [(column, row), (other_column, other_row)] in &self.lines {
            let first = (*column.min(other_column), *row.min(other_row));
            let last = (*column.max(other_column), *row.max(other_row));
            let (lines, next) = match (row == other_row, column == other_column) {
                (true, false) => (&mut along_row, (first.0 + 1, first.1)),
                (false, true) => (&mut along_column, (first.0, first.1 + 1)),
                _ => continue,
            };
            lines[index(next)] += 1;
            lines[index(last)] -= 1;
        }
        let mut signs = FxHashMap::default();
        let mut above = vec![0; grid.columns];
        for (row, off_board) in self.off_board.chunks(grid.columns).enumerate() {
            let mut before = 0;
            for (column, is_off_board) in off_board.iter().enumerate() {
                let place = row * grid.columns + column;
                before += along_row[place];
                above[column] += along_column[place];
                let sign = match (before > 0, above[column] > 0) {
                    (true, false) => ALONG_ROW,
                    (false, true) => ALONG_COLUMN,
                    (true, true) => BOTH,
                    (false, false) => continue,
                };
                if *is_off_board {
                    signs.insert(place, sign);
                }
            }
        }
        self.signs = signs;
    }
}
