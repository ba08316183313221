//! Positions of compiled games: a few words, copied by value.

/// So many words are kept in place.
pub(super) const FEW: usize = 8;

/// The words of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position(Words);

/// All positions of a game are of the same kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Words {
    /// As many as the game needs, then zeros.
    Few([u64; FEW]),
    Many(Box<[u64]>),
}

impl Position {
    /// The position whose words a frame begins with, so many.
    #[inline]
    pub(super) fn new(frame: &[u64], count: usize) -> Self {
        if count > FEW {
            return Self(Words::Many(frame[..count].into()));
        }
        // A fixed number of words is copied without a call.
        let mut few: [u64; FEW] = std::array::from_fn(|word| frame[word]);
        few.iter_mut().skip(count).for_each(|word| *word = 0);
        Self(Words::Few(few))
    }

    /// The position with these words.
    pub(super) fn of_words(mut words: Vec<u64>) -> Self {
        let count = words.len();
        words.resize(count.max(FEW), 0);
        Self::new(&words, count)
    }

    /// Writes the words to the beginning of a frame, which has room for [`FEW`] at least.
    #[inline]
    pub(super) fn write(&self, frame: &mut [u64]) {
        match &self.0 {
            Words::Few(few) => frame[..FEW].copy_from_slice(few),
            Words::Many(many) => frame[..many.len()].copy_from_slice(many),
        }
    }

    /// The memory that it takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let apart = match &self.0 {
            Words::Few(_) => 0,
            Words::Many(words) => size_of_val(&**words),
        };
        size_of_val(self) + apart
    }

    /// The first words, of which the position has as many at least.
    #[inline]
    pub(super) fn words(&self, count: usize) -> &[u64] {
        match &self.0 {
            Words::Few(few) => &few[..count],
            Words::Many(many) => many,
        }
    }
}
