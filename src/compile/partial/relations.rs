//! The fluents of a game, as an evaluation sees them: domains as instances.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::condition::Condition;
use super::constants::Constant;
use super::keys::CompoundKeys;
use super::parts::Parts;
use super::plan::Plans;
use super::solver::{Flow, Next, Outcome, Solver};
use super::store::{Instance, Item, Store, Value, is_ground, is_known};
use crate::compile::circuit::{self, Literal, Sum};
use crate::compile::domains::{Domains, FoundFluent, Shape};
use crate::compile::residual::{ANY_CONTENT, AddedNumber};
use crate::logic::{Domain, Program, Storage, Term};

/// The terms that the value of a fact can be, and the one that is given.
type GivenValue<'r, 'i> = (&'r Terms, &'i [Item]);

/// Fewer contents of a cell are looked at one by one, also if they are numbers.
const MANY_VALUES: usize = 16;

/// Some part of a term is not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotKnown;

/// The terms of one domain.
#[derive(Debug)]
pub(super) struct Terms {
    pub terms: Vec<Instance>,
    pub places: FxHashMap<Instance, usize>,
    /// The least of them, if they are whole numbers one after the other.
    least: Option<i64>,
}

/// A relation whose facts have places in positions.
#[derive(Debug)]
struct Fluent {
    offset: usize,
    keys: Vec<Arc<Terms>>,
    value: Option<Arc<Terms>>,
    /// The places that its value is made of, if they are several.
    parts: Option<Parts>,
}

/// All relations, those that are not dense too.
#[derive(Debug)]
pub(super) struct Relations {
    fluents: Vec<Option<Fluent>>,
    by_name: FxHashMap<(String, usize), usize>,
    /// The keys that are no constants.
    pub compound_keys: CompoundKeys,
    plans: Plans,
    /// Whether the number of a cell is read as a sum, and not value by value, if it is one of many.
    pub reads_numbers: bool,
}

impl Relations {
    pub fn new(program: &Program, domains: &Domains, store: &mut Store) -> Self {
        let schema = program.schema();
        let mut known: FxHashMap<*const Domain, Arc<Terms>> = FxHashMap::default();
        let mut terms_of = |domain: &Arc<Domain>| {
            let terms = known
                .entry(Arc::as_ptr(domain))
                .or_insert_with(|| Arc::new(Terms::new(domain.terms(), store)));
            Arc::clone(terms)
        };
        let mut fluents = Vec::new();
        for relation in schema.relations() {
            fluents.push(match &relation.storage {
                Storage::Dense(dense) => Some(Fluent {
                    offset: dense.offset,
                    keys: dense.keys.iter().map(&mut terms_of).collect(),
                    value: dense.value.as_ref().map(&mut terms_of),
                    parts: None,
                }),
                _ => None,
            });
        }
        for found in domains.fluents() {
            fluents[found.relation] = Some(Fluent::found(found, store));
        }
        let names = schema
            .relations()
            .iter()
            .map(|relation| (relation.name.to_string(), relation.arity()));
        let mut compound_keys = CompoundKeys::default();
        let keys = fluents.iter().flatten().flat_map(|fluent| &fluent.keys);
        for term in keys.flat_map(|terms| &terms.terms) {
            if term.len() > 1 {
                compound_keys.add(term);
            }
        }
        Self {
            fluents,
            by_name: names.zip(0..).collect(),
            compound_keys,
            plans: Plans::of(program, store),
            reads_numbers: false,
        }
    }

    /// The least number of a cell that is read as a sum.
    fn number_read(&self, fluent: &Fluent) -> Option<i64> {
        fluent.least_number().filter(|_| self.reads_numbers)
    }

    /// Whether there are cells of many numbers.
    pub fn have_numbers(&self) -> bool {
        let mut fluents = self.fluents.iter().flatten();
        fluents.any(|fluent| fluent.least_number().is_some())
    }

    /// The dense ones, in the order of their cells.
    pub fn for_circuit(&self, store: &Store) -> Vec<circuit::Relation> {
        let mut fluents: Vec<&Fluent> = self.fluents.iter().flatten().collect();
        fluents.sort_by_key(|fluent| fluent.offset);
        let plan = |fluent: &Fluent| match &fluent.keys[..] {
            [only] => self.plans.plan(&only.terms, store),
            _ => None,
        };
        let mut relations = Vec::new();
        for fluent in fluents {
            let keys = fluent.keys.iter().map(|terms| self.constants(terms));
            let keys: Vec<Vec<u32>> = keys.collect();
            match &fluent.parts {
                Some(parts) => relations.extend(parts.for_circuit(&keys)),
                None => relations.push(circuit::Relation {
                    plan: plan(fluent),
                    first_cell: fluent.offset as u32,
                    keys,
                    contents: fluent
                        .value
                        .as_ref()
                        .map_or(1, |terms| terms.terms.len() as u16),
                }),
            }
        }
        relations
    }

