//! Fluents whose value is made of several places, such as a board in one fact: reading them gives the value
//! with the content of a cell at each place, and adding one changes each place by itself.

use std::slice;
use std::sync::Arc;

use indexmap::IndexMap;

use super::condition::Condition;
use super::effects::Effects;
use super::implied::{Implied, are_apart};
use super::reason::Reason;
use super::relations::Terms;
use super::solver::{Next, Outcome, Solver};
use super::store::{Instance, Item, Store, Value, is_ground};
use crate::compile::circuit::{self, Literal};
use crate::compile::domains::{FoundFluent, Shape};
use crate::compile::residual::{ANY_CONTENT, Effect};

/// The number of facts that a move may add, each under a condition of its own, whose values are made of parts.
/// They are compared in pairs.
const MOST_ADDED: usize = 1_000;

/// The places that the value of a fluent is made of.
#[derive(Debug)]
pub(super) struct Parts {
    /// The value, in which `Item::Content(n)` stands for the place `n`.
    template: Instance,
    /// By their numbers.
    places: Vec<Place>,
    groups: Vec<Places>,
    /// Whether each position has a value for each key, and none is ever deleted.
    is_lasting: bool,
}

/// A place.
#[derive(Debug)]
struct Place {
    group: usize,
    /// Its number within the group.
    number: usize,
}

/// Places that can contain the same.
#[derive(Debug)]
struct Places {
    first_cell: u32,
    /// How many they are, for each key.
    count: usize,
    /// What a circuit calls their numbers.
    numbers: Vec<u32>,
    contents: Arc<Terms>,
}

/// What facts that are added come to.
#[derive(Default)]
struct Added {
    /// By cell, content and what has to hold of the value, when the fact is added.
    effects: IndexMap<(u32, u16, Literal), Vec<Literal>>,
    /// Where there is no place for it.
    faults: Vec<Literal>,
}

/// The number of a key, if positions have such a key; the value; and when it is this key.
type KnownKey = (Option<usize>, Instance, Literal);

impl Parts {
    pub fn new(found: &FoundFluent, store: &mut Store) -> Self {
        let (mut template, mut places) = (Vec::new(), Vec::new());
        add_shape(&found.shape, store, &mut template, &mut places);
        let keys = found.key_count();
        let mut groups = Vec::new();
        for group in &found.groups {
            let contents = Arc::new(Terms::new(&group.contents, store));
            let first_cell = group.first_cell as u32;
            let cells = first_cell..first_cell + (keys * group.places) as u32;
            store.add_contents(cells, Arc::clone(&contents));
            let numbers = 1..=group.places as i64;
            groups.push(Places {
                first_cell,
                count: group.places,
                numbers: numbers
                    .map(|number| store.constants.integer(number))
                    .collect(),
                contents,
            });
        }
        Self {
            template: template.into(),
            places,
            groups,
            is_lasting: found.is_lasting,
        }
    }

    /// One relation for each group: the number of a place is one key more.
    pub fn for_circuit(&self, keys: &[Vec<u32>]) -> impl Iterator<Item = circuit::Relation> {
        self.groups.iter().map(move |group| circuit::Relation {
            plan: None,
            first_cell: group.first_cell,
            keys: [keys, slice::from_ref(&group.numbers)].concat(),
            contents: group.contents.terms.len() as u16,
        })
    }

    /// The cell of a place, for the key of that number.
    fn cell(&self, key: usize, place: usize) -> u32 {
        let Place { group, number } = self.places[place];
        let group = &self.groups[group];
        group.first_cell + (key * group.count + number) as u32
    }

    /// The value of a key, with the contents of its cells.
    fn value(&self, key: usize) -> Instance {
        let item = |item: &Item| match *item {
            Item::Content(place) => Item::Content(self.cell(key, place as usize)),
            item => item,
        };
        self.template.iter().map(item).collect()
    }
}

