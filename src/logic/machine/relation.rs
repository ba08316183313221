//! Calls of relations: goals that the facts of the current world answer.
//!
//! The facts of a relation are numbered: cells of the array for a dense relation, indexes in a
//! sorted list for an open one, indexes in the list of given facts. A call looks for the first
//! number whose fact may match, and for the next one after it. Only if there is a next one does it
//! leave a choice point, with the arguments kept on top of the frames.

use super::Machine;
use super::choice::Alternative;
use crate::logic::cell::{Cell, Tag};
use crate::logic::ids::RelationId;
use crate::logic::instruction::Address;
use crate::logic::limits::CELLS_PER_WORK;
use crate::logic::predicate::Implementation;
use crate::logic::program::Program;
use crate::logic::raise::{self, Raised};
use crate::logic::schema::{Dense, Domain, Fact, NoFact, Relation, Storage};
use crate::logic::store::Numbering;
use crate::logic::term::Term;
use crate::logic::world::SortedFacts;

/// How many facts are examined, while they are sorted, before the flag that stops queries is read.
const FACTS_BETWEEN_LOOKS: u32 = 1 << 12;

/// The value that a dense relation's fact must have in one argument to be a candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ArgumentFilter {
    /// The value with this index in the domain.
    Index(usize),
    Anything,
    /// A value outside the domain.
    Nothing,
}

impl Machine {
    /// Unifies the goal in the registers with the first fact that matches; further facts become a
    /// choice point above `top`.
    pub(super) fn first_fact(
        &mut self,
        program: &Program,
        id: RelationId,
        top: usize,
        continuation: Address,
    ) -> Result<bool, Raised> {
        let relation = program.schema.get(id);
        let arity = relation.arity();
        self.worlds.consulted = true;
        if let Storage::Dense(dense) = &relation.storage {
            match self.wanted_cell(dense) {
                ArgumentFilter::Index(cell) => return self.unify_content(dense, cell),
                ArgumentFilter::Nothing => return Ok(false),
                ArgumentFilter::Anything => {}
            }
        }
        self.frames.reserve(top + arity);
        self.frames.write(top, &self.registers[..arity]);
        let Some(found) = self.match_from(relation, id, top, 0)? else {
            return Ok(false);
        };
        if let Some(cursor) = self.match_from(relation, id, top, found + 1)? {
            let alternative = Alternative::Relation {
                relation: id,
                cursor: cursor as u32,
                continuation,
            };
            self.push_choice(alternative, top + arity);
        }
        self.unify_fact(relation, id, top, found)
    }

    /// The only cell of a dense relation that can answer the goal in the registers, if all its keys
    /// are bound.
    fn wanted_cell(&self, dense: &Dense) -> ArgumentFilter {
        let mut cell = 0;
        for (domain, key) in dense.keys.iter().zip(self.registers.iter()) {
            match self.wanted(domain, *key) {
                ArgumentFilter::Index(index) => cell = cell * domain.size() + index,
                other => return other,
            }
        }
        ArgumentFilter::Index(dense.offset + cell)
    }

    /// Whether the cell holds a fact, and its value unifies with the value of the goal in the
    /// registers.
    fn unify_content(&mut self, dense: &Dense, cell: usize) -> Result<bool, Raised> {
        let content = usize::from(self.worlds.current().dense[cell]);
        match &dense.value {
            Some(domain) if content > 0 => Ok(self
                .store
                .unify(self.registers[dense.keys.len()], domain.cells[content - 1])?),
            _ => Ok(content > 0),
        }
    }

    /// Goes on with the fact at the cursor of the newest choice point.
    pub(super) fn next_fact(
        &mut self,
        program: &Program,
        id: RelationId,
        cursor: u32,
    ) -> Result<bool, Raised> {
        let relation = program.schema.get(id);
        let newest = self.choices.height() - 1;
        let arguments = self.choices.get(newest).top - relation.arity();
        match self.match_from(relation, id, arguments, cursor as usize + 1)? {
            Some(following) => {
                let choice = self.choices.get_mut(newest);
                if let Alternative::Relation { cursor, .. } = &mut choice.alternative {
                    *cursor = following as u32;
                }
            }
            None => self.pop_choice(),
        }
        self.unify_fact(relation, id, arguments, cursor as usize)
    }

