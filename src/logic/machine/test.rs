//! Type tests.

use super::Machine;
use crate::logic::cell::{Cell, Tag};
use crate::logic::instruction::TypeTest;
use crate::logic::raise::GoalOutcome;
use crate::logic::symbol::Symbol;

impl Machine {
    pub(super) fn test(&mut self, test: TypeTest, cell: Cell) -> GoalOutcome {
        let cell = self.store.deref(cell);
        let tag = cell.tag();
        Ok(match test {
            TypeTest::Variable => tag == Tag::Reference,
            TypeTest::Bound => tag != Tag::Reference,
            TypeTest::Atom => tag == Tag::Atom,
            TypeTest::Integer => matches!(tag, Tag::Integer | Tag::Wide),
            TypeTest::String => tag == Tag::String,
            TypeTest::Atomic => !matches!(tag, Tag::Reference | Tag::Compound | Tag::List),
            TypeTest::Compound => matches!(tag, Tag::Compound | Tag::List),
            TypeTest::Callable => matches!(tag, Tag::Atom | Tag::Compound | Tag::List),
            TypeTest::List => self.store.list_length(cell)?.1 == Cell::atom(Symbol::NIL),
            TypeTest::Ground => self.store.is_ground(cell)?,
        })
    }
}
