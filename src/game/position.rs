//! Positions: what holds at one moment of a game.

use crate::logic::{Facts, Term};

use super::rules::Rules;

/// A position of one game. It never changes: a move gives a new one, which shares with it all that
/// the move leaves alone, so keeping every position of a game costs little.
///
/// Positions of the same game are equal if the same facts hold, however they were reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) facts: Facts,
}

impl Position {
    /// The facts that hold, in the order in which the rule file declares its fluents, each fluent's
    /// in the order of its domains.
    #[must_use]
    pub fn facts(&self, rules: &Rules) -> Vec<Term> {
        self.facts.terms(rules.program().schema())
    }

    /// About how many bytes this position takes that the position before it does not share.
    #[must_use]
    pub fn bytes_beside(&self, before: &Position) -> usize {
        self.facts.bytes_beside(&before.facts)
    }

    /// A number that equal positions share and others hardly ever.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.facts.key()
    }
}
