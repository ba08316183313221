//! A table of limited size, with positions or their fingerprints as keys.
//!
//! Hashes of 64 bits are not enough: two positions with one hash would be confused, and an answer that
//! must be right would be right almost always. Fingerprints of 128 bits are. Positions themselves take
//! more memory; a persistent position shares most of it with others.
//!
//! What goes when the table is full: entries live in two generations of half the size each. A new
//! entry, and an old one that is asked for, goes to the young generation; when that is full it
//! becomes the old one, and the old one is forgotten as a whole. So nothing is forgotten while half
//! the size is enough, and what was used lately stays: the least recently used goes, as nearly as
//! one bit an entry can tell (compare F. J. Corbató's CLOCK, "A Paging Experiment with the Multics
//! System", 1969). Game programs more often replace entry by entry in a fixed array, by the size of
//! the tree below (D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Replacement
//! Schemes for Transposition Tables", 1994); but there positions drive each other out long before
//! the array is full, and counts of positions would hang on accidents of hashing.

use std::borrow::Borrow;
use std::hash::Hash;
use std::mem;

use rustc_hash::FxHashMap;

/// A table that holds at most `capacity` entries. It always holds the most recently used ones, up
/// to half the capacity.
#[derive(Clone, Debug)]
pub struct Table<K, V> {
    young: FxHashMap<K, V>,
    old: FxHashMap<K, V>,
    /// The maximum number of entries of a generation.
    half: usize,
}

impl<K: Eq + Hash, V> Table<K, V> {
    /// Creates an empty table for `capacity` entries, at least two.
    pub fn new(capacity: usize) -> Self {
        Table {
            young: FxHashMap::default(),
            old: FxHashMap::default(),
            half: (capacity / 2).max(1),
        }
    }

    /// The value of a key, which thereby counts as used.
    pub fn get<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        if let Some((key, value)) = self.old.remove_entry(key) {
            self.insert(key, value);
        }
        self.young.get(key)
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        self.old.remove(&key);
        if self.young.len() >= self.half && !self.young.contains_key(&key) {
            self.forget_the_oldest();
        }
        self.young.insert(key, value);
    }

    /// Forgets the entries of the old generation; the young one becomes the old one.
    pub fn forget_the_oldest(&mut self) {
        self.old = mem::take(&mut self.young);
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
