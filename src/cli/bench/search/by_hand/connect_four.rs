//! Connect Four solved: who wins with best play.
//!
//! Two questions with null windows find the value: does the side to move win, and if not, does it
//! draw. A win at once is played and a threat is answered before anything else. Other moves come
//! from the middle column outwards, and none of them allows the other side to win at once. Equal
//! positions are known by a table; mirrored ones are not.

use regola::search::{Value, Watch};

use super::{ByHandAnswer, NodeCount};
use crate::bench::limit::connect_four::{BOARD, FLOOR};
use crate::bench::limit::{ConnectFour, TwoSidedPosition};

/// The columns from the middle outwards, as the shifts of their lowest cells.
const FROM_THE_MIDDLE: [u32; 7] = [21, 14, 28, 7, 35, 0, 42];
/// The cells of the first column, with the free cell above it.
const COLUMN: u64 = 0b111_1111;
/// The distances between neighbours on the lines that are not columns.
const SLANTED_LINES: [u32; 3] = [6, 7, 8];

/// The results for the side to move.
const LOSS: i8 = -1;
const DRAW: i8 = 0;
const WIN: i8 = 1;

/// Solves a position that goes on, with a table of 2 to the power of `table_bits` entries, each of 8
/// bytes. Returns none if the watcher stops the search.
pub fn value(board: ConnectFour, table_bits: u32, watch: &mut dyn Watch) -> Option<ByHandAnswer> {
    let mut search = ConnectFourSearch {
        table: ConnectFourTable::new(table_bits),
        count: NodeCount::new(watch),
    };
    let value = match search.is_more_than(board, LOSS)? {
        false => Value::LOSS,
        true if search.is_more_than(board, DRAW)? => Value::WIN,
        true => Value::DRAW,
    };
    Some(ByHandAnswer {
        value,
        nodes: search.count.nodes,
    })
}

/// A running search.
struct ConnectFourSearch<'w> {
    table: ConnectFourTable,
    count: NodeCount<'w>,
}

