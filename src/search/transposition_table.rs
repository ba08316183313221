//! A table of positions that have been searched, which several threads may share.
//! (R. D. Greenblatt, D. E. Eastlake and S. D. Crocker, "The Greenblatt Chess Program", 1967.)
//!
//! The key of an entry is the fingerprint of its position, 128 bits, kept whole: it is all but
//! impossible that two positions are confused. An entry takes 32 bytes. Two entries share a bucket:
//! one is replaced only by a deeper search or by a later one, the other one by anything (D. M.
//! Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Replacement Schemes for Transposition
//! Tables", 1994).
//!
//! Threads need no lock: an entry is four words, and two of them are the key combined with the
//! other two, so that an entry written by two threads at once has a key that nobody asks for
//! (R. Hyatt and T. Mann, "A Lockless Transposition Table Implementation for Parallel Search",
//! 2002).
//!
//! A table begins small and grows while it is not shared, so that a short search need not clear
//! much memory. Knows nothing of games or of searches, but that a host which keeps a table keeps the
//! tree of [Monte-Carlo tree search](super::monte_carlo) with it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::monte_carlo::LastTrees;
use super::options::Options;
use super::prefetch::prefetch;
use super::value::Value;
use crate::game::{MoveNumber, folded};

/// The bytes of an entry.
const ENTRY_BYTES: usize = 32;
/// The buckets of a new table, of two entries each.
const FIRST_BUCKETS: usize = 1 << 12;
/// A table grows when more than one in this number of its slots is in use, so that little is forgotten
/// while there is room.
const LEAST_SHARE: usize = 2;
/// The bytes of a mebibyte.
const MEBIBYTE: usize = 1 << 20;

/// How a value relates to the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is this or greater.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

/// The result of a search from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub value: Value,
    pub bound: Bound,
    /// The depth of the search in plies, at most [`Entry::MAX_DEPTH`].
    pub depth: usize,
    /// Whether no line of the search was cut off at its depth.
    pub is_complete: bool,
    /// The best move, or the one that was good enough.
    pub best: Option<MoveNumber>,
}

impl Entry {
    /// The greatest depth that an entry can have.
    pub const MAX_DEPTH: usize = u16::MAX as usize;

    /// The second word of data; never 0.
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        u64::from(self.best.map_or(0, |best| best.0)) << 32
            | (self.depth as u64) << 16
            | u64::from(age) << 8
            | u64::from(self.best.is_some()) << 3
            | u64::from(self.is_complete) << 2
            | bound
    }

    fn unpack(value: u64, data: u64) -> Option<Self> {
        let bound = match data & 3 {
            0 => return None,
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        Some(Self {
            value: Value::from_number(value.cast_signed()),
            bound,
            depth: depth_of(data),
            is_complete: data >> 2 & 1 == 1,
            best: (data >> 3 & 1 == 1).then_some(MoveNumber((data >> 32) as u32)),
        })
    }
}

fn depth_of(data: u64) -> usize {
    (data >> 16 & 0xffff) as usize
}

fn age_of(data: u64) -> u8 {
    (data >> 8) as u8
}

/// A place for an entry.
#[derive(Debug, Default)]
struct Slot([AtomicU64; 4]);

/// The places for the entries of some keys: first the one for deep searches. A bucket is one cache
/// line, so that a look into the table waits for memory once.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

impl Slot {
    /// The words: first the key combined with the data, then the data.
    fn load(&self) -> [u64; 4] {
        self.0.each_ref().map(|word| word.load(Ordering::Relaxed))
    }

    fn store(&self, words: [u64; 4]) {
        for (place, word) in self.0.iter().zip(words) {
            place.store(word, Ordering::Relaxed);
        }
    }
}

/// The key that the words of a slot are for.
fn key_of([first, second, value, data]: [u64; 4]) -> u128 {
    let [first, second] = combined([first, second], value, data);
    u128::from(first) << 64 | u128::from(second)
}

/// A key combined with data; the same again gives the key.
fn combined([first, second]: [u64; 2], value: u64, data: u64) -> [u64; 2] {
    [
        first ^ value ^ data.rotate_left(21),
        second ^ data ^ value.rotate_left(43),
    ]
}

/// Buckets, a power of two. To double their number, as many are added: those that are there stay in
/// place, so that a table that grows touches no more memory than one that was large from the start.
#[derive(Debug)]
struct Buckets {
    /// The first buckets, then by doubling the ones that it added.
    parts: Vec<Box<[Bucket]>>,
    len: usize,
}

impl Buckets {
    /// Creates empty buckets, a power of two.
    fn new(len: usize) -> Self {
        Self {
            parts: vec![empty_buckets(len)],
            len,
        }
    }

    /// Adds as many buckets as there are. Each entry stays in its bucket or goes to the new one that
    /// has the same number but for the highest bit.
    fn double(&mut self) {
        let added = empty_buckets(self.len);
        self.len *= 2;
        let old = self.parts.iter().flatten();
        for (old, new) in old.zip(&added) {
            for (old, new) in old.0.iter().zip(&new.0) {
                let words = old.load();
                if words[3] != 0 && self.number_of(key_of(words)) >= added.len() {
                    new.store(words);
                    old.store([0; 4]);
                }
            }
        }
        self.parts.push(added);
    }

    #[inline]
    fn of_key(&self, key: u128) -> &Bucket {
        let number = self.number_of(key);
        let first = self.parts[0].len();
        let doublings = number >> first.trailing_zeros();
        match doublings.checked_ilog2() {
            None => &self.parts[0][number],
            Some(part) => &self.parts[part as usize + 1][number - (first << part)],
        }
    }

