//! The clauses of a program as they are written: shared with whoever read them, and found by their
//! numbers.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::program::PredicateId;
use crate::syntax::tree::Clause;

/// A program's own clauses: those of preludes are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    layers: Vec<Arc<[Clause]>>,
    /// For each predicate the layer and the number of each of its clauses, in order.
    numbers: FxHashMap<PredicateId, Vec<(u32, u32)>>,
}

impl Texts {
    /// Begins the next layer.
    pub fn add_layer(&mut self, clauses: Arc<[Clause]>) {
        self.layers.push(clauses);
    }

    /// The clause of that number in the newest layer is one of the predicate's.
    pub fn add(&mut self, predicate: PredicateId, number: usize) {
        let layer = self.layers.len() - 1;
        self.numbers
            .entry(predicate)
            .or_default()
            .push((layer as u32, number as u32));
    }

    /// Whether the predicate has clauses here.
    pub fn contains(&self, predicate: PredicateId) -> bool {
        self.numbers.contains_key(&predicate)
    }

    /// The clauses of a predicate in order.
    pub fn of(&self, predicate: PredicateId) -> impl ExactSizeIterator<Item = &Clause> {
        let numbers = self.numbers.get(&predicate).map_or(&[][..], Vec::as_slice);
        numbers
            .iter()
            .map(|&(layer, number)| &self.layers[layer as usize][number as usize])
    }
}
