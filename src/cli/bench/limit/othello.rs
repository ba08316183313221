//! Othello by hand. Cell `8 * x + y` is column `x`, row `y`, both from 0.

use super::{Cells, TwoSidedPosition};

#[derive(Clone, Copy, Debug)]
pub struct Othello {
    /// The discs of the side to move.
    pub own: u64,
    pub other: u64,
}

/// The cells at which a line that changes rows can continue in both directions: all but those of
/// the first and the last row.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The distance between neighbours on each of the four lines, with the cells that can lie inside a
/// run on it.
const LINES: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, u64::MAX), (9, INNER)];

/// Returns the runs of `through` that begin beside a cell of `from`, towards higher cells. A run
/// has at most six cells. It is computed by doubling (parallel prefix, as P. M. Kogge and H. S.
/// Stone, 1973).
fn runs_up(from: u64, through: u64, step: u32) -> u64 {
    let pairs = through & (through << step);
    let one = through & (from << step);
    let two = one | (through & (one << step));
    let four = two | (pairs & (two << (2 * step)));
    four | (pairs & (four << (2 * step)))
}

/// Returns the same runs towards lower cells.
fn runs_down(from: u64, through: u64, step: u32) -> u64 {
    let pairs = through & (through >> step);
    let one = through & (from >> step);
    let two = one | (through & (one >> step));
    let four = two | (pairs & (two >> (2 * step)));
    four | (pairs & (four >> (2 * step)))
}

impl Othello {
    /// Returns the cells where the side to move may place a disc.
    pub fn places(self) -> u64 {
        let mut ends = 0;
        for (step, inner) in LINES {
            let through = self.other & inner;
            ends |= runs_up(self.own, through, step) << step;
            ends |= runs_down(self.own, through, step) >> step;
        }
        ends & !(self.own | self.other)
    }

    /// Returns the discs that a disc on `cell` turns.
    pub fn turned(self, cell: u64) -> u64 {
        let mut turned = 0;
        for (step, inner) in LINES {
            let through = self.other & inner;
            let up = runs_up(cell, through, step);
            if (up << step) & self.own != 0 {
                turned |= up;
            }
            let down = runs_down(cell, through, step);
            if (down >> step) & self.own != 0 {
                turned |= down;
            }
        }
        turned
    }

    /// Returns the same board with the other side to move.
    pub fn swapped(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }
}

/// The cells where a disc may be placed, or a pass if it is the only move.
#[derive(Clone, Copy, Debug)]
pub struct Placements {
    places: Cells,
    is_pass: bool,
}

impl Iterator for Placements {
    /// A cell, or none for a pass.
    type Item = Option<u64>;

    fn next(&mut self) -> Option<Option<u64>> {
        match self.places.next() {
            None if self.is_pass => {
                self.is_pass = false;
                Some(None)
            }
            None => None,
            place => Some(place),
        }
    }

    fn nth(&mut self, number: usize) -> Option<Option<u64>> {
        // A pass is the only move.
        if self.is_pass {
            self.next()
        } else {
            self.places.nth(number).map(Some)
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.places.len() + usize::from(self.is_pass);
        (count, Some(count))
    }
}

impl ExactSizeIterator for Placements {}

impl TwoSidedPosition for Othello {
    const START: Self = Self {
        own: 1 << 28 | 1 << 35,
        other: 1 << 27 | 1 << 36,
    };

    type Moves = Placements;

    fn moves(self) -> Placements {
        let places = self.places();
        Placements {
            places: Cells(places),
            is_pass: places == 0 && self.swapped().places() != 0,
        }
    }

    fn play(self, played: Option<u64>) -> Self {
        match played {
            None => self.swapped(),
            Some(cell) => {
                let turned = self.turned(cell);
                Self {
                    own: self.other ^ turned,
                    other: self.own | turned | cell,
                }
            }
        }
    }

    fn results(self) -> [u8; 2] {
        match self.own.count_ones().cmp(&self.other.count_ones()) {
            std::cmp::Ordering::Greater => [100, 0],
            std::cmp::Ordering::Equal => [50, 50],
            std::cmp::Ordering::Less => [0, 100],
        }
    }
}
