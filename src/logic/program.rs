//! A loaded program: names, predicates, their clauses as instructions, the schema of its facts.
//!
//! A program never changes and may be shared by any number of machines and threads. It knows
//! nothing of files: its sources appear only as places.

use std::sync::Arc;

use super::code_area::CodeArea;
use super::constant_pool::ConstantPool;
use super::ids::PredicateId;
use super::index::IndexTree;
use super::instruction::Address;
use super::predicate::{Implementation, PredicateTable};
use super::production::{self, Production};
use super::schema::Schema;
use super::source_clauses::SourceClauses;
use super::symbol::{Symbol, SymbolTable};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::quote::quote_atom;
use crate::syntax::tree::Clause;

/// A loaded program.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) symbols: Arc<SymbolTable>,
    pub(super) predicates: PredicateTable,
    pub(super) entry_points: EntryPoints,
    pub(super) code: CodeArea,
    /// The ground terms with which every machine's heap begins.
    pub(super) constants: ConstantPool,
    /// The index with which every machine begins.
    pub(super) index: IndexTree,
    pub(super) schema: Schema,
    pub(super) productions: Vec<Production>,
    pub(super) source: SourceClauses,
}

/// The predicates that a machine itself calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryPoints {
    /// `$control/2`, whose clauses define each control construct.
    pub control: PredicateId,
    /// `call/1`.
    pub call: PredicateId,
    /// `catch/3`.
    pub catch: PredicateId,
    /// `$tabled/2`, which answers a call of a tabled predicate.
    pub tabled: PredicateId,
    /// `$recover/1`, which runs the recovery goal of a `catch/3`.
    pub recover: PredicateId,
}

impl Program {
    /// The predicate with this name and number of arguments, if there is one.
    #[must_use]
    pub fn predicate(&self, name: &str, arity: usize) -> Option<PredicateId> {
        let symbol = self.symbols.find(name)?;
        self.predicates.defined(symbol, arity)
    }

    pub(super) fn defines(&self, name: Symbol, arity: usize) -> bool {
        self.predicates.defined(name, arity).is_some()
    }

    /// All predicates that a query can name, as name and number of arguments, sorted. Internal
    /// predicates of the preludes, whose names start with a `$`, are left out.
    #[must_use]
    pub fn predicates(&self) -> Vec<(&str, usize)> {
        let defined = self
            .predicates
            .visible()
            .filter(|(_, id)| !self.predicates[*id].is_undefined());
        let mut names: Vec<_> = defined
            .map(|((symbol, arity), _)| (&**self.symbols.name(symbol), arity))
            .collect();
        names.retain(|(name, _)| !name.starts_with('$'));
        names.sort_unstable();
        names
    }

    /// The program's own clauses of a predicate as written, in order; none for a predicate that a
    /// prelude or the machine defines.
    pub fn clauses(&self, predicate: PredicateId) -> impl ExactSizeIterator<Item = &Clause> {
        self.source.of(predicate)
    }

    /// Whether the answers of a predicate are collected in tables.
    #[must_use]
    pub fn is_tabled(&self, predicate: PredicateId) -> bool {
        matches!(
            self.predicates[predicate].implementation,
            Implementation::Tabled(_)
        )
    }

    /// Warnings about the program, which is usable all the same.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        production::dead_ends(&self.productions)
    }

    /// How the facts of positions are laid out.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The name and the number of arguments of a predicate.
    #[must_use]
    pub fn name_and_arity(&self, id: PredicateId) -> (&str, usize) {
        let predicate = &self.predicates[id];
        (self.symbols.name(predicate.name), predicate.arity)
    }

    /// The predicate, as `name/arity`, of the clause whose code includes `address`.
    pub(super) fn clause_name(&self, address: Address) -> Option<String> {
        let (name, arity) = self.name_and_arity(self.code.predicate_at(address)?);
        Some(format!("{}/{arity}", quote_atom(name)))
    }
}
