//! Positions: the facts that hold at one moment of a game.

use crate::logic::{Fact, Facts, Schema, Term};

/// A position of one game. It never changes: a move gives a new position, which shares all
/// unchanged facts with the old one, so keeping every position of a game costs little.
///
/// Positions of the same game are equal if the same facts hold, however they were reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) facts: Facts,
}

impl Position {
    /// The facts that hold, in the order in which the rule file declares its fluents; the facts of
    /// each fluent are in the order of its domains. The schema is that of the game's
    /// [`Rules`](super::Rules::schema).
    #[must_use]
    pub fn facts(&self, schema: &Schema) -> Vec<Term> {
        self.facts.terms(schema)
    }

    /// The position in which this fact holds too; it replaces another value of its key.
    #[must_use]
    pub fn with(&self, fact: &Fact) -> Position {
        let mut facts = self.facts.clone();
        facts.add(fact);
        Position { facts }
    }

    /// The position in which this fact does not hold.
    #[must_use]
    pub fn without(&self, fact: &Fact) -> Position {
        let mut facts = self.facts.clone();
        facts.remove(fact);
        Position { facts }
    }

    /// The approximate memory in bytes that this position does not share with the position before
    /// it.
    #[must_use]
    pub fn bytes_beside(&self, before: &Position) -> usize {
        self.facts.bytes_beside(&before.facts)
    }

    /// A hash: equal positions have equal keys, and different positions almost always different
    /// ones.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.facts.key()
    }

    /// A hash of 128 bits: equal positions have equal fingerprints, and it is all but impossible
    /// that different ones do.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        self.facts.fingerprint()
    }

    /// The contents of all dense cells in order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = u16> + '_ {
        self.facts.dense()
    }

    /// The facts of an open relation as key and value, sorted by key.
    pub(crate) fn open(&self, open: usize) -> Vec<(Term, Term)> {
        self.facts.open(open)
    }

    /// The position whose dense cells have these contents, and which has no other facts.
    pub(crate) fn from_cells(schema: &Schema, cells: &[u16]) -> Self {
        let mut facts = Facts::empty(schema);
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

/// Adds facts.
///
/// # Errors
/// Two of them with different values for one key.
pub(super) fn add_all(schema: &Schema, facts: &mut Facts, added: &[Fact]) -> Result<(), [Term; 2]> {
    for fact in added {
        facts.add(fact);
    }
    let Some(lost) = added.iter().find(|fact| !facts.contains(fact)) else {
        return Ok(());
    };
    let winner = added.iter().rev().find(|other| lost.same_key(other));
    Err([lost, winner.unwrap_or(lost)].map(|fact| schema.term(fact)))
}
