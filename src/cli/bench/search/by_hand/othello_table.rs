//! The table of the searches of Othello: positions that have been searched, each with a bound of its
//! value.

use crate::bench::limit::Othello;

/// The number of the best move if there is none.
const NO_MOVE: u8 = 64;

/// How a kept value relates to the value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptBound {
    Exact = 1,
    AtLeast = 2,
    AtMost = 3,
}

impl KeptBound {
    /// Returns the bound that a search with this window has shown.
    pub fn of(value: i32, alpha: i32, beta: i32) -> Self {
        match value {
            value if value <= alpha => Self::AtMost,
            value if value >= beta => Self::AtLeast,
            _ => Self::Exact,
        }
    }
}

/// The knowledge about a position.
#[derive(Clone, Copy, Debug)]
pub struct KeptSearch {
    pub value: i32,
    pub bound: KeptBound,
    /// The depth of the search in plies.
    pub depth: u8,
    /// The cell of the best move; 0 if there is none.
    pub best: u64,
}

impl KeptSearch {
    /// Returns the value of the position if it is known well enough for a window.
    pub fn value_within(&self, alpha: i32, beta: i32) -> Option<i32> {
        let is_enough = match self.bound {
            KeptBound::Exact => true,
            KeptBound::AtLeast => self.value >= beta,
            KeptBound::AtMost => self.value <= alpha,
        };
        is_enough.then_some(self.value)
    }

    fn pack(&self) -> u64 {
        // A cell is one bit; 64 stands for no cell.
        let best = self.best.trailing_zeros() as u8;
        u64::from(self.value.cast_unsigned()) << 32
            | u64::from(self.depth) << 16
            | u64::from(best) << 8
            | self.bound as u64
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data & 0xff {
            1 => KeptBound::Exact,
            2 => KeptBound::AtLeast,
            3 => KeptBound::AtMost,
            _ => return None,
        };
        let best = (data >> 8) as u8;
        Some(Self {
            value: ((data >> 32) as u32).cast_signed(),
            bound,
            depth: (data >> 16) as u8,
            best: if best < NO_MOVE { 1 << best } else { 0 },
        })
    }
}

/// A table with one entry for each hash value; a later search replaces an earlier one. An entry is
/// both words of the board, and the packed result.
pub struct OthelloTable {
    entries: Vec<[u64; 3]>,
    /// The bits of a hash value that are not used.
    shift: u32,
}

impl OthelloTable {
    /// Returns an empty table of 2 to the power of `bits` entries. A small search is quicker with a
    /// small table, which stays in the cache.
    pub fn new(bits: u32) -> Self {
        Self {
            entries: vec![[0; 3]; 1 << bits],
            shift: u64::BITS - bits,
        }
    }

    pub fn find(&self, board: Othello) -> Option<KeptSearch> {
        let [own, other, data] = self.entries[self.place(board)];
        match own == board.own && other == board.other {
            true => KeptSearch::unpack(data),
            false => None,
        }
    }

    pub fn keep(&mut self, board: Othello, search: KeptSearch) {
        let place = self.place(board);
        self.entries[place] = [board.own, board.other, search.pack()];
    }

    /// Returns the place of a board: its words times odd constants (D. E. Knuth, "The Art of
    /// Computer Programming", volume 3, section 6.4).
    fn place(&self, board: Othello) -> usize {
        let other = board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = board.own.wrapping_mul(MULTIPLIER) ^ other.rotate_left(32);
        (mixed.wrapping_mul(MULTIPLIER) >> self.shift) as usize
    }
}

/// 2 to the power of 64, divided by the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