    /// What a circuit calls the terms of a key.
    fn constants(&self, terms: &Terms) -> Vec<u32> {
        let number = |term: &Instance| match **term {
            [Item::Constant(number)] => number,
            _ => {
                let key = self.compound_keys.first(term);
                key.expect("every compound key has a number").0
            }
        };
        terms.terms.iter().map(number).collect()
    }

    /// The relation of which an instance states a fact, by its place among those of the schema.
    pub fn relation(&self, instance: &[Item], store: &Store) -> Option<usize> {
        let key = match *instance.first()? {
            Item::Compound(functor) => {
                let (name, arity) = store.constants.functor_parts(functor);
                (name.to_string(), arity as usize)
            }
            Item::Constant(number) => match store.constants.get(number) {
                Constant::Atom(name) => (name.to_string(), 0),
                _ => return None,
            },
            _ => return None,
        };
        self.by_name.get(&key).copied()
    }

    /// Whether an instance states a fact of a relation that has no place in positions.
    pub fn is_open(&self, instance: &[Item], store: &Store) -> bool {
        let relation = self.relation(instance, store);
        relation.is_some_and(|relation| self.fluents[relation].is_none())
    }

    /// The cell and the content of the fact that an instance states.
    pub fn fact(&self, instance: &[Item], store: &Store) -> Option<(u32, u16)> {
        let (_, cell, value) = self.stated(instance, store)?;
        let content = match value {
            Some((terms, mut given)) => terms.places.get(store.next_term(&mut given))? + 1,
            None => 1,
        };
        Some((cell, content as u16))
    }

    /// The cell of a fact, if its contents are many numbers, before anything is added to it.
    pub fn number_of(&self, instance: &[Item], store: &Store) -> Option<AddedNumber> {
        let (fluent, cell, _) = self.stated(instance, store)?;
        Some(AddedNumber {
            cell,
            least: self.number_read(fluent)?,
            contents: fluent.value.as_ref()?.terms.len() as u16,
            values: Vec::new(),
        })
    }

    /// The same of a fact that is deleted, with [`ANY_CONTENT`] where its value, if it `has_value`, is a
    /// variable; none for what can be no fact.
    ///
    /// # Errors
    /// If it is not known which facts are meant.
    pub fn deleted(
        &self,
        instance: &[Item],
        has_value: bool,
        store: &Store,
    ) -> Result<Option<(u32, u16)>, NotKnown> {
        if self.parts(instance, store).is_some() {
            return Err(NotKnown);
        }
        if is_known(instance) {
            return Ok(self.fact(instance, store));
        }
        let Some((Item::Variable(_), before)) = instance.split_last() else {
            return Err(NotKnown);
        };
        if !has_value || !is_known(before) {
            return Err(NotKnown);
        }
        match self.stated(instance, store) {
            Some((_, cell, Some((_, [Item::Variable(_)])))) => Ok(Some((cell, ANY_CONTENT))),
            // A part of the value is a variable.
            Some(_) => Err(NotKnown),
            None => Ok(None),
        }
    }

    /// Whether the value of a relation is made of several parts.
    pub fn has_parts(&self, relation: u32) -> bool {
        let fluent = self.fluents[relation as usize].as_ref();
        fluent.is_some_and(|fluent| fluent.parts.is_some())
    }

    /// The parts of the fluent of which an instance states a fact, if its value is made of several.
    pub fn parts(&self, instance: &[Item], store: &Store) -> Option<&Parts> {
        let relation = self.relation(instance, store)?;
        self.fluents[relation].as_ref()?.parts.as_ref()
    }

    /// The number of the key of a fact and its value, as items, if the value is made of several parts.
    pub fn key_of_parts<'i>(
        &self,
        instance: &'i [Item],
        store: &Store,
    ) -> Option<(usize, &'i [Item])> {
        let relation = self.relation(instance, store)?;
        let mut rest = &instance[1..];
        let key = self.fluents[relation].as_ref()?.key(&mut rest, store)?;
        Some((key, rest))
    }

    /// The fluent and the cell of the fact that an instance states, and its value if it has one.
    fn stated<'i>(
        &self,
        instance: &'i [Item],
        store: &Store,
    ) -> Option<(&Fluent, u32, Option<GivenValue<'_, 'i>>)> {
        let fluent = self.fluents[self.relation(instance, store)?].as_ref()?;
        if fluent.parts.is_some() {
            return None;
        }
        let mut rest = &instance[1..];
        let cell = fluent.key(&mut rest, store)?;
        let value = fluent.value.as_deref().map(|terms| (terms, rest));
        Some((fluent, (fluent.offset + cell) as u32, value))
    }
}

impl Fluent {
    /// A fluent whose domain was found.
    fn found(found: &FoundFluent, store: &mut Store) -> Self {
        let keys = found.keys.iter();
        let keys = keys
            .map(|terms| Arc::new(Terms::new(terms, store)))
            .collect();
        let offset = found.groups[0].first_cell;
        if let Shape::Place(..) = found.shape {
            let terms = || Arc::new(Terms::new(&found.groups[0].contents, store));
            return Self {
                offset,
                keys,
                value: found.is_valued.then(terms),
                parts: None,
            };
        }
        Self {
            offset,
            keys,
            value: None,
            parts: Some(Parts::new(found, store)),
        }
    }

