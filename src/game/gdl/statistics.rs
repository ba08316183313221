//! About how many answers a condition has that no position changes, given what is known of its arguments: as many as
//! facts agree in these, on average. Only the order in which conditions are asked hangs on that. (P. G. Selinger and
//! others, "Access Path Selection in a Relational Database Management System", 1979.)

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::domains::Ground;
use super::fixed::FixedFacts;
use super::indexed::Facts;
use super::rule::Atom;
use super::strata::{RelationKey, key};
use crate::syntax::tree::Name;

/// As many facts of a relation are looked at.
const SAMPLE: usize = 1 << 11;

/// What is known of the facts of a sheet.
pub(super) struct Statistics<'f> {
    fixed: &'f FixedFacts,
    /// What was found out, by relation and which arguments are known.
    found: RefCell<HashMap<(RelationKey, Vec<bool>), usize>>,
}

impl<'f> Statistics<'f> {
    /// Those of these facts.
    pub fn new(fixed: &'f FixedFacts) -> Self {
        Self {
            fixed,
            found: RefCell::default(),
        }
    }

    /// About how many answers an atom has; none if it asks for the position.
    pub fn answers(&self, atom: &Atom, is_known: &dyn Fn(&Name) -> bool) -> Option<usize> {
        let relation = key(atom);
        let facts = self.fixed.of(&relation)?;
        let arguments = atom.arguments.iter();
        let known: Vec<bool> = arguments.map(|term| term.is_known(is_known)).collect();
        let mut found = self.found.borrow_mut();
        let answers = found.entry((relation, known));
        Some(match answers {
            Entry::Occupied(answers) => *answers.get(),
            Entry::Vacant(place) => {
                let answers = alike(facts, &place.key().1);
                *place.insert(answers)
            }
        })
    }
}

/// How many facts agree in these arguments, on average.
fn alike(facts: &Facts, known: &[bool]) -> usize {
    if !known.contains(&true) {
        return facts.len();
    }
    let mut kinds: HashSet<Vec<&Ground>> = HashSet::new();
    let mut count = 0_usize;
    for fact in facts.iter().take(SAMPLE) {
        let arguments = fact.iter().zip(known).filter(|(_, known)| **known);
        kinds.insert(arguments.map(|(argument, _)| argument).collect());
        count += 1;
    }
    count.div_ceil(kinds.len().max(1))
}
