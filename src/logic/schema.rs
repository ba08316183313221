//! The schema of a program's facts: which predicates are relations, answered from a position, and
//! how the position keeps their facts.
//!
//! A relation whose keys and values have finite domains is *dense*. All dense relations together
//! are one array of small numbers, one for each key: the number says which value the key has. All
//! other relations of a position are *open* and kept in maps. The facts of a *given* relation are
//! in no position: each query brings them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::cell::Cell;
use super::ids::RelationId;
use super::ledger::Ledger;
use super::term::Term;
use crate::syntax::tree::Name;

/// The maximum number of keys of a dense relation; one with a larger product of domains is kept
/// open.
pub const MAX_DENSE_KEYS: usize = 1 << 16;

/// The maximum number of values of a domain.
pub const MAX_DOMAIN: usize = (1 << 16) - 2;

/// A finite set of ground terms in a fixed order.
#[derive(Clone, Debug)]
pub struct Domain {
    terms: Vec<Term>,
    /// The same terms as cells of the program's constants.
    pub(super) cells: Vec<Cell>,
    /// The first integer, if the terms are consecutive integers.
    first_integer: Option<i64>,
    atomic: FxHashMap<Cell, u16>,
    by_term: FxHashMap<Term, u16>,
}

impl Domain {
    pub(super) fn new(terms: Vec<Term>, cells: Vec<Cell>) -> Self {
        let first = terms.first().and_then(Term::as_integer);
        let consecutive = |first: &i64| {
            terms
                .iter()
                .zip(*first..)
                .all(|(term, expected)| term.as_integer() == Some(expected))
        };
        let first_integer = first
            .filter(consecutive)
            .filter(|_| cells.iter().all(|cell| cell.is_small()));
        let atomic = cells
            .iter()
            .zip(0..)
            .filter(|(cell, _)| cell.is_atom() || cell.is_small());
        Self {
            first_integer,
            atomic: atomic.map(|(cell, index)| (*cell, index)).collect(),
            by_term: terms.iter().cloned().zip(0..).collect(),
            terms,
            cells,
        }
    }

    /// The terms in their order.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The number of terms.
    #[must_use]
    pub fn size(&self) -> usize {
        self.terms.len()
    }

    /// The index of a term in the order.
    #[must_use]
    pub fn index_of(&self, term: &Term) -> Option<usize> {
        self.by_term.get(term).map(|index| usize::from(*index))
    }

    /// The index of an atom or small integer.
    #[inline]
    pub(super) fn index_of_atomic(&self, cell: Cell) -> Option<usize> {
        match self.first_integer {
            Some(first) if cell.is_small() => {
                let index = usize::try_from(cell.as_small().checked_sub(first)?).ok()?;
                (index < self.cells.len()).then_some(index)
            }
            Some(_) => None,
            None => self.atomic.get(&cell).map(|index| usize::from(*index)),
        }
    }
}

/// How a relation's facts are kept.
#[derive(Clone, Debug)]
pub enum Storage {
    /// In the array of dense cells.
    Dense(Dense),
    /// In a map from keys to values; the number is the index among the open relations.
    Open(usize),
    /// Not in positions: each query brings the facts.
    Given,
}

/// Where a dense relation lies in the array, and the meaning of its cells. A cell is 0 without a
/// fact, otherwise 1 plus the index of the value in its domain (1 for a relation without a value).
#[derive(Clone, Debug)]
pub struct Dense {
    /// The index of its first cell.
    pub offset: usize,
    /// The number of its cells.
    pub size: usize,
    /// The domain of each key.
    pub keys: Vec<Arc<Domain>>,
    /// The domain of the value, if the relation has one.
    pub value: Option<Arc<Domain>>,
}

impl Dense {
    /// The index of the cell of a key; `parts` are the indexes of its parts in their domains.
    #[inline]
    #[must_use]
    pub fn cell(&self, parts: impl Iterator<Item = usize>) -> usize {
        self.offset
            + self
                .keys
                .iter()
                .zip(parts)
                .fold(0, |cell, (domain, part)| cell * domain.size() + part)
    }

