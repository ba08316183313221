//! The suits of playing cards.

/// A suit of French playing cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suit {
    /// Clubs, black.
    Clubs,
    /// Diamonds, red.
    Diamonds,
    /// Hearts, red.
    Hearts,
    /// Spades, black.
    Spades,
}

impl Suit {
    const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.name() == name)
    }

    /// The name of the suit.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
        }
    }
}
