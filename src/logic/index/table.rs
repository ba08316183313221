//! What is known by key.

use rustc_hash::FxHashMap;

use super::Key;

/// Values by key.
#[derive(Clone, Debug)]
pub(super) enum Table<T> {
    /// So few keys that looking at one after another is quicker than hashing.
    Few(Box<[(Key, T)]>),
    Many(FxHashMap<Key, T>),
}

const FEW: usize = 6;

impl<T> Table<T> {
    pub fn new(entries: Vec<(Key, T)>) -> Self {
        if entries.len() <= FEW {
            Table::Few(entries.into())
        } else {
            Table::Many(entries.into_iter().collect())
        }
    }

    #[inline]
    pub fn get(&self, key: Key) -> Option<&T> {
        match self {
            Table::Few(entries) => entries
                .iter()
                .find(|(known, _)| *known == key)
                .map(|(_, value)| value),
            Table::Many(entries) => entries.get(&key),
        }
    }
}
