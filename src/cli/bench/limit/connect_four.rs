//! Connect Four by hand. Cell `7 * x + y` is column `x`, row `y`, both from 0. The seventh cell of
//! a column stays free, so that no line continues from one column to the next.

use super::{Cells, TwoSidedPosition};

#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    /// The discs of the side to move.
    pub own: u64,
    pub other: u64,
}

/// The lowest cell of each column.
pub const FLOOR: u64 = 0x0000_0408_1020_4081;

/// The cells of the board, which has six rows.
pub const BOARD: u64 = FLOOR * 0b11_1111;

/// The distances between neighbours: upwards, to the right, and on the two diagonals.
const LINES: [u32; 4] = [1, 7, 8, 6];

/// Whether four of the discs lie in a line.
fn has_four(discs: u64) -> bool {
    LINES.into_iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl TwoSidedPosition for ConnectFour {
    const START: Self = Self { own: 0, other: 0 };

    type Moves = Cells;

    fn moves(self) -> Cells {
        // Only the side that moved last can have won.
        if has_four(self.other) {
            return Cells(0);
        }
        // A carry runs up each column to its first free cell.
        Cells(((self.own | self.other) + FLOOR) & BOARD)
    }

    fn play(self, cell: u64) -> Self {
        Self {
            own: self.other,
            other: self.own | cell,
        }
    }

    fn results(self) -> [u8; 2] {
        if has_four(self.other) {
            [0, 100]
        } else {
            [50, 50]
        }
    }
}
