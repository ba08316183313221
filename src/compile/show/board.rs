//! Sets of lanes as pictures of a board.

use crate::compile::families::{LaneSet, Space};

/// The widest board that is drawn.
const WIDEST: usize = 40;

/// A board with `#` on the lanes of a set and `.` on the others: the first key to the right, the
/// second one up. No lines where there are more keys, or the board is too wide.
pub(super) fn picture(space: &Space, lanes: &LaneSet) -> Vec<String> {
    let (columns, rows) = match space.sizes()[..] {
        [columns] => (columns, 1),
        [columns, rows] => (columns, rows),
        _ => return Vec::new(),
    };
    if columns > WIDEST {
        return Vec::new();
    }
    let square =
        |column: usize, row: usize| match lanes.contains(space.lane_of_cell(column * rows + row)) {
            true => "#",
            false => ".",
        };
    let drawn = |row: usize| {
        (0..columns)
            .map(|column| square(column, row))
            .collect::<Vec<_>>()
            .join(" ")
    };
    (0..rows).rev().map(drawn).collect()
}
