//! Positions of compiled games: a few words, copied by value.

/// So many words are kept in place.
const FEW: usize = 8;

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
    #[inline]
    pub(super) fn new(words: &[u64]) -> Self {
        if words.len() > FEW {
            return Self(Words::Many(words.into()));
        }
        let mut few = [0; FEW];
        few[..words.len()].copy_from_slice(words);
        Self(Words::Few(few))
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

    /// Takes other words, as many as it has.
    #[inline]
    pub(super) fn set(&mut self, words: &[u64]) {
        match &mut self.0 {
            Words::Few(few) => few.iter_mut().zip(words).for_each(|(own, word)| *own = *word),
            Words::Many(many) => many.copy_from_slice(words),
        }
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