/// Adds the items of a shape, and its places.
fn add_shape(shape: &Shape, store: &mut Store, items: &mut Vec<Item>, places: &mut Vec<Place>) {
    match shape {
        Shape::Constant(term) => store.add_term(term, items),
        Shape::Place(group, number) => {
            items.push(Item::Content(places.len() as u32));
            places.push(Place {
                group: *group,
                number: *number,
            });
        }
        Shape::Compound(name, parts) => {
            let functor = store.constants.functor(&name.as_str().into(), parts.len());
            items.push(Item::Compound(functor));
            for part in parts {
                add_shape(part, store, items, places);
            }
        }
    }
}

/// Whether a move may add that many facts whose values are made of parts, or delete them.
///
/// # Errors
/// If not.
fn check_count(facts: usize) -> Result<(), Reason> {
    match facts > MOST_ADDED {
        true => Err(Reason::new(
            format!(
                "a move changes a fluent to one of more than {MOST_ADDED} values, found one by one: goals such \
                 as `nth0/4` or `select/4` find the new value at once"
            ),
            None,
        )),
        false => Ok(()),
    }
}

impl<'s> Solver<'s> {
    /// Goes on with the value of a key, if there is one.
    pub(super) fn parts(
        &mut self,
        parts: &'s Parts,
        key: usize,
        argument: Value,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let value = parts.value(key);
        let there = self.has_value(parts, key);
        self.with(condition, there, &mut |solver, condition| {
            solver.unify_answer(&[argument], &value, condition, next)
        })
    }

    /// That a key has a value: then each place has a content.
    fn has_value(&mut self, parts: &Parts, key: usize) -> Literal {
        if parts.is_lasting {
            return Literal::TRUE;
        }
        let (cell, group) = (parts.cell(key, 0), parts.places[0].group);
        let contents = 1..=parts.groups[group].contents.terms.len() as u16;
        let facts: Vec<Literal> = contents
            .map(|content| self.circuit.fact(cell, content))
            .collect();
        self.circuit.any(facts)
    }

    /// What it comes to that a move adds facts, each under a condition, whose values are made of parts. They
    /// have to be known but for contents of cells. All facts that it adds to such fluents must be there.
    ///
    /// # Errors
    /// If a key or a value has something in it that is not known.
    pub(super) fn add_parts(&mut self, facts: &[(Instance, Literal)]) -> Result<Effects, Reason> {
        check_count(facts.len())?;
        let mut added = Added::default();
        let mut known = Vec::new();
        for (instance, condition) in facts {
            for (key, value, condition) in self.keys_known(instance, *condition)? {
                match key {
                    Some(key) => {
                        let implied = Implied::new(&self.circuit).by(condition);
                        known.push((instance, key, value, condition, implied));
                    }
                    None => added.faults.push(condition),
                }
            }
        }
        for (number, (instance, key, value, condition, own)) in known.iter().enumerate() {
            let relations = self.relations;
            let Some(parts) = relations.parts(instance, &self.store) else {
                continue;
            };
            // Of two facts that may be added to one key each has to say what each place contains.
            let mut others = known.iter().enumerate();
            let is_alone = others.all(|(other, (fact, of, _, _, implied))| {
                other == number
                    || (of, fact.first()) != (key, instance.first())
                    || are_apart(&self.circuit, own, implied)
            });
            let stays = is_alone && parts.is_lasting;
            let template = parts.value(*key);
            let both = (&*template, &**value);
            self.add_part(both, (*condition, Literal::TRUE), stays, &mut added)?;
        }
        let effects = added.effects.into_iter();
        let effects = effects.map(|((cell, content, own), any)| {
            let any = self.circuit.any(any);
            Effect {
                cell,
                content,
                condition: self.circuit.all([any, own]),
            }
        });
        Ok((effects.collect(), added.faults))
    }

