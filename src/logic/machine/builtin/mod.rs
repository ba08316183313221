//! The predicates that the machine answers itself, by area.
//!
//! A built-in predicate here has at most one answer. A predicate with more answers is defined by
//! clauses of the prelude that call these. Arguments come in the registers.

mod control;
mod format;
mod order;
mod part;
mod production;
mod table;
mod term;
mod text;
mod world;

use std::sync::LazyLock;

use super::Machine;
use crate::logic::ids::BuiltinId;
use crate::logic::raise::GoalOutcome;

/// A predicate that the machine itself defines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Builtin {
    name: &'static str,
    pub arity: usize,
    pub run: fn(&mut Machine) -> GoalOutcome,
}

impl Builtin {
    const fn new(name: &'static str, arity: usize, run: fn(&mut Machine) -> GoalOutcome) -> Self {
        Self { name, arity, run }
    }
}

/// All built-in predicates, at the numbers that instructions use.
pub(super) fn table() -> &'static [Builtin] {
    static TABLE: LazyLock<Vec<Builtin>> = LazyLock::new(|| {
        let areas = [
            control::TABLE,
            term::TABLE,
            order::TABLE,
            production::TABLE,
            text::TABLE,
            part::TABLE,
            format::TABLE,
            world::TABLE,
            table::TABLE,
        ];
        areas.concat()
    });
    &TABLE
}

/// The number, name and arity of each, for the builder of a program.
pub(in crate::logic) fn names() -> impl Iterator<Item = (BuiltinId, &'static str, usize)> {
    let rows = (0..).map(BuiltinId).zip(table());
    rows.map(|(id, builtin)| (id, builtin.name, builtin.arity))
}
