//! Positions: what holds at one moment of a game.

use crate::logic::{Fact, Facts, Term};

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

    /// The contents of all dense cells in order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = u16> + '_ {
        self.facts.dense()
    }

    /// The position of which the dense cells have these contents, and which has no other facts.
    pub(crate) fn from_cells(rules: &Rules, cells: &[u16]) -> Self {
        let mut facts = Facts::empty(rules.program().schema());
        for (cell, &content) in cells
            .iter()
            .enumerate()
            .filter(|(_, content)| **content != 0)
        {
            facts.add(&Fact::Dense { cell, content });
        }
        Self { facts }
    }
}
