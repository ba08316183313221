//! How built-in predicates read their arguments and return their results.

use super::Machine;
use crate::logic::cell::{Cell, Tag};
use crate::logic::raise::{self, GoalOutcome, Raised};
use crate::logic::store::Numbering;
use crate::logic::term::Term;

impl Machine {
    /// The dereferenced argument `number`, counted from 0.
    pub(super) fn argument(&self, number: usize) -> Cell {
        self.store.deref(self.registers[number])
    }

    /// The dereferenced argument `number`; an unbound argument is an error.
    pub(super) fn bound_argument(&mut self, number: usize) -> Result<Cell, Raised> {
        let cell = self.argument(number);
        if cell.is_reference() {
            Err(raise::instantiation(&mut self.store))
        } else {
            Ok(cell)
        }
    }

    pub(super) fn integer_argument(&mut self, number: usize) -> Result<i64, Raised> {
        let cell = self.bound_argument(number)?;
        let value = self.store.integer_value(cell);
        value.ok_or_else(|| raise::type_error(&mut self.store, "integer", cell))
    }

    /// The argument as an integer that is not negative.
    pub(super) fn count_argument(&mut self, number: usize) -> Result<usize, Raised> {
        let value = self.integer_argument(number)?;
        usize::try_from(value).map_err(|_| {
            let culprit = self.argument(number);
            raise::domain_error(&mut self.store, "not_less_than_zero", culprit)
        })
    }

    /// The items of an argument that must be a proper list.
    pub(super) fn list_argument(&mut self, number: usize) -> Result<Vec<Cell>, Raised> {
        let list = self.argument(number);
        match self.store.list_items(list)? {
            Ok(items) => Ok(items),
            Err((_, tail)) if tail.tag() == Tag::Reference => {
                Err(raise::instantiation(&mut self.store))
            }
            Err(_) => Err(raise::type_error(&mut self.store, "list", list)),
        }
    }

    /// The argument as a term outside the machine, whose variables are numbered in their order.
    pub(super) fn exported_argument(&mut self, number: usize) -> Result<Term, Raised> {
        let term = self.argument(number);
        Ok(self.store.export(term, &mut Numbering::default())?)
    }

    /// Terms from outside the machine, each with variables of its own.
    pub(super) fn imported(&mut self, terms: &[Term]) -> Result<Vec<Cell>, Raised> {
        let terms = terms.iter();
        let cells = terms.map(|term| Ok(self.store.import_counted(term)?));
        cells.collect()
    }

    /// Unifies arguments with results.
    pub(super) fn answer(&mut self, results: &[(usize, Cell)]) -> GoalOutcome {
        for (number, result) in results {
            if !self.store.unify(self.registers[*number], *result)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn answer_list(&mut self, number: usize, items: &[Cell]) -> GoalOutcome {
        self.check_memory(3 * items.len())?;
        let list = self.store.list(items);
        self.answer(&[(number, list)])
    }
}
