//! A loaded program: names, predicates, their clauses as instructions, the schema of its facts.
//!
//! A program never changes and may be shared by any number of machines and threads. It knows
//! nothing of files; what it was read from appears only as places.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::builtin::Builtin;
use super::constants::Constants;
use super::index::{Heads, Tree};
use super::instruction::{Address, Instruction};
use super::production::{self, Production};
use super::schema::Schema;
use super::symbol::{Symbol, SymbolTable};
use super::texts::Texts;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::Clause;

/// The number of a predicate in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PredicateId(pub(super) u32);

/// What stands behind a predicate's name.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Called somewhere, defined nowhere.
    Undefined,
    /// Clauses of the program or of a prelude.
    Clauses(Heads),
    /// Done by the machine itself.
    Builtin(u16),
    /// Facts that are not the program's but a position's, by the number in the schema.
    Relation(usize),
    /// `,`, `;`, `!` and their like, called as goals that are terms.
    Control,
    /// `call/N`.
    Call,
    /// A goal with the height of the choice points to which a cut in it goes back.
    CallWithBarrier,
}

#[derive(Clone, Debug)]
pub(super) struct Predicate {
    pub name: Symbol,
    pub arity: usize,
    pub kind: Kind,
    /// The size of the largest frame among its clauses, with room for the arguments, and at least
    /// [`SMALLEST_FRAME`](super::instruction::SMALLEST_FRAME).
    pub frame: usize,
    /// Whether only preludes may call it: its name starts with a `$`.
    pub internal: bool,
}

/// A loaded program.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) symbols: Arc<SymbolTable>,
    pub(super) predicates: Vec<Predicate>,
    /// What a name means in a query: the program's own predicate before one of a prelude.
    pub(super) visible: FxHashMap<(Symbol, usize), PredicateId>,
    pub(super) code: Vec<Instruction>,
    /// Ground terms of the program; every machine's heap begins with them, so that they are never
    /// copied.
    pub(super) constants: Constants,
    /// Where every machine's index begins.
    pub(super) index: Tree,
    pub(super) builtins: &'static [Builtin],
    pub(super) schema: Schema,
    pub(super) productions: Vec<Production>,
    /// For goals in the order of their first instruction, where they stand.
    pub(super) places: Vec<(Address, Span)>,
    pub(super) control: PredicateId,
    /// `call/1`.
    pub(super) call: PredicateId,
    /// `catch/3`.
    pub(super) catch: PredicateId,
    /// What runs the recovery goal of a `catch/3`.
    pub(super) recover: PredicateId,
    /// The head of the first clause of each predicate that does not come from a prelude.
    pub(super) defined_at: FxHashMap<PredicateId, Span>,
    /// The program's own clauses as they are written.
    pub(super) texts: Texts,
    /// For clauses in the order of their first instruction, whose they are.
    pub(super) clauses: Vec<(Address, PredicateId)>,
    /// Where the code of boxes begins, if it is a traced program.
    pub(super) boxes_from: Option<Address>,
}

impl Program {
    /// The predicate of that name and number of arguments, if there is one.
    #[must_use]
    pub fn predicate(&self, name: &str, arity: usize) -> Option<PredicateId> {
        let symbol = self.symbols.find(name)?;
        let id = *self.visible.get(&(symbol, arity))?;
        (!matches!(self.predicates[id.0 as usize].kind, Kind::Undefined)).then_some(id)
    }

    pub(super) fn defines(&self, name: Symbol, arity: usize) -> bool {
        let id = self.visible.get(&(name, arity));
        id.is_some_and(|id| !matches!(self.predicates[id.0 as usize].kind, Kind::Undefined))
    }

    /// All predicates that a query can name, as name and number of arguments, sorted; those that
    /// only preludes use among themselves, with a `$`, are left out.
    #[must_use]
    pub fn predicates(&self) -> Vec<(&str, usize)> {
        let defined = self
            .visible
            .iter()
            .filter(|(_, id)| !matches!(self.predicates[id.0 as usize].kind, Kind::Undefined));
        let mut names: Vec<_> = defined
            .map(|((symbol, arity), _)| (&**self.symbols.name(*symbol), *arity))
            .collect();
        names.retain(|(name, _)| !name.starts_with('$'));
        names.sort_unstable();
        names
    }

    /// The program's own clauses of a predicate as they are written, in order; none for what a
    /// prelude or the machine defines.
    pub fn clauses(&self, predicate: PredicateId) -> impl ExactSizeIterator<Item = &Clause> {
        self.texts.of(predicate)
    }

    /// What is doubtful about the program though it can be used.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        production::dead_ends(&self.productions)
    }

    /// How the facts of positions are laid out.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The predicate, as `name/arity`, of the clause whose code holds that address.
    pub(super) fn clause_name(&self, address: Address) -> Option<String> {
        let after = self.clauses.partition_point(|(start, _)| *start <= address);
        let Predicate { name, arity, .. } =
            &self.predicates[self.clauses[after.checked_sub(1)?].1.0 as usize];
        Some(format!("{}/{arity}", quote_atom(self.symbols.name(*name))))
    }

    /// Where the goal stands whose code holds that address.
    pub(super) fn place(&self, address: Address) -> Option<Span> {
        if self.boxes_from.is_some_and(|boxes| address >= boxes) {
            return None;
        }
        let after = self.places.partition_point(|(start, _)| *start <= address);
        after.checked_sub(1).map(|at| self.places[at].1)
    }
}
