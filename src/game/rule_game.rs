//! The forms of a loaded game.

use super::error::Error;
use super::fast_paths::FastPaths;
use super::moves::Move;
use super::position::Position;
use super::rules::Rules;

/// A loaded game in some form: the rules themselves, or their compiled form. A form has its own
/// positions and moves, each of which stands for one of the rules.
pub trait RuleGame: FastPaths<Error = Error> {
    /// The form's position for a position of the rules.
    ///
    /// # Panics
    /// If the form has no place for it. It has one for the first position and for all that come of it, and for
    /// all others too if each fluent is declared with its domain.
    fn position(&self, position: &Position) -> Self::Position;

    /// The position of the rules for a position of the form.
    fn facts(&self, position: &Self::Position) -> Position;

    /// The move of the rules for a move of the form.
    fn named(&self, played: &Self::Move) -> Move;
}

impl FastPaths for Rules {
    fn fingerprint(&self, position: &Position) -> u128 {
        position.fingerprint()
    }

    fn lasting_fingerprint(&self, position: &Position) -> u128 {
        self.least_fingerprint(position)
    }
}

impl RuleGame for Rules {
    fn position(&self, position: &Position) -> Position {
        position.clone()
    }

    fn facts(&self, position: &Position) -> Position {
        position.clone()
    }

    fn named(&self, played: &Move) -> Move {
        played.clone()
    }
}
