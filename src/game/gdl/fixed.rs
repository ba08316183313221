//! What holds in every position: the relations that depend on no fact of the position and on no move.
//! They are worked out here as far as that is quick, to know more of the rules that ask them.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::slice;

use super::domains::depth;
use super::indexed::{Facts, IndexedFacts};
use super::rule::{Atom, Formula, Rule, Term};
use super::strata::{RelationKey, Strata, key};
use super::values::{Values, those};

/// The most facts of a relation that are worked out.
const MOST_FACTS: usize = 1 << 16;

/// Terms that nest deeper come of rules that build them without end.
const MOST_NESTED: usize = 64;

/// The most facts and values that are gone through to work them all out.
const MOST_LOOKS: usize = 1 << 20;

/// The most that are gone through for relations that depend on each other: those that are too large leave
/// something for others.
const MOST_LOOKS_OF_GROUP: usize = MOST_LOOKS / 4;

/// The same to find out what a question costs.
const MOST_LOOKS_OF_COST: usize = 1 << 14;

/// About how many facts are asked for then.
const SAMPLE: usize = 8;

/// The words that are about positions, or about what follows from them.
const WORDS: [&str; 7] = ["true", "does", "next", "init", "legal", "goal", "terminal"];

/// The relations that hold in every position.
pub(super) struct FixedFacts {
    facts: HashMap<RelationKey, IndexedFacts>,
    /// Those of which the machine finds some fact more than once, because two rules have it, or one in two ways.
    repeated: HashSet<RelationKey>,
    /// For the relations that are worked out now.
    looks_left: Cell<usize>,
}

impl FixedFacts {
    /// Works out the relations of a sheet that no position changes. The conditions of the rules are in
    /// order.
    pub fn new(rules: &[Rule], strata: &Strata) -> Self {
        let mut fixed = Self {
            facts: HashMap::new(),
            repeated: HashSet::new(),
            looks_left: Cell::new(0),
        };
        // A relation that nothing defines has no facts.
        for rule in rules {
            rule.each_condition(&mut |atom, _| {
                let relation = key(atom);
                if !strata.defined.contains_key(&relation) && !WORDS.contains(&&*relation.0) {
                    fixed.facts.entry(relation).or_default();
                }
            });
        }
        let mut looks_left = MOST_LOOKS;
        let mut unknown: HashSet<RelationKey> = HashSet::new();
        for group in strata.groups(rules) {
            let is_unknown = group.iter().any(|relation| {
                fixed.is_about_positions(rules, strata, relation, &group, &unknown)
            });
            let looks = looks_left.min(MOST_LOOKS_OF_GROUP);
            fixed.looks_left.set(looks);
            let is_unknown = is_unknown || fixed.work_out(rules, strata, &group).is_none();
            looks_left -= looks - fixed.looks_left.get();
            if is_unknown {
                for relation in &group {
                    fixed.facts.remove(relation);
                }
                unknown.extend(group);
            }
        }
        fixed.forget_indexes();
        fixed
    }

    /// Gives back the memory of the indexes.
    pub fn forget_indexes(&mut self) {
        self.facts
            .values_mut()
            .for_each(IndexedFacts::forget_indexes);
    }

    /// The facts of a relation, if they are known.
    pub fn of(&self, relation: &RelationKey) -> Option<&Facts> {
        self.facts.get(relation).map(IndexedFacts::all)
    }

    /// The facts of a relation, if they are known and the machine finds each of them once.
    pub fn of_single(&self, relation: &RelationKey) -> Option<&Facts> {
        self.of(relation)
            .filter(|_| !self.repeated.contains(relation))
    }