    /// What it comes to that facts are deleted, each under a condition, whose values are made of parts.
    ///
    /// # Errors
    /// If a key or a value has something in it that is not known.
    pub(super) fn delete_parts(
        &mut self,
        facts: &[(Instance, Literal)],
    ) -> Result<Effects, Reason> {
        check_count(facts.len())?;
        let mut effects = Vec::new();
        for (instance, condition) in facts {
            for (key, value, condition) in self.keys_known(instance, *condition)? {
                let relations = self.relations;
                let (Some(key), Some(parts)) = (key, relations.parts(instance, &self.store)) else {
                    continue;
                };
                let both = [&*parts.value(key), &*value].concat();
                let both = self.store.restore_all(&both);
                let is_it = self.equality(both[0], both[1])?;
                let condition = self.circuit.all([condition, is_it]);
                let cells = (0..parts.places.len()).map(|place| parts.cell(key, place));
                effects.extend(cells.map(|cell| Effect {
                    cell,
                    content: ANY_CONTENT,
                    condition,
                }));
            }
        }
        Ok((effects, Vec::new()))
    }

    /// The numbers of the keys that a fact may have and its value, each with its condition; no number for
    /// keys that no position has.
    fn keys_known(
        &mut self,
        instance: &Instance,
        condition: Literal,
    ) -> Result<Vec<KnownKey>, Reason> {
        let not_known = || Reason::new("a fact that is not known is added or deleted", None);
        if !is_ground(instance) {
            return Err(not_known());
        }
        let mut rest = &instance[1..];
        let arity = match instance[0] {
            Item::Compound(functor) => self.store.constants.functor_parts(functor).1,
            _ => return Err(not_known()),
        };
        for _ in 1..arity {
            self.store.next_term(&mut rest);
        }
        let value: Instance = rest.into();
        let key: Instance = instance[..instance.len() - value.len()].into();
        let keys = self.known_answers(key, condition).ok_or_else(not_known)?;
        let keys = keys.into_iter().map(|(key, condition)| {
            let fact = [&*key, &*value].concat();
            let number = self.relations.key_of_parts(&fact, &self.store);
            (number.map(|(key, _)| key), value.clone(), condition)
        });
        Ok(keys.collect())
    }

    /// What a value puts into the places of a template, where the fact is added and the value is this one. One
    /// that `stays` is left out where it is what it was.
    fn add_part(
        &mut self,
        (mut template, mut value): (&[Item], &[Item]),
        (condition, own): (Literal, Literal),
        stays: bool,
        added: &mut Added,
    ) -> Result<(), Reason> {
        while let ([place, ..], [item, ..]) = (template, value) {
            let wanted = self.store.next_term(&mut template);
            let given = self.store.next_term(&mut value);
            if let (Item::Compound(one), Item::Compound(other)) = (place, item)
                && one == other
            {
                let both = (&wanted[1..], &given[1..]);
                self.add_part(both, (condition, own), stays, added)?;
                continue;
            }
            if wanted == given && (stays || !matches!(place, Item::Content(_))) {
                continue;
            }
            let known = self.known_answers(given.into(), own);
            let known = known.ok_or_else(|| Reason::new("a value that is not known", None))?;
            for (term, own) in known {
                match place {
                    Item::Content(cell) => {
                        let terms = self.store.contents_of(*cell);
                        match terms.places.get(&term) {
                            Some(content) => {
                                let effect = (*cell, *content as u16 + 1, own);
                                added.effects.entry(effect).or_default().push(condition);
                            }
                            None => added.faults.push(self.circuit.all([condition, own])),
                        }
                    }
                    Item::Compound(functor) if term.first() == Some(&Item::Compound(*functor)) => {
                        let both = (&wanted[1..], &term[1..]);
                        self.add_part(both, (condition, own), stays, added)?;
                    }
                    _ if *wanted == *term => {}
                    _ => added.faults.push(self.circuit.all([condition, own])),
                }
            }
        }
        Ok(())
    }
}
