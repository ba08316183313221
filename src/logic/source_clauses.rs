//! The clauses of a program as written: shared with the reader of the text, and found by their
//! numbers.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ids::PredicateId;
use crate::syntax::source::Span;
use crate::syntax::tree::Clause;

/// The clauses of a program's predicates, as written.
#[derive(Clone, Debug, Default)]
pub(super) struct SourceClauses {
    /// The program's own clauses; those of preludes are left out.
    layers: Vec<Arc<[Clause]>>,
    /// For each predicate, the layer and the number of each of its clauses, in order.
    numbers: FxHashMap<PredicateId, Vec<(u32, u32)>>,
    /// The head of the first clause of each predicate, including those of preludes.
    first_heads: FxHashMap<PredicateId, Span>,
}

impl SourceClauses {
    /// Begins the next layer.
    pub fn add_layer(&mut self, clauses: Arc<[Clause]>) {
        self.layers.push(clauses);
    }

    /// Adds the clause `number` of the newest layer to the clauses of `predicate`.
    pub fn add(&mut self, predicate: PredicateId, number: usize) {
        let layer = self.layers.len() - 1;
        self.numbers
            .entry(predicate)
            .or_default()
            .push((layer as u32, number as u32));
    }

    /// Notes that a clause of the predicate has its head at `span`.
    pub fn add_head(&mut self, predicate: PredicateId, span: Span) {
        self.first_heads.entry(predicate).or_insert(span);
    }

    /// Whether the program itself has clauses of the predicate.
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

    /// The head of the predicate's first clause, whether the clause could be used or not.
    pub fn first_head(&self, predicate: PredicateId) -> Option<Span> {
        self.first_heads.get(&predicate).copied()
    }

    /// The predicates that have a clause, even one that could not be used.
    pub fn predicates(&self) -> impl Iterator<Item = PredicateId> {
        self.first_heads.keys().copied()
    }
}