    /// The indexes of a cell's key parts in their domains, last part first.
    pub(super) fn parts_reversed(&self, cell: usize) -> impl Iterator<Item = usize> {
        let mut rest = cell - self.offset;
        self.keys.iter().rev().map(move |domain| {
            let part = rest % domain.size();
            rest /= domain.size();
            part
        })
    }

    /// The number of contents of a cell beside 0.
    #[must_use]
    pub fn contents(&self) -> usize {
        self.value.as_ref().map_or(1, |value| value.size())
    }

    fn parts(&self, cell: usize) -> Vec<usize> {
        let mut parts: Vec<_> = self.parts_reversed(cell).collect();
        parts.reverse();
        parts
    }
}

/// A predicate whose facts come from a position or a query.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The predicate's name.
    pub name: Name,
    /// The number of key arguments: all except the value.
    pub keys: usize,
    /// Whether each key has one value, the last argument.
    pub valued: bool,
    /// How its facts are kept.
    pub storage: Storage,
}

impl Relation {
    /// The predicate's number of arguments.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.keys + usize::from(self.valued)
    }
}

/// One fact of a position, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// The content of a dense cell.
    Dense {
        /// The index of the cell.
        cell: usize,
        /// The content of the cell, not 0.
        content: u16,
    },
    /// A fact of an open relation.
    Open {
        /// The index of the open relation.
        open: usize,
        /// Its key arguments, as arguments of one term.
        key: Term,
        /// Its value; the atom `true` for a relation without a value.
        value: Term,
    },
}

impl Fact {
    /// The approximate memory of the fact in bytes.
    pub(super) fn bytes(&self) -> usize {
        let terms = match self {
            Fact::Dense { .. } => 0,
            Fact::Open { key, value, .. } => key.bytes() + value.bytes(),
        };
        size_of::<Fact>() + terms
    }

    /// Whether both facts are about the same key, so that only one of them can hold if they differ.
    #[must_use]
    pub fn same_key(&self, other: &Fact) -> bool {
        match (self, other) {
            (Fact::Dense { cell: a, .. }, Fact::Dense { cell: b, .. }) => a == b,
            (
                Fact::Open {
                    open: a, key: s, ..
                },
                Fact::Open {
                    open: b, key: t, ..
                },
            ) => a == b && s == t,
            _ => false,
        }
    }
}

/// Why a term is not a fact of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoFact {
    /// The term contains a variable.
    #[error("`{0}` has an unbound variable")]
    Unbound(Term),
    /// The predicate of the term is not declared.
    #[error("`{0}` is not a fluent")]
    NotDeclared(Term),
    /// An argument lies outside its domain: the fact, and the number of the argument from 1.
    #[error("argument {1} of `{0}` is outside its domain")]
    OutsideDomain(Term, usize),
}

impl NoFact {
    /// The term.
    #[must_use]
    pub fn term(&self) -> &Term {
        let (NoFact::Unbound(term) | NoFact::NotDeclared(term) | NoFact::OutsideDomain(term, _)) =
            self;
        term
    }
}

/// All relations of a program.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    relations: Vec<Relation>,
    dense_cells: usize,
    open_relations: usize,
    ledger: Ledger,
}

impl Schema {
    /// The account of the memory of all live facts of this schema.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The relations in the order in which they were declared.
    #[must_use]
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    /// The number of cells of all dense relations together.
    #[must_use]
    pub fn dense_cells(&self) -> usize {
        self.dense_cells
    }

    /// The number of open relations.
    #[must_use]
    pub fn open_relations(&self) -> usize {
        self.open_relations
    }

    pub(super) fn declare(
        &mut self,
        name: &Name,
        keys: usize,
        valued: bool,
        given: bool,
    ) -> RelationId {
        let storage = if given {
            Storage::Given
        } else {
            self.open_relations += 1;
            Storage::Open(self.open_relations - 1)
        };
        self.relations.push(Relation {
            name: name.clone(),
            keys,
            valued,
            storage,
        });
        RelationId(self.relations.len() as u32 - 1)
    }

