//! Breakthrough by hand. Cell `8 * x + y` is column `x`, row `y`, both from 0; White goes up.

use super::{Cells, TwoSidedPosition};

#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    /// The pieces of the side to move.
    own: u64,
    other: u64,
    is_white: bool,
}

/// The row where White begins, and the row where Black begins.
const FIRST: u64 = 0x0101_0101_0101_0101;
const LAST: u64 = FIRST << 7;

/// The distances of the diagonal steps. For White, a step to the left is a shift down by `LEFT`,
/// one to the right a shift up by `RIGHT`. For Black, a step to the left is a shift down by
/// `RIGHT`, one to the right a shift up by `LEFT`.
const LEFT: u32 = 7;
const RIGHT: u32 = 9;

/// The legal moves: for each of the three ways the cells from which a piece may go. The ways are
/// straight ahead, to the column on the left, and to the one on the right.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    ways: [u64; 3],
    is_white: bool,
}

/// A move from one cell to another.
pub struct BreakthroughMove {
    from: u64,
    to: u64,
}

impl Steps {
    /// Returns the move from the cell `from` in the way with the number `way`.
    fn named(&self, from: u64, way: usize) -> BreakthroughMove {
        let to = match (way, self.is_white) {
            (0, true) => from << 1,
            (0, false) => from >> 1,
            (1, true) => from >> LEFT,
            (1, false) => from >> RIGHT,
            (_, true) => from << RIGHT,
            (_, false) => from << LEFT,
        };
        BreakthroughMove { from, to }
    }

    /// Returns the lowest cell from which a piece may go.
    fn lowest(&self) -> Option<u64> {
        let [straight, left, right] = self.ways;
        Cells(straight | left | right).next()
    }
}

impl Iterator for Steps {
    type Item = BreakthroughMove;

    fn next(&mut self) -> Option<BreakthroughMove> {
        let from = self.lowest()?;
        let way = self.ways.iter().position(|way| way & from != 0)?;
        self.ways[way] ^= from;
        Some(self.named(from, way))
    }

    fn nth(&mut self, mut number: usize) -> Option<BreakthroughMove> {
        loop {
            let from = self.lowest()?;
            let held = self.ways.iter().filter(|way| **way & from != 0).count();
            if number < held {
                break;
            }
            number -= held;
            self.ways.iter_mut().for_each(|way| *way &= !from);
        }
        for _ in 0..number {
            self.next();
        }
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.ways.iter().map(|way| way.count_ones() as usize).sum();
        (count, Some(count))
    }
}

impl ExactSizeIterator for Steps {}

impl Breakthrough {
    /// Whether the side that moved last has reached the far row or taken the last piece.
    fn is_over(self) -> bool {
        let far = if self.is_white { FIRST } else { LAST };
        self.other & far != 0 || self.own == 0
    }
}

impl TwoSidedPosition for Breakthrough {
    const START: Self = Self {
        own: FIRST | FIRST << 1,
        other: LAST | LAST >> 1,
        is_white: true,
    };

    type Moves = Steps;

    fn moves(self) -> Steps {
        let Self {
            own,
            other,
            is_white,
        } = self;
        let (free, open) = (!(own | other), !own);
        // While the game goes on, no piece stands on its far row. So a shift leads to the next
        // column at most.
        let ways = match () {
            () if self.is_over() => [0; 3],
            () if is_white => [
                own & (free >> 1),
                own & (open << LEFT),
                own & (open >> RIGHT),
            ],
            () => [
                own & (free << 1),
                own & (open << RIGHT),
                own & (open >> LEFT),
            ],
        };
        Steps { ways, is_white }
    }

    fn play(self, BreakthroughMove { from, to }: BreakthroughMove) -> Self {
        Self {
            own: self.other & !to,
            other: self.own ^ (from | to),
            is_white: !self.is_white,
        }
    }

    fn results(self) -> [u8; 2] {
        [0, 100]
    }
}
