//! The clauses of a predicate, grouped by one argument.

use rustc_hash::FxHashMap;

use super::{Heads, IndexKey};
use crate::logic::instruction::Address;

/// Some clauses of a predicate, grouped by one argument.
pub(super) struct ClauseGroups {
    /// The keys in the order of their first clauses.
    order: Vec<IndexKey>,
    /// For each key the clauses that match it, in their order.
    clauses: FxHashMap<IndexKey, Vec<Address>>,
    /// The clauses with a variable in this argument, which match any key.
    pub open: Vec<Address>,
}

impl ClauseGroups {
    pub fn new(clauses: &[Address], heads: &Heads, argument: u32) -> Self {
        let mut groups = ClauseGroups {
            order: Vec::new(),
            clauses: FxHashMap::default(),
            open: Vec::new(),
        };
        for clause in clauses {
            groups.add(*clause, heads.key(*clause, argument));
        }
        groups
    }

    /// The clauses that match each key, in the order of the first clause of each key.
    pub fn by_key(&self) -> impl Iterator<Item = (IndexKey, &[Address])> {
        self.order.iter().map(|key| (*key, &self.clauses[key][..]))
    }

    fn add(&mut self, clause: Address, key: IndexKey) {
        if key == IndexKey::ANY {
            self.clauses
                .values_mut()
                .for_each(|clauses| clauses.push(clause));
            self.open.push(clause);
            return;
        }
        let clauses = self.clauses.entry(key).or_insert_with(|| {
            self.order.push(key);
            self.open.clone()
        });
        clauses.push(clause);
    }
}
