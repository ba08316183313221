//! A program in the making: the translation of a clause adds its results here.
//!
//! Layers, the order of clauses and indexes are the [`builder`](super::builder)'s part.

use rustc_hash::FxHashMap;

use super::cell::Cell;
use super::code_area::CodeArea;
use super::constant_pool::ConstantPool;
use super::ids::PredicateId;
use super::predicate::{Predicate, PredicateTable};
use super::symbol::{LIST_CELL, Symbol, SymbolTable};
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::{Name, SourceTerm, TermKind};

/// Names, predicates, code and constants of a program that is being built.
#[derive(Clone)]
pub(super) struct Draft {
    pub symbols: SymbolTable,
    pub predicates: PredicateTable,
    pub code: CodeArea,
    pub constants: ConstantPool,
    /// The cells of the strings among the constants, so that each string is stored once.
    strings: FxHashMap<Name, Cell>,
    /// The places where each predicate is called, for the errors about undefined ones.
    pub references: Vec<(PredicateId, Span)>,
    /// Whether the clauses that come now are a prelude's, which may use names that start with a
    /// `$`.
    pub in_prelude: bool,
}

impl Draft {
    pub fn new() -> Self {
        Self {
            symbols: SymbolTable::default(),
            predicates: PredicateTable::default(),
            code: CodeArea::new(),
            constants: ConstantPool::default(),
            strings: FxHashMap::default(),
            references: Vec::new(),
            in_prelude: true,
        }
    }

    /// The predicate with this name and arity; created if it does not exist.
    pub fn predicate(&mut self, name: &str, arity: usize) -> PredicateId {
        let symbol = self.symbols.intern(name);
        self.predicates.named(symbol, arity).unwrap_or_else(|| {
            let id = self.new_predicate(symbol, arity);
            self.predicates.show(symbol, arity, id);
            id
        })
    }

    /// Creates a predicate that no name refers to yet.
    pub fn new_predicate(&mut self, name: Symbol, arity: usize) -> PredicateId {
        let internal = self.symbols.name(name).starts_with('$');
        self.predicates
            .add(Predicate::undefined(name, arity, internal))
    }

    /// The predicate that a goal of the program names.
    pub fn reference(&mut self, name: &str, arity: usize, span: Span) -> PredicateId {
        let id = match name.starts_with('$') && !self.in_prelude {
            true => {
                let symbol = self.symbols.intern(name);
                self.new_predicate(symbol, arity)
            }
            false => self.predicate(name, arity),
        };
        self.references.push((id, span));
        id
    }

    /// A predicate as `name/arity`.
    pub fn indicator(&self, id: PredicateId) -> String {
        let Predicate { name, arity, .. } = self.predicates[id];
        format!("{}/{arity}", quote_atom(self.symbols.name(name)))
    }

    /// Notes that the code from here on belongs to the goal at `span`.
    pub fn mark_place(&mut self, span: Span) {
        if !self.in_prelude {
            self.code.mark_place(span);
        }
    }

    pub fn functor(&mut self, name: &str, arity: usize) -> Cell {
        Cell::functor(self.symbols.intern(name), arity)
    }

    /// The cell of a ground term; a term of more than one cell is stored among the constants.
    pub fn constant(&mut self, term: &SourceTerm) -> Cell {
        match &term.kind {
            TermKind::Atom(name) => Cell::atom(self.symbols.intern(name)),
            TermKind::Integer(value) => self.constants.integer(*value),
            TermKind::String(text) => self.string(text),
            TermKind::Compound {
                functor, arguments, ..
            } => {
                if let Some([head, tail]) = list_cell(term) {
                    let (head, tail) = (self.constant(head), self.constant(tail));
                    return self.constants.list(head, tail);
                }
                let mut cells = vec![self.functor(functor, arguments.len())];
                cells.extend(arguments.iter().map(|argument| self.constant(argument)));
                self.constants.compound(&cells)
            }
            TermKind::List { items, tail } => self.constant_list(items, tail.as_deref()),
            TermKind::Variable(_) => unreachable!("only ground terms are constants"),
        }
    }

    /// The cell of a ground list.
    pub fn constant_list(&mut self, items: &[SourceTerm], tail: Option<&SourceTerm>) -> Cell {
        let end = tail.map_or(Cell::atom(Symbol::NIL), |tail| self.constant(tail));
        items.iter().rev().fold(end, |rest, item| {
            let head = self.constant(item);
            self.constants.list(head, rest)
        })
    }

    fn string(&mut self, text: &Name) -> Cell {
        if let Some(cell) = self.strings.get(text) {
            return *cell;
        }
        let cell = self.constants.string(text);
        self.strings.insert(text.clone(), cell);
        cell
    }
}

/// The arguments of a list that is written as a compound, `'[|]'(Head, Tail)`.
pub(super) fn list_cell(term: &SourceTerm) -> Option<&[SourceTerm; 2]> {
    match &term.kind {
        TermKind::Compound {
            functor, arguments, ..
        } if &**functor == LIST_CELL => (&**arguments).try_into().ok(),
        _ => None,
    }
}
