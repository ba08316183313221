//! Tables by key.

use rustc_hash::FxHashMap;

use super::IndexKey;

/// Values by key.
#[derive(Clone, Debug)]
pub(super) enum KeyTable<T> {
    /// At most [`FEW`] keys: a linear search is quicker than hashing.
    Few(Box<[(IndexKey, T)]>),
    Many(FxHashMap<IndexKey, T>),
}

const FEW: usize = 6;

impl<T> KeyTable<T> {
    pub fn new(entries: Vec<(IndexKey, T)>) -> Self {
        if entries.len() <= FEW {
            KeyTable::Few(entries.into())
        } else {
            KeyTable::Many(entries.into_iter().collect())
        }
    }

    #[inline]
    pub fn get(&self, key: IndexKey) -> Option<&T> {
        match self {
            KeyTable::Few(entries) => entries
                .iter()
                .find(|(known, _)| *known == key)
                .map(|(_, value)| value),
            KeyTable::Many(entries) => entries.get(&key),
        }
    }
}
