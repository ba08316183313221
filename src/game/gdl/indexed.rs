//! The facts of one relation, and which of them have certain arguments. Knows nothing of rules.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::domains::Ground;
use super::rule::Term;
use super::values::Values;

/// The arguments of the facts of one relation.
pub(super) type Facts = IndexSet<Vec<Ground>, FxBuildHasher>;

/// Facts to which others are added, and none taken away.
#[derive(Default)]
pub(super) struct IndexedFacts {
    facts: Facts,
    /// By the arguments that are known, made when somebody first asks with these.
    indexes: RefCell<HashMap<Vec<bool>, Index, FxBuildHasher>>,
}

/// The places of facts by some of their arguments.
#[derive(Default)]
struct Index {
    places: HashMap<Vec<Ground>, Vec<usize>, FxBuildHasher>,
    /// How many facts are in it: the first ones.
    count: usize,
}

impl Index {
    /// Takes in the facts that are new since the last time.
    fn extend(&mut self, facts: &Facts, is_known: &[bool]) {
        for (place, fact) in facts.iter().enumerate().skip(self.count) {
            let arguments = fact.iter().zip(is_known).filter(|(_, is_known)| **is_known);
            let known = arguments.map(|(argument, _)| argument.clone()).collect();
            self.places.entry(known).or_default().push(place);
        }
        self.count = facts.len();
    }

    /// The places of the facts with these arguments.
    fn of(&self, known: &[Ground]) -> &[usize] {
        self.places.get(known).map_or(&[], Vec::as_slice)
    }
}

impl IndexedFacts {
    /// The facts.
    pub fn all(&self) -> &Facts {
        &self.facts
    }

    /// Adds a fact. Gives whether it is new.
    pub fn add(&mut self, fact: Vec<Ground>) -> bool {
        self.facts.insert(fact)
    }

    /// The values with which these arguments are those of some facts, by their places.
    pub fn among(&self, places: Range<usize>, arguments: &[Term]) -> Vec<Values> {
        let facts = self.facts[places].iter();
        facts
            .filter_map(|fact| Values::default().with_all(arguments, fact))
            .collect()
    }

    /// The values with which these arguments are those of a fact too. All that is gone through is counted
    /// before it is; `None` if there is no time for it.
    pub fn narrow(
        &self,
        arguments: &[Term],
        solutions: &[Values],
        has_time_for: impl Fn(usize) -> bool,
    ) -> Option<Vec<Values>> {
        let mut indexes = self.indexes.borrow_mut();
        let mut asked = Vec::with_capacity(solutions.len());
        for values in solutions {
            let known: Vec<Option<Ground>> = arguments.iter().map(|term| values.of(term)).collect();
            let is_known: Vec<bool> = known.iter().map(Option::is_some).collect();
            let known: Vec<Ground> = known.into_iter().flatten().collect();
            let mut looks = 1;
            // Whether a fact is there is known without an index.
            if known.len() < arguments.len() {
                let index = indexes.entry(is_known.clone()).or_default();
                looks += self.facts.len() - index.count;
            }
            if !has_time_for(looks) {
                return None;
            }
            if let Some(index) = indexes.get_mut(&is_known) {
                index.extend(&self.facts, &is_known);
            }
            asked.push((is_known, known));
        }
        let found = asked.iter().map(|(is_known, known)| {
            let index = indexes.get(is_known);
            index.map_or(1, |index| index.of(known).len())
        });
        if !has_time_for(found.sum()) {
            return None;
        }
        let mut narrowed = Vec::new();
        for (values, (is_known, known)) in solutions.iter().zip(&asked) {
            match indexes.get(is_known) {
                Some(index) => {
                    let facts = index.of(known).iter().map(|place| &self.facts[*place]);
                    narrowed.extend(facts.filter_map(|fact| values.with_all(arguments, fact)));
                }
                None if self.facts.contains(known) => narrowed.push(values.clone()),
                None => {}
            }
        }
        Some(narrowed)
    }

    /// Gives back the memory of the indexes.
    pub fn forget_indexes(&mut self) {
        self.indexes.get_mut().clear();
    }
}