    /// The number of a key, whose items are taken.
    fn key(&self, items: &mut &[Item], store: &Store) -> Option<usize> {
        let mut key = 0;
        for terms in &self.keys {
            let place = terms.places.get(store.next_term(items))?;
            key = key * terms.terms.len() + place;
        }
        Some(key)
    }

    /// The least number of a cell, if its contents are many whole numbers, one after the other. The number of
    /// a single cell is looked at value by value: the next one is the next bit of a word.
    fn least_number(&self) -> Option<i64> {
        let values = self.value.as_ref()?;
        let cells: usize = self.keys.iter().map(|terms| terms.terms.len()).product();
        values
            .least
            .filter(|_| cells > 1 && values.terms.len() >= MANY_VALUES)
    }
}

impl Terms {
    pub fn new(terms: &[Term], store: &mut Store) -> Self {
        let instance = |term| {
            let mut items = Vec::new();
            store.add_term(term, &mut items);
            Instance::from(items)
        };
        let terms: Vec<Instance> = terms.iter().map(instance).collect();
        let places = terms.iter().cloned().zip(0..).collect();
        let number = |term: &Instance| match **term {
            [Item::Constant(number)] => store.constants.as_integer(number),
            _ => None,
        };
        let least = terms.first().and_then(number);
        let is_next = |(term, next): (&Instance, i64)| number(term) == Some(next);
        let least = least.filter(|least| terms.iter().zip(*least..).all(is_next));
        Self {
            terms,
            places,
            least,
        }
    }
}

impl<'s> Solver<'s> {
    /// Facts of the position that a goal can mean, in the order of their cells.
    pub(super) fn fluent(
        &mut self,
        relation: u32,
        arguments: &[Value],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let relations = self.relations;
        let fluent = relations.fluents[relation as usize]
            .as_ref()
            .expect("only dense relations are called");
        self.key(fluent, arguments, (0, 0), condition, next)
    }

    /// Goes through the keys from the one of that number on; `cell` is made of those before.
    fn key(
        &mut self,
        fluent: &'s Fluent,
        arguments: &[Value],
        (key, cell): (usize, usize),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let Some(terms) = fluent.keys.get(key) else {
            if let Some(parts) = &fluent.parts {
                return self.parts(parts, cell, arguments[key], condition, next);
            }
            let cell = (fluent.offset + cell) as u32;
            return match &fluent.value {
                None => {
                    let literal = self.circuit.fact(cell, 1);
                    self.with(condition, literal, next)
                }
                Some(values) => match self.relations.number_read(fluent) {
                    Some(least) => {
                        self.number(cell, (values, least), arguments[key], condition, next)
                    }
                    None => self.content(cell, values, arguments[key], condition, next),
                },
            };
        };
        self.each(
            terms,
            arguments[key],
            condition,
            &mut |solver, place, condition| {
                solver.key(
                    fluent,
                    arguments,
                    (key + 1, cell * terms.terms.len() + place),
                    condition,
                    next,
                )
            },
        )
    }

    /// Goes through the contents of a cell that an argument can be.
    fn content(
        &mut self,
        cell: u32,
        values: &'s Terms,
        argument: Value,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        self.each(
            values,
            argument,
            condition,
            &mut |solver, value, condition| {
                let literal = solver.circuit.fact(cell, value as u16 + 1);
                solver.with(condition, literal, next)
            },
        )
    }

    /// Goes on with the number of a cell, from the least one on: if it is not given, with a sum.
    fn number(
        &mut self,
        cell: u32,
        (values, least): (&'s Terms, i64),
        argument: Value,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        if !matches!(self.store.deref(argument), Value::Variable(_)) {
            return self.content(cell, values, argument, condition, next);
        }
        let contents = 1..=values.terms.len() as u16;
        let facts: Vec<Literal> = contents
            .map(|content| self.circuit.fact(cell, content))
            .collect();
        let number = Sum::new(0, facts.iter().copied().zip(least..).collect());
        let number = self.store.sum(number);
        let number = self.store.instance(&[number]);
        let there = self.circuit.any(facts);
        self.with(condition, there, &mut |solver, condition| {
            solver.unify_answer(&[argument], &number, condition, next)
        })
    }

    /// Goes through the terms of a domain that an argument can be.
    fn each(
        &mut self,
        terms: &'s Terms,
        argument: Value,
        condition: &Condition,
        next: &mut dyn FnMut(&mut Self, usize, &Condition) -> Outcome,
    ) -> Outcome {
        let instance = self.store.instance(&[argument]);
        if is_ground(&instance) {
            return match terms.places.get(&instance) {
                Some(place) => next(self, *place, condition),
                None => Ok(Flow::More),
            };
        }
        for (place, term) in terms.terms.iter().enumerate() {
            let outcome =
                self.unify_answer(&[argument], term, condition, &mut |solver, condition| {
                    next(solver, place, condition)
                })?;
            if outcome == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
    }
}