    fn number_of(&self, key: u128) -> usize {
        let mixed = folded((key >> 64) as u64 ^ MIXERS[0], key as u64 ^ MIXERS[1]);
        let number = (mixed.wrapping_mul(MIXERS[0]) >> 20) as usize;
        number & (self.len - 1)
    }
}

/// Numbers without a pattern in their bits: the fractions of the golden ratio and of the square
/// root of three.
const MIXERS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbb67_ae85_84ca_a73b];

fn empty_buckets(count: usize) -> Box<[Bucket]> {
    std::iter::repeat_with(Bucket::default)
        .take(count)
        .collect()
}

/// A table of limited size, by fingerprints.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Buckets,
    /// The most buckets that it grows to.
    limit: usize,
    /// The slots that are in use.
    used: AtomicUsize,
    /// The number of the search, which wraps around.
    age: u8,
    /// The trees of the last Monte-Carlo tree search.
    pub(super) last_trees: LastTrees,
}

impl TranspositionTable {
    /// The size of a table by default, in mebibytes.
    pub const DEFAULT_MEBIBYTES: usize = 64;

    /// Creates a table that grows to at most `mebibytes`, rounded down to a power of two; at least
    /// one.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self::of_positions(mebibytes.max(1).saturating_mul(MEBIBYTE / ENTRY_BYTES))
    }

    /// Creates a table that grows to at most so many positions, rounded down to a power of two; at
    /// least two.
    #[must_use]
    pub fn of_positions(positions: usize) -> Self {
        let limit = 1 << (positions / 2).max(1).ilog2();
        Self {
            buckets: Buckets::new(FIRST_BUCKETS.min(limit)),
            limit,
            used: AtomicUsize::new(0),
            age: 0,
            last_trees: LastTrees::default(),
        }
    }

    /// Creates a table of the size that the options ask for.
    #[must_use]
    pub fn of_options(options: &Options) -> Self {
        let bytes = options.table.saturating_mul(ENTRY_BYTES);
        Self::new(match options.table {
            0 => Self::DEFAULT_MEBIBYTES,
            _ => bytes.div_ceil(MEBIBYTE),
        })
    }

    /// The number of entries that are in use, and the number for which there is room now.
    #[must_use]
    pub fn fill(&self) -> (usize, usize) {
        (self.used.load(Ordering::Relaxed), 2 * self.buckets.len)
    }

    /// The part of the greatest size that is in use, in percent.
    pub(super) fn percent(&self) -> u8 {
        let used = self.used.load(Ordering::Relaxed).saturating_mul(100);
        u8::try_from(used / (2 * self.limit)).unwrap_or(100)
    }

    /// Begins a new search: entries of earlier ones are the first that are replaced.
    pub(super) fn begin(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Doubles the table while it [wants room](Self::wants_room), up to its limit.
    #[inline]
    pub(super) fn grow(&mut self) {
        self.grow_beyond(LEAST_SHARE);
    }

    /// Doubles the table while more than one in `share` of its slots is in use, up to its limit.
    #[inline]
    pub(super) fn grow_beyond(&mut self, share: usize) {
        while self.can_grow_beyond(share) {
            self.buckets.double();
        }
    }

    /// Whether the table should grow, and can.
    pub(super) fn wants_room(&self) -> bool {
        self.can_grow_beyond(LEAST_SHARE)
    }

    /// Whether more than one in `share` of the slots is in use, and the limit is not reached.
    #[inline]
    fn can_grow_beyond(&self, share: usize) -> bool {
        let (used, slots) = self.fill();
        self.buckets.len < self.limit && used * share > slots
    }

    /// Begins to fetch what is known about a position from memory: a later [`get`](Self::get) waits
    /// less.
    #[inline]
    pub(super) fn prefetch(&self, key: u128) {
        prefetch(self.buckets.of_key(key));
    }

    /// What is known about a position.
    pub(super) fn get(&self, key: u128) -> Option<Entry> {
        self.buckets
            .of_key(key)
            .0
            .iter()
            .map(Slot::load)
            .find(|words| words[3] != 0 && key_of(*words) == key)
            .and_then(|words| Entry::unpack(words[2], words[3]))
    }

    /// Keeps what was found out about a position.
    pub(super) fn insert(&self, key: u128, entry: Entry) {
        let value = entry.value.number().cast_unsigned();
        let data = entry.pack(self.age);
        let halves = [(key >> 64) as u64, key as u64];
        let [first, second] = combined(halves, value, data);
        self.place(key, [first, second, value, data]);
    }

    /// Writes words to a slot of their bucket. An entry that gives way to a deeper one takes the
    /// place of the other one.
    fn place(&self, key: u128, words: [u64; 4]) {
        let Bucket([deep, recent]) = self.buckets.of_key(key);
        let old = deep.load();
        let is_same = old[3] != 0 && key_of(old) == key;
        let gives_way = old[3] == 0
            || age_of(old[3]) != age_of(words[3])
            || depth_of(old[3]) <= depth_of(words[3]);
        if is_same || old[3] == 0 {
            self.used
                .fetch_add(usize::from(!is_same), Ordering::Relaxed);
            deep.store(words);
            return;
        }
        let is_free = recent.load()[3] == 0;
        self.used.fetch_add(usize::from(is_free), Ordering::Relaxed);
        recent.store(if gives_way { old } else { words });
        if gives_way {
            deep.store(words);
        }
    }
}