    /// The number of the first fact, from `cursor` on, that may match the arguments at the address
    /// `arguments` of the frames.
    fn match_from(
        &mut self,
        relation: &Relation,
        id: RelationId,
        arguments: usize,
        cursor: usize,
    ) -> Result<Option<usize>, Raised> {
        match &relation.storage {
            Storage::Dense(dense) => self.match_dense(dense, arguments, cursor),
            Storage::Open(open) => self.match_open(relation, *open, arguments, cursor),
            Storage::Given => {
                let given = &self.worlds.current().given;
                Ok((cursor..given.len()).find(|at| given[*at].0 == id))
            }
        }
    }

    fn match_dense(
        &mut self,
        dense: &Dense,
        arguments: usize,
        cursor: usize,
    ) -> Result<Option<usize>, Raised> {
        let key =
            |number: usize| self.wanted(&dense.keys[number], self.frames.cell(arguments, number));
        if (0..dense.keys.len()).any(|number| key(number) == ArgumentFilter::Nothing) {
            return Ok(None);
        }
        let content = match &dense.value {
            None => ArgumentFilter::Index(0),
            Some(domain) => self.wanted(domain, self.frames.cell(arguments, dense.keys.len())),
        };
        if content == ArgumentFilter::Nothing {
            return Ok(None);
        }
        let row = &self.worlds.current().dense;
        let holds = |cell: usize| match content {
            ArgumentFilter::Index(index) => usize::from(row[cell]) == index + 1,
            _ => row[cell] != 0,
        };
        let fits = |cell: usize| {
            dense
                .parts_reversed(cell)
                .zip((0..dense.keys.len()).rev())
                .all(|(part, number)| match key(number) {
                    ArgumentFilter::Index(index) => part == index,
                    _ => true,
                })
        };
        let (first, end) = (cursor.max(dense.offset), dense.offset + dense.size);
        let found = (first..end).find(|cell| holds(*cell) && fits(*cell));
        self.spend_work((found.unwrap_or(end).saturating_sub(first) / CELLS_PER_WORK) as u64)?;
        Ok(found)
    }

    #[inline]
    fn wanted(&self, domain: &Domain, argument: Cell) -> ArgumentFilter {
        let cell = self.store.deref(argument);
        match cell.tag() {
            Tag::Reference | Tag::Compound | Tag::List | Tag::String | Tag::Wide => {
                ArgumentFilter::Anything
            }
            _ => domain
                .index_of_atomic(cell)
                .map_or(ArgumentFilter::Nothing, ArgumentFilter::Index),
        }
    }

    fn match_open(
        &mut self,
        relation: &Relation,
        open: usize,
        arguments: usize,
        cursor: usize,
    ) -> Result<Option<usize>, Raised> {
        let facts = self.sorted_facts(open)?;
        let Some(key) = self.ground_key(relation.keys, arguments)? else {
            return Ok((cursor < facts.len()).then_some(cursor));
        };
        let found = facts.binary_search_by(|(known, _)| known.cmp(&key)).ok();
        Ok(found.filter(|at| *at >= cursor))
    }

    /// The facts of an open relation of the current world, in order.
    fn sorted_facts(&mut self, open: usize) -> Result<SortedFacts, Raised> {
        let mut looks = 0;
        let interrupt = &self.store.interrupt;
        let sorted = self.worlds.current_mut().sorted(open, || {
            looks += 1;
            if looks % FACTS_BETWEEN_LOOKS == 0 {
                interrupt.look()
            } else {
                Ok(())
            }
        });
        Ok(sorted?)
    }

