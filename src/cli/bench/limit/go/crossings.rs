//! Sets of crossings of a board, as bits. The cell behind the last one of a row stays free, so that no chain
//! continues from one row to the next.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::bench::limit::Cells;

/// A set of crossings of a board of one size.
pub trait Crossings:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// No crossing.
    const NONE: Self;
    /// All crossings of the board.
    const BOARD: Self;

    /// The cells next to these. Some can lie off the board.
    fn beside(self) -> Self;

    /// The first cell, or none.
    fn lowest(self) -> Self;

    /// Whether there are two cells or more.
    fn has_several(self) -> bool;

    /// The number of cells.
    fn count(self) -> u32;

    /// These cells without the first `number`, of which there are more.
    fn without_first(self, number: usize) -> Self;

    /// Whether there is no cell.
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

/// On nine by nine crossings: cell `10 * y + x` is column `x`, row `y`, both from 0.
impl Crossings for u128 {
    const NONE: Self = 0;

    const BOARD: Self = {
        let (mut board, mut row) = (0, 0);
        while row < 9 {
            board |= 0x1ff << (10 * row);
            row += 1;
        }
        board
    };

    fn beside(self) -> Self {
        self << 1 | self >> 1 | self << 10 | self >> 10
    }

    fn lowest(self) -> Self {
        self & self.wrapping_neg()
    }

    fn has_several(self) -> bool {
        self & self.wrapping_sub(1) != 0
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn without_first(self, number: usize) -> Self {
        let [low, high] = [self as u64, (self >> 64) as u64];
        let in_low = low.count_ones() as usize;
        match number < in_low {
            true => u128::from(without_first(low, number)) | u128::from(high) << 64,
            false => u128::from(without_first(high, number - in_low)) << 64,
        }
    }
}

/// How many words have the cells of nineteen rows.
const WORDS: usize = 6;

/// The cells of a row of nineteen crossings, and the one behind them.
const ROW: usize = 20;

/// On nineteen by nineteen crossings: cell `20 * y + x` is column `x`, row `y`, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide([u64; WORDS]);

impl Wide {
    fn zip(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| operation(self.0[at], other.0[at])))
    }

    /// Each cell `places` further on; fewer than 64.
    fn further<const PLACES: usize>(self) -> Self {
        let before = |at: usize| if at == 0 { 0 } else { self.0[at - 1] };
        Self(std::array::from_fn(|at| {
            self.0[at] << PLACES | before(at) >> (64 - PLACES)
        }))
    }

    /// Each cell `places` back; fewer than 64.
    fn back<const PLACES: usize>(self) -> Self {
        let behind = |at: usize| self.0.get(at + 1).copied().unwrap_or(0);
        Self(std::array::from_fn(|at| {
            self.0[at] >> PLACES | behind(at) << (64 - PLACES)
        }))
    }
}

impl BitAnd for Wide {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(other, |one, other| one & other)
    }
}

impl BitOr for Wide {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(other, |one, other| one | other)
    }
}

impl BitXor for Wide {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |one, other| one ^ other)
    }
}

impl Not for Wide {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Crossings for Wide {
    const NONE: Self = Self([0; WORDS]);

    const BOARD: Self = {
        let (mut board, mut cell) = ([0; WORDS], 0);
        while cell < ROW * (ROW - 1) {
            if cell % ROW < ROW - 1 {
                board[cell / 64] |= 1 << (cell % 64);
            }
            cell += 1;
        }
        Self(board)
    };

    fn beside(self) -> Self {
        self.further::<1>() | self.back::<1>() | self.further::<ROW>() | self.back::<ROW>()
    }

    fn lowest(self) -> Self {
        let mut lowest = Self::NONE;
        if let Some(at) = self.0.iter().position(|word| *word != 0) {
            lowest.0[at] = self.0[at] & self.0[at].wrapping_neg();
        }
        lowest
    }

    fn has_several(self) -> bool {
        self.count() > 1
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn without_first(mut self, mut number: usize) -> Self {
        for word in &mut self.0 {
            let count = word.count_ones() as usize;
            if number < count {
                *word = without_first(*word, number);
                break;
            }
            number -= count;
            *word = 0;
        }
        self
    }
}

/// The cells of a word without the first `number`.
fn without_first(word: u64, number: usize) -> u64 {
    let mut cells = Cells(word);
    if number > 0 {
        cells.nth(number - 1);
    }
    cells.0
}
