//! The shapes of playing cards, in a square of 40 by 40.

use crate::game::Suit;

/// A card without anything on it.
pub const CARD: &str = "<rect class=\"card\" x=\"6\" y=\"2\" width=\"28\" height=\"36\" rx=\"4\"/>";

/// The sign of a suit in the lower half of a card, as data of a path.
pub fn sign(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => {
            "M20 20a3.4 3.4 0 0 1 2.6 5.6 3.4 3.4 0 1 1-1.7 5.6c.2 1.6.8 2.8 1.9 3.8h-5.6c1.1-1 1.7-2.2 1.9-3.8\
             a3.4 3.4 0 1 1-1.7-5.6A3.4 3.4 0 0 1 20 20z"
        }
        Suit::Diamonds => "M20 19.5l6 7.8-6 7.8-6-7.8z",
        Suit::Hearts => {
            "M20 35C12 29 12 20.5 16 20.5c2.2 0 3.4 1.4 4 2.9.6-1.5 1.8-2.9 4-2.9C28 20.5 28 29 20 35z"
        }
        Suit::Spades => {
            "M20 19.5c1.5 3.5 6.5 5.5 6.5 9.3 0 3.6-4.2 4-5.6 1.4.2 2.2.8 3.6 1.9 4.8h-5.6c1.1-1.2 1.7-2.6 1.9-4.8\
             -1.4 2.6-5.6 2.2-5.6-1.4 0-3.8 5-5.8 6.5-9.3z"
        }
    }
}