impl ConnectFourSearch<'_> {
    /// Whether the side to move reaches more than `least`, which is a loss or a draw.
    fn is_more_than(&mut self, board: ConnectFour, least: i8) -> Option<bool> {
        self.count.count()?;
        let ConnectFour { own, other } = board;
        let taken = own | other;
        let open = (taken + FLOOR) & BOARD;
        if open & completing(own) != 0 {
            return Some(WIN > least);
        }
        let threats = completing(other) & !taken;
        let forced = open & threats;
        if forced & forced.wrapping_sub(1) != 0 {
            return Some(LOSS > least);
        }
        // A disc below a threat allows the other side to win.
        let safe = match forced {
            0 => open & !(threats >> 1),
            _ => forced & !(threats >> 1),
        };
        if safe == 0 {
            // Either the board is full, or each move loses.
            return Some(open == 0 && DRAW > least);
        }
        let key = key(board);
        if let Some(is_more) = self.table.find(key, least) {
            return Some(is_more);
        }
        let before = self.count.nodes;
        let is_more = self.has_move_to_more(board, safe, least)?;
        let work = self.count.nodes - before + 1;
        self.table.keep(key, least, is_more, work);
        Some(is_more)
    }

    /// Whether one of the moves reaches more than `least`.
    fn has_move_to_more(&mut self, board: ConnectFour, safe: u64, least: i8) -> Option<bool> {
        let mut moves = [PromisingMove::default(); FROM_THE_MIDDLE.len()];
        let count = list(board, safe, &mut moves);
        for PromisingMove { cell, .. } in &moves[..count] {
            // More for one side is not more for the other.
            if !self.is_more_than(board.play(*cell), -1 - least)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// A move, and the number of cells that would complete a line after it.
#[derive(Clone, Copy, Default)]
struct PromisingMove {
    threats: u32,
    cell: u64,
}

/// Lists the moves, those with the most threats first, and returns their number. Of equally many
/// threats the move nearer to the middle comes first.
fn list(
    board: ConnectFour,
    safe: u64,
    moves: &mut [PromisingMove; FROM_THE_MIDDLE.len()],
) -> usize {
    let free = !(board.own | board.other);
    let mut count = 0;
    for column in FROM_THE_MIDDLE {
        let cell = safe & (COLUMN << column);
        if cell == 0 {
            continue;
        }
        let threats = (completing(board.own | cell) & free).count_ones();
        let place = moves[..count]
            .iter()
            .take_while(|earlier| earlier.threats >= threats)
            .count();
        moves.copy_within(place..count, place + 1);
        moves[place] = PromisingMove { threats, cell };
        count += 1;
    }
    count
}

/// Returns the cells that would complete a line of four with these discs, taken or not.
fn completing(discs: u64) -> u64 {
    let column = (discs << 1) & (discs << 2) & (discs << 3);
    let slanted = SLANTED_LINES.into_iter().fold(0, |cells, step| {
        let [up, down] = [
            (discs << step) & (discs << (2 * step)),
            (discs >> step) & (discs >> (2 * step)),
        ];
        let ends = (up & (discs << (3 * step))) | (down & (discs >> (3 * step)));
        let gaps = (up & (discs >> step)) | (down & (discs << step));
        cells | ends | gaps
    });
    (column | slanted) & BOARD
}

/// Returns a number of 49 bits that only this position has: in each column a carry lies above the
/// discs, and below it are those of the side to move.
fn key(board: ConnectFour) -> u64 {
    board.own + (board.own | board.other) + FLOOR
}

/// The positions that have been searched. Two entries share a bucket: the first is replaced only by
/// a search with as much work, the other by each.
struct ConnectFourTable {
    buckets: Vec<[u64; 2]>,
    /// The bits of a hash value that are not used.
    shift: u32,
}

/// The bits of an entry: above the key what is known, then the logarithm of the work.
const KEY_BITS: u32 = 49;
const KNOWN_BITS: u32 = 4;
const KEY: u64 = (1 << KEY_BITS) - 1;

impl ConnectFourTable {
    fn new(bits: u32) -> Self {
        let bits = bits - 1;
        Self {
            buckets: vec![[0; 2]; 1 << bits],
            shift: u64::BITS - bits,
        }
    }

    fn bucket(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Returns whether the value is more than `least`, if that is known.
    fn find(&self, key: u64, least: i8) -> Option<bool> {
        let bucket = &self.buckets[self.bucket(key)];
        let known = bucket.iter().find(|entry| **entry & KEY == key)? >> KEY_BITS;
        match known >> question(least) & 0b11 {
            0 => None,
            answer => Some(answer == 1),
        }
    }

    fn keep(&mut self, key: u64, least: i8, is_more: bool, work: u64) {
        let at = self.bucket(key);
        let [by_work, latest] = &mut self.buckets[at];
        let known = (if is_more { 1 } else { 2 }) << (KEY_BITS + question(least));
        let work = u64::from(work.ilog2()) << (KEY_BITS + KNOWN_BITS);
        let own = |entry: u64| {
            if entry & KEY == key {
                entry & ENTRY_WITHOUT_WORK
            } else {
                0
            }
        };
        let entry = key | known | work | own(*by_work) | own(*latest);
        if *by_work & KEY == key || entry & !ENTRY_WITHOUT_WORK >= *by_work & !ENTRY_WITHOUT_WORK {
            if *by_work & KEY != key {
                *latest = *by_work;
            }
            *by_work = entry;
        } else {
            *latest = entry;
        }
    }
}

/// The bits of the key and of what is known.
const ENTRY_WITHOUT_WORK: u64 = (1 << (KEY_BITS + KNOWN_BITS)) - 1;

/// Returns the place of the answer to a question: whether the value is more than `least`.
fn question(least: i8) -> u32 {
    if least == LOSS { 0 } else { 2 }
}
