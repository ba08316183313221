//! Sets of lanes.

use smallvec::{SmallVec, smallvec};

/// The places of the bits of a word that are set, in order.
pub fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.checked_sub(1)?;
        Some(bit)
    })
}

/// A set of lanes of one space, as bits. The bits of most boards fit into two words, which stand in place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LaneSet {
    words: SmallVec<[u64; 2]>,
}

impl LaneSet {
    /// No lane, of so many.
    #[must_use]
    pub fn empty(lanes: usize) -> Self {
        Self {
            words: smallvec![0; lanes.div_ceil(64)],
        }
    }

    /// All bits of the words for so many lanes, those that are no lane too.
    #[must_use]
    pub fn all_bits(lanes: usize) -> Self {
        Self {
            words: smallvec![u64::MAX; lanes.div_ceil(64)],
        }
    }

    /// Adds a lane.
    pub fn insert(&mut self, lane: usize) {
        self.words[lane / 64] |= 1 << (lane % 64);
    }

    /// Whether a lane is in it.
    #[must_use]
    pub fn contains(&self, lane: usize) -> bool {
        self.words[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// Its bits.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many lanes are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether no lane is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The lanes in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.words.iter().enumerate();
        words.flat_map(|(number, word)| set_bits(*word).map(move |bit| 64 * number + bit))
    }

    /// Adds the lanes of another set.
    pub fn insert_all(&mut self, other: &Self) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// The lanes in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// The lanes in either.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The lanes that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether all its lanes are in the other.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        let mut words = self.words.iter().zip(&other.words);
        words.all(|(own, others)| own & !others == 0)
    }

    /// Whether no lane is in both sets.
    #[must_use]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        let mut words = self.words.iter().zip(&other.words);
        words.all(|(own, others)| own & others == 0)
    }

    /// The lanes from which `offset` lanes further on there is one in this set.
    #[must_use]
    pub fn shift(&self, offset: i32) -> Self {
        let word = |number: i64| {
            usize::try_from(number)
                .ok()
                .and_then(|number| self.words.get(number))
                .copied()
        };
        let (whole, rest) = (
            i64::from(offset.div_euclid(64)),
            offset.rem_euclid(64) as u32,
        );
        let shifted = |number: usize| {
            let low = word(number as i64 + whole).unwrap_or(0);
            let high = word(number as i64 + whole + 1).unwrap_or(0);
            low >> rest | high.checked_shl(64 - rest).unwrap_or(0)
        };
        Self {
            words: (0..self.words.len()).map(shifted).collect(),
        }
    }

    fn zip(&self, other: &Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        let words = self
            .words
            .iter()
            .zip(&other.words)
            .map(|(a, b)| operation(*a, *b))
            .collect();
        Self { words }
    }
}
