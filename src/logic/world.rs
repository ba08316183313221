//! Worlds: the facts in which goals are proved.
//!
//! A query starts in one world. A goal may go on in another, where some facts are different, and
//! come back; worlds entered since a choice point are forgotten when it is taken. Inside a world
//! the dense facts are laid out flat, because they are read far more often than copied.

use std::sync::Arc;

use super::facts::Facts;
use super::term::Term;

/// About what a persistent collection does not share with the one that it was made from.
const UNSHARED_BYTES: usize = 1 << 10;

/// Keys and values in order.
type Sorted = Arc<[(Term, Term)]>;

/// One set of facts, unpacked for reading.
#[derive(Debug)]
pub(super) struct World {
    pub facts: Facts,
    pub dense: Vec<u16>,
    /// Facts of given relations, with the relation's number.
    pub given: Vec<(usize, Term)>,
    /// The facts of open relations as sorted lists, each made when it is first asked for.
    sorted: Vec<Option<Sorted>>,
}

impl World {
    pub fn new(facts: Facts, given: Vec<(usize, Term)>) -> Self {
        let dense = facts.dense().collect();
        Self { facts, dense, given, sorted: Vec::new() }
    }

    /// About how much memory it takes beside what it shares with other worlds.
    pub fn bytes(&self) -> usize {
        let given: usize = self.given.iter().map(|(_, fact)| fact.bytes()).sum();
        size_of::<Self>() + self.dense.len() * size_of::<u16>() + given + self.facts.collections() * UNSHARED_BYTES
    }

    /// The facts of an open relation in order.
    pub fn sorted(&mut self, open: usize) -> Sorted {
        if self.sorted.len() <= open {
            self.sorted.resize(open + 1, None);
        }
        let facts = &self.facts;
        Arc::clone(self.sorted[open].get_or_insert_with(|| facts.open(open).into()))
    }
}
