//! The predicates of a program, and the names by which goals find them.

use std::ops::{Index, IndexMut};

use rustc_hash::FxHashMap;

use super::ids::{BuiltinId, PredicateId, RelationId};
use super::index::Heads;
use super::instruction::{FRAME_HEADER, SMALLEST_FRAME};
use super::symbol::Symbol;

/// How a predicate is answered.
#[derive(Clone, Debug)]
pub(super) enum Implementation {
    /// Called, but not defined.
    Undefined,
    /// Clauses of the program or of a prelude.
    Clauses(Heads),
    /// Clauses of the program, whose answers are collected in tables.
    Tabled(Heads),
    /// Defined by the machine itself.
    Builtin(BuiltinId),
    /// A relation: facts of a position, not of the program.
    Relation(RelationId),
    /// `,`, `;`, `!` and the like, called as goals that are terms.
    Control,
    /// `call/N`.
    Call,
    /// A goal, and the height of the choice points to which a cut in it goes back.
    CallWithBarrier,
    /// The clauses of a tabled predicate, by a goal and the number of the predicate.
    TabledClauses,
}

#[derive(Clone, Debug)]
pub(super) struct Predicate {
    pub name: Symbol,
    pub arity: usize,
    pub implementation: Implementation,
    /// The size of the largest frame among its clauses, with room for the arguments, and at least
    /// [`SMALLEST_FRAME`].
    pub frame: usize,
    /// Whether only preludes may call it: its name starts with a `$`.
    pub internal: bool,
}

impl Predicate {
    pub fn undefined(name: Symbol, arity: usize, internal: bool) -> Self {
        Self {
            name,
            arity,
            implementation: Implementation::Undefined,
            // A predicate whose clauses are all wrong has no other frame, and is called with all
            // its arguments.
            frame: SMALLEST_FRAME.max(FRAME_HEADER + arity),
            internal,
        }
    }

    pub fn is_undefined(&self) -> bool {
        matches!(self.implementation, Implementation::Undefined)
    }
}

/// All predicates of a program. The table only grows, so a [`PredicateId`] stays valid.
#[derive(Clone, Debug, Default)]
pub(super) struct PredicateTable {
    predicates: Vec<Predicate>,
    /// The predicate for each name and number of arguments. The program's own predicate comes
    /// before one of a prelude.
    visible: FxHashMap<(Symbol, usize), PredicateId>,
}

impl PredicateTable {
    /// Adds a predicate without making it visible under a name.
    pub fn add(&mut self, predicate: Predicate) -> PredicateId {
        let id = self.next_id();
        self.predicates.push(predicate);
        id
    }

    /// The number that the next predicate will have.
    pub fn next_id(&self) -> PredicateId {
        PredicateId(self.predicates.len() as u32)
    }

    /// Makes a name refer to a predicate from now on.
    pub fn show(&mut self, name: Symbol, arity: usize, id: PredicateId) {
        self.visible.insert((name, arity), id);
    }

    /// The predicate to which a name refers.
    #[inline]
    pub fn named(&self, name: Symbol, arity: usize) -> Option<PredicateId> {
        self.visible.get(&(name, arity)).copied()
    }

    /// The predicate to which a name refers, if it is defined.
    pub fn defined(&self, name: Symbol, arity: usize) -> Option<PredicateId> {
        self.named(name, arity)
            .filter(|id| !self[*id].is_undefined())
    }

    /// Every name with its predicate, in no particular order.
    pub fn visible(&self) -> impl Iterator<Item = ((Symbol, usize), PredicateId)> {
        self.visible.iter().map(|(name, id)| (*name, *id))
    }

    /// The predicate that a built-in of the machine implements.
    pub fn of_builtin(&self, builtin: BuiltinId) -> Option<PredicateId> {
        let is_it = |predicate: &Predicate| matches!(predicate.implementation, Implementation::Builtin(id) if id == builtin);
        let index = self.predicates.iter().position(is_it)?;
        Some(PredicateId(index as u32))
    }
}

impl Index<PredicateId> for PredicateTable {
    type Output = Predicate;

    #[inline]
    fn index(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }
}

impl IndexMut<PredicateId> for PredicateTable {
    #[inline]
    fn index_mut(&mut self, id: PredicateId) -> &mut Predicate {
        &mut self.predicates[id.0 as usize]
    }
}