    /// The key of a call of an open relation, if it is ground.
    fn ground_key(&mut self, keys: usize, arguments: usize) -> Result<Option<Term>, Raised> {
        let mut terms = Vec::with_capacity(keys);
        for number in 0..keys {
            let cell = self.frames.cell(arguments, number);
            if !self.store.is_ground(cell)? {
                return Ok(None);
            }
            terms.push(self.store.export(cell, &mut Numbering::default())?);
        }
        Ok(Some(Term::compound("key", &terms)))
    }

    fn unify_fact(
        &mut self,
        relation: &Relation,
        id: RelationId,
        arguments: usize,
        fact: usize,
    ) -> Result<bool, Raised> {
        match &relation.storage {
            Storage::Dense(dense) => self.unify_dense(dense, arguments, fact),
            Storage::Open(open) => {
                let (key, value) = self.sorted_facts(*open)?[fact].clone();
                let mut parts = key.arguments();
                parts.extend(relation.valued.then_some(value));
                self.unify_terms(arguments, &parts)
            }
            Storage::Given => {
                debug_assert_eq!(self.worlds.current().given[fact].0, id);
                let term = self.worlds.current().given[fact].1.clone();
                self.unify_terms(arguments, &term.arguments())
            }
        }
    }

    fn unify_terms(&mut self, arguments: usize, terms: &[Term]) -> Result<bool, Raised> {
        for (number, term) in terms.iter().enumerate() {
            let value = self.store.import_counted(term)?;
            if !self
                .store
                .unify(self.frames.cell(arguments, number), value)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn unify_dense(
        &mut self,
        dense: &Dense,
        arguments: usize,
        cell: usize,
    ) -> Result<bool, Raised> {
        if let Some(domain) = &dense.value {
            let content = usize::from(self.worlds.current().dense[cell]);
            let value = domain.cells[content - 1];
            if !self
                .store
                .unify(self.frames.cell(arguments, dense.keys.len()), value)?
            {
                return Ok(false);
            }
        }
        let count = dense.keys.len();
        for (back, part) in dense.parts_reversed(cell).enumerate() {
            let number = count - 1 - back;
            if !self.store.unify(
                self.frames.cell(arguments, number),
                dense.keys[number].cells[part],
            )? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The fact that a term on the heap states, or the reason why it states none.
    pub(super) fn fact(&mut self, term: Cell) -> Result<Result<Fact, NoFact>, Raised> {
        if let Some(fact) = self.dense_fact(term) {
            return Ok(Ok(fact));
        }
        let term = self.store.export(term, &mut Numbering::default())?;
        Ok(self.program.schema.fact(&term))
    }

    /// The fast path, for dense relations whose arguments are atoms and small integers.
    fn dense_fact(&self, term: Cell) -> Option<Fact> {
        let term = self.store.deref(term);
        let functor = self.store.functor(term)?;
        let predicate = self.program.predicates.named(functor.0, functor.1)?;
        let Implementation::Relation(id) = self.program.predicates[predicate].implementation else {
            return None;
        };
        let Storage::Dense(dense) = &self.program.schema.get(id).storage else {
            return None;
        };
        let mut cell = 0;
        for (number, domain) in dense.keys.iter().enumerate() {
            cell =
                cell * domain.size() + domain.index_of_atomic(self.store.argument(term, number))?;
        }
        let content = match &dense.value {
            None => 0,
            Some(domain) => domain.index_of_atomic(self.store.argument(term, dense.keys.len()))?,
        };
        Some(Fact::Dense {
            cell: dense.offset + cell,
            content: content as u16 + 1,
        })
    }

    /// The fact that a term on the heap states; a term that states none raises an error.
    pub(super) fn fact_or_raise(&mut self, term: Cell) -> Result<Fact, Raised> {
        self.fact(term)?.map_err(|reason| match reason {
            NoFact::Unbound(_) => raise::instantiation(&mut self.store),
            NoFact::NotDeclared(_) => raise::domain_error(&mut self.store, "fluent", term),
            NoFact::OutsideDomain(..) => {
                raise::domain_error(&mut self.store, "fact_of_fluent", term)
            }
        })
    }
}
