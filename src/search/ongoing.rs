//! The moves that the threads of a search are searching now.
//!
//! A table of fixed size without locks: threads that write to one place at once lose a move, which
//! is then searched twice. Knows nothing of games or of values.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::{MoveNumber, folded};

/// The buckets, a power of two. Some ten moves a thread are searched at a time.
const BUCKETS: usize = 1 << 12;
/// The moves in a bucket.
const PLACES: usize = 4;

/// A set of moves, each with the key of its position.
#[derive(Debug)]
pub(super) struct Ongoing(Vec<[AtomicU64; PLACES]>);

impl Ongoing {
    pub fn new() -> Self {
        let empty = std::iter::repeat_with(<[AtomicU64; PLACES]>::default);
        Self(empty.take(BUCKETS).collect())
    }

    pub fn contains(&self, key: u128, played: MoveNumber) -> bool {
        let mark = mark(key, played);
        self.bucket(mark).iter().any(|place| holds(place, mark))
    }

    /// Adds a move. It takes the place of another one if its bucket is full.
    pub fn insert(&self, key: u128, played: MoveNumber) {
        let mark = mark(key, played);
        let bucket = self.bucket(mark);
        let is_free = |place: &&AtomicU64| holds(place, 0) || holds(place, mark);
        let place = bucket.iter().find(is_free).unwrap_or(&bucket[0]);
        place.store(mark, Ordering::Relaxed);
    }

    pub fn remove(&self, key: u128, played: MoveNumber) {
        let mark = mark(key, played);
        for place in self.bucket(mark) {
            if holds(place, mark) {
                place.store(0, Ordering::Relaxed);
            }
        }
    }

    fn bucket(&self, mark: u64) -> &[AtomicU64; PLACES] {
        &self.0[(mark >> 32) as usize & (BUCKETS - 1)]
    }
}

fn holds(place: &AtomicU64, mark: u64) -> bool {
    place.load(Ordering::Relaxed) == mark
}

/// A number for a move in a position, never 0.
fn mark(key: u128, played: MoveNumber) -> u64 {
    let mixed = u64::from(played.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    folded(
        (key >> 64) as u64 ^ mixed,
        key as u64 ^ mixed.rotate_left(32),
    ) | 1
}