    /// About how many values are gone through to find out whether a relation has a fact, condition by condition of its
    /// rules; nothing if that is not known or takes long to find out.
    pub fn cost(&self, rules: &[Rule], strata: &Strata, relation: &RelationKey) -> Option<usize> {
        let facts = self.of(relation)?;
        let own = strata.defined.get(relation)?.iter();
        let own = own.map(|number| &rules[*number]);
        let own: Vec<&Rule> = own.filter(|rule| !rule.body.is_empty()).collect();
        if own.is_empty() {
            return None;
        }
        self.looks_left.set(MOST_LOOKS_OF_COST);
        let (mut values_met, mut calls) = (0, 0);
        for fact in facts.iter().step_by(facts.len() / SAMPLE + 1) {
            calls += 1;
            for rule in &own {
                let given = Values::default().with_all(&rule.head.arguments, fact);
                let mut solutions: Vec<Values> = given.into_iter().collect();
                for condition in &rule.body {
                    solutions = self.narrow(condition, &solutions)?;
                    values_met += solutions.len();
                }
            }
        }
        values_met.checked_div(calls)
    }

    fn is_about_positions(
        &self,
        rules: &[Rule],
        strata: &Strata,
        relation: &RelationKey,
        group: &[RelationKey],
        unknown: &HashSet<RelationKey>,
    ) -> bool {
        let own = strata.defined.get(relation).into_iter().flatten();
        WORDS.contains(&&*relation.0)
            || own.clone().any(|number| {
                let mut is_about = false;
                rules[*number].each_condition(&mut |atom, is_negated| {
                    let asked = key(atom);
                    is_about |= WORDS.contains(&&*asked.0)
                        || unknown.contains(&asked)
                        || is_negated && group.contains(&asked);
                });
                is_about
            })
    }

    /// Derives the facts of relations that depend on each other, until nothing is new; `None` if there
    /// are too many. After the first round a rule is only asked for what follows from a fact of the round before
    /// (semi-naive evaluation, F. Bancilhon 1986).
    fn work_out(&mut self, rules: &[Rule], strata: &Strata, group: &[RelationKey]) -> Option<()> {
        let defined = group
            .iter()
            .filter_map(|relation| strata.defined.get(relation));
        let rules: Vec<&Rule> = defined.flatten().map(|number| &rules[*number]).collect();
        for relation in group {
            self.facts.entry(relation.clone()).or_default();
        }
        for rule in &rules {
            let is_single = self.derive(rule, None)? && !self.asks_repeated(rule);
            if !is_single {
                self.repeated.insert(key(&rule.head));
            }
        }
        let mut done = vec![0; group.len()];
        loop {
            let known: Vec<usize> = group
                .iter()
                .map(|relation| self.facts[relation].all().len())
                .collect();
            if known == done {
                return Some(());
            }
            for rule in &rules {
                for (place, condition) in rule.body.iter().enumerate() {
                    match condition {
                        Formula::Atom(atom) => {
                            let asked = group.iter().position(|relation| *relation == key(atom));
                            if let Some(asked) = asked {
                                self.derive(rule, Some((place, done[asked]..known[asked])))?;
                            }
                        }
                        _ if asks(condition, group) => {
                            self.derive(rule, None)?;
                        }
                        _ => {}
                    }
                }
            }
            done = known;
        }
    }

    /// Adds the facts that a rule has, all of them or those that follow from some facts, by number, of the condition
    /// at a place. Gives whether each is new and found once; `None` if there are too many.
    fn derive(&mut self, rule: &Rule, from: Option<(usize, Range<usize>)>) -> Option<bool> {
        let mut solutions = vec![Values::default()];
        if let Some((place, new)) = &from
            && let Formula::Atom(atom) = &rule.body[*place]
        {
            if !self.has_time_for(new.len()) {
                return None;
            }
            solutions = self.facts[&key(atom)].among(new.clone(), &atom.arguments);
        }
        let first = from.map(|(place, _)| place);
        let others = rule.body.iter().enumerate();
        let others = others.filter(|(place, _)| first != Some(*place));
        let mut left: Vec<&Formula> = others.map(|(_, condition)| condition).collect();
        // From some facts on, what they lead to is asked first. What is no atom stays behind what gives it its values.
        let are_atoms = left.iter().all(|left| matches!(left, Formula::Atom(_)));
        let may_change = first.is_some() && are_atoms;
        while let Some(values) = solutions.first()
            && !left.is_empty()
        {
            let next = match may_change {
                true => most_known(&left, values),
                false => 0,
            };
            solutions = self.narrow(left.remove(next), &solutions)?;
        }
        let facts = self.facts.entry(key(&rule.head)).or_default();
        let mut is_single = true;
        for values in solutions {
            let fact = values.of_all(&rule.head.arguments)?;
            if fact.iter().any(|term| depth(term) > MOST_NESTED) {
                return None;
            }
            is_single &= facts.add(fact);
        }
        (facts.all().len() <= MOST_FACTS).then_some(is_single)
    }

