//! Worlds: the facts in which goals are proved.
//!
//! A query starts in one world. A goal may go on in another, where some facts are different, and
//! come back; failure to a choice point forgets the worlds entered since. Inside a world the dense
//! facts are laid out flat, because they are read far more often than copied.

use std::sync::Arc;

use super::facts::Facts;
use super::ids::RelationId;
use super::term::Term;

/// The approximate memory of a persistent collection that it does not share with its origin.
const UNSHARED_BYTES: usize = 1 << 10;

/// Keys and values in order.
pub(super) type SortedFacts = Arc<[(Term, Term)]>;

/// One set of facts, unpacked for reading.
#[derive(Debug)]
pub(super) struct World {
    pub facts: Facts,
    pub dense: Vec<u16>,
    /// Facts of given relations, with the relation's number.
    pub given: Vec<(RelationId, Term)>,
    /// The facts of open relations as sorted lists, each made at the first access.
    sorted: Vec<Option<SortedFacts>>,
    bytes: usize,
}

impl World {
    pub fn new(facts: Facts, given: Vec<(RelationId, Term)>) -> Self {
        let mut dense = Vec::new();
        facts.lay_out(&mut dense);
        Self::with_dense(facts, given, dense)
    }

    /// The same in place of a world that is no longer needed.
    pub fn instead_of(self, facts: Facts, given: Vec<(RelationId, Term)>) -> Self {
        let mut dense = self.dense;
        if !self.facts.is_clone_of(&facts) {
            facts.lay_out(&mut dense);
        }
        Self::with_dense(facts, given, dense)
    }

    fn with_dense(facts: Facts, given: Vec<(RelationId, Term)>, dense: Vec<u16>) -> Self {
        let given_bytes: usize = given.iter().map(|(_, fact)| fact.bytes()).sum();
        let unshared = facts.collections() * UNSHARED_BYTES;
        let bytes = size_of::<Self>() + dense.len() * size_of::<u16>() + given_bytes + unshared;
        Self {
            facts,
            dense,
            given,
            sorted: Vec::new(),
            bytes,
        }
    }

    /// The same world, with `bytes` more memory for facts of open relations that no other world
    /// shares.
    pub fn with_own(self, bytes: usize) -> Self {
        Self {
            bytes: self.bytes + bytes,
            ..self
        }
    }

    /// The approximate memory that it does not share with other worlds.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The facts of an open relation in order. The first call sorts them, and calls `look` for
    /// every fact.
    ///
    /// # Errors
    /// The first error of `look`.
    pub fn sorted<E>(
        &mut self,
        open: usize,
        look: impl FnMut() -> Result<(), E>,
    ) -> Result<SortedFacts, E> {
        if self.sorted.len() <= open {
            self.sorted.resize(open + 1, None);
        }
        if let Some(sorted) = &self.sorted[open] {
            return Ok(Arc::clone(sorted));
        }
        let sorted: SortedFacts = self.facts.open_or(open, look)?.into();
        self.sorted[open] = Some(Arc::clone(&sorted));
        Ok(sorted)
    }
}
