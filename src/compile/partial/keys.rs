//! Keys of fluents that are compound terms, such as the square `3-4`: a circuit calls each of them by
//! a number, as it does constants.

use rustc_hash::FxHashMap;

use super::store::{Instance, Item};

/// The compound terms that are keys of fluents. Their numbers are no constants' numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct CompoundKeys {
    terms: Vec<Instance>,
    numbers: FxHashMap<Instance, u32>,
    /// By functor, how many items the terms have.
    lengths: FxHashMap<u32, Vec<usize>>,
}

impl CompoundKeys {
    /// Gives a term a number, unless it has one.
    pub fn add(&mut self, term: &Instance) {
        if self.numbers.contains_key(term) {
            return;
        }
        if let Some(Item::Compound(functor)) = term.first() {
            let lengths = self.lengths.entry(*functor).or_default();
            if !lengths.contains(&term.len()) {
                lengths.push(term.len());
            }
        }
        let number = u32::MAX - self.terms.len() as u32;
        self.terms.push(term.clone());
        self.numbers.insert(term.clone(), number);
    }

    /// The number of the key with which these items begin, and how many of them it has.
    pub fn first(&self, items: &[Item]) -> Option<(u32, usize)> {
        let Some(Item::Compound(functor)) = items.first() else {
            return None;
        };
        let lengths = self.lengths.get(functor)?.iter();
        let mut keys = lengths.filter_map(|length| {
            let number = self.numbers.get(items.get(..*length)?)?;
            Some((*number, *length))
        });
        keys.next()
    }

    /// The key with a number, if it is one.
    pub fn term(&self, number: u32) -> Option<&[Item]> {
        self.terms
            .get((u32::MAX - number) as usize)
            .map(|term| &**term)
    }
}