    /// Whether a rule asks for a relation of which some fact is found more than once.
    fn asks_repeated(&self, rule: &Rule) -> bool {
        let mut is_repeated = false;
        rule.each_condition(&mut |atom, is_negated| {
            is_repeated |= !is_negated && self.repeated.contains(&key(atom));
        });
        is_repeated
    }

    /// The values with which a condition holds too; `None` if it is not known whether it does, or there is too
    /// much to look at.
    fn narrow(&self, condition: &Formula, solutions: &[Values]) -> Option<Vec<Values>> {
        match condition {
            Formula::Atom(atom) => self.narrow_by_atom(atom, solutions),
            Formula::Distinct(left, right, _) => those(solutions, |values| {
                Some(values.of(left)? != values.of(right)?)
            }),
            Formula::Not(inner, _) => those(solutions, |values| {
                Some(self.narrow(inner, slice::from_ref(values))?.is_empty())
            }),
            Formula::And(parts, _) => {
                let mut narrowed = solutions.to_vec();
                for part in parts {
                    narrowed = self.narrow(part, &narrowed)?;
                }
                Some(narrowed)
            }
            Formula::Or(parts, _) => {
                let mut narrowed = Vec::new();
                for part in parts {
                    narrowed.extend(self.narrow(part, solutions)?);
                }
                Some(narrowed)
            }
        }
    }

    fn narrow_by_atom(&self, atom: &Atom, solutions: &[Values]) -> Option<Vec<Values>> {
        let facts = self.facts.get(&key(atom))?;
        facts.narrow(&atom.arguments, solutions, |count| self.has_time_for(count))
    }

    /// Counts some work. Returns whether there is time for it.
    fn has_time_for(&self, looks: usize) -> bool {
        let left = self.looks_left.get().checked_sub(looks);
        left.inspect(|left| self.looks_left.set(*left)).is_some()
    }
}

/// The place of the atom that is asked with the fewest unknown variables, and the most known ones then.
fn most_known(atoms: &[&Formula], values: &Values) -> usize {
    let rank = |atom: &Formula| {
        let (mut known, mut unknown) = (0_usize, 0_usize);
        atom.each_variable(&mut |name| match values.has(name) {
            true => known += 1,
            false => unknown += 1,
        });
        (unknown, Reverse(known))
    };
    let ranked = atoms.iter().enumerate();
    let best = ranked.min_by_key(|(place, atom)| (rank(atom), *place));
    best.map_or(0, |(place, _)| place)
}

/// Whether a condition asks for one of these relations.
fn asks(condition: &Formula, relations: &[RelationKey]) -> bool {
    let mut is_asked = false;
    condition.each_atom(false, &mut |atom, _| {
        is_asked |= relations.contains(&key(atom))
    });
    is_asked
}

/// Where a variable stands among the arguments of an atom.
pub(super) fn place_of(atom: &Atom, wanted: &Term) -> Option<usize> {
    let wanted = wanted.variable()?;
    let mut arguments = atom.arguments.iter();
    arguments.position(|term| term.variable() == Some(wanted))
}