    /// Makes a relation dense; it must have at most [`MAX_DENSE_KEYS`] keys.
    pub(super) fn make_dense(
        &mut self,
        relation: usize,
        keys: Vec<Arc<Domain>>,
        value: Option<Arc<Domain>>,
    ) {
        let size = keys.iter().map(|domain| domain.size()).product();
        let dense = Dense {
            offset: self.dense_cells,
            size,
            keys,
            value,
        };
        self.dense_cells += size;
        self.relations[relation].storage = Storage::Dense(dense);
        self.open_relations = 0;
        for relation in &mut self.relations {
            if let Storage::Open(number) = &mut relation.storage {
                *number = self.open_relations;
                self.open_relations += 1;
            }
        }
    }

    /// The relation with this name and number of arguments.
    #[must_use]
    pub fn relation(&self, name: &str, arity: usize) -> Option<&Relation> {
        self.relation_id(name, arity).map(|id| self.get(id))
    }

    /// The number of the relation with this name and number of arguments.
    pub(super) fn relation_id(&self, name: &str, arity: usize) -> Option<RelationId> {
        let is_it = |relation: &Relation| &*relation.name == name && relation.arity() == arity;
        let index = self.relations.iter().position(is_it)?;
        Some(RelationId(index as u32))
    }

    /// The relation with this number.
    #[inline]
    pub(super) fn get(&self, id: RelationId) -> &Relation {
        &self.relations[id.index()]
    }

    /// The fact that a term states.
    ///
    /// # Errors
    /// If the term is not ground, its predicate is not declared, or an argument is outside its
    /// domain.
    pub fn fact(&self, term: &Term) -> Result<Fact, NoFact> {
        let relation = term
            .functor()
            .and_then(|(name, arity)| self.relation(name, arity));
        let relation = relation.ok_or_else(|| NoFact::NotDeclared(term.clone()))?;
        if !term.is_ground() {
            return Err(NoFact::Unbound(term.clone()));
        }
        let arguments = term.arguments();
        match &relation.storage {
            Storage::Given => Err(NoFact::NotDeclared(term.clone())),
            Storage::Open(open) => {
                let key = Term::compound("key", &arguments[..relation.keys]);
                let value = if relation.valued {
                    arguments[relation.keys].clone()
                } else {
                    Term::atom("true")
                };
                Ok(Fact::Open {
                    open: *open,
                    key,
                    value,
                })
            }
            Storage::Dense(dense) => {
                let outside = |at: usize| NoFact::OutsideDomain(term.clone(), at + 1);
                let domains = dense.keys.iter().chain(&dense.value).enumerate();
                let parts = domains
                    .map(|(at, domain)| domain.index_of(&arguments[at]).ok_or_else(|| outside(at)));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                let content = parts.get(relation.keys).map_or(0, |value| *value) as u16 + 1;
                Ok(Fact::Dense {
                    cell: dense.cell(parts.into_iter()),
                    content,
                })
            }
        }
    }

    /// The term that states a fact.
    #[must_use]
    pub fn term(&self, fact: &Fact) -> Term {
        match fact {
            Fact::Dense { cell, content } => self.dense_term(*cell, *content),
            Fact::Open { open, key, value } => {
                let is_it = |relation: &&Relation| matches!(relation.storage, Storage::Open(number) if number == *open);
                let relation = self
                    .relations
                    .iter()
                    .find(is_it)
                    .expect("a fact names an open relation of its schema");
                let mut arguments = key.arguments();
                arguments.extend(relation.valued.then(|| value.clone()));
                Term::compound(&relation.name, &arguments)
            }
        }
    }

    fn dense_term(&self, cell: usize, content: u16) -> Term {
        let holds = |relation: &Relation| match &relation.storage {
            Storage::Dense(dense) if (dense.offset..dense.offset + dense.size).contains(&cell) => {
                Some(dense.clone())
            }
            _ => None,
        };
        let found = self
            .relations
            .iter()
            .find_map(|relation| holds(relation).map(|dense| (relation, dense)));
        let (relation, dense) = found.expect("a fact names a cell of its schema");
        let parts = dense.parts(cell);
        let mut arguments: Vec<Term> = parts
            .iter()
            .zip(&dense.keys)
            .map(|(part, domain)| domain.terms()[*part].clone())
            .collect();
        arguments.extend(
            dense
                .value
                .iter()
                .map(|domain| domain.terms()[usize::from(content) - 1].clone()),
        );
        Term::compound(&relation.name, &arguments)
    }
}
