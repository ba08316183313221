//! Whether calls within each other grow a list, as those for chains of captures do: there are most often too
//! many of them to evaluate each.

use super::solver::Solver;
use super::store::Item;
use crate::logic::LIST_CELL;

/// What may be spent beyond the budget as long as no call grows a list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Further {
    /// Goals.
    pub goals: u64,
    /// Nodes of the circuit.
    pub nodes: usize,
    /// Memory, in bytes.
    pub memory: usize,
    /// A list has grown if it is longer than in the call that stands this number of calls further out.
    pub most_nested: usize,
}

impl Solver<'_> {
    /// What may still be spent beyond the budget.
    pub(super) fn further(&self) -> Further {
        self.allowed_further().unwrap_or_default()
    }

    /// The same; none if nothing is allowed, or calls grow lists.
    pub(super) fn allowed_further(&self) -> Option<Further> {
        self.further.filter(|_| !self.grows_lists)
    }

    /// Notes that a call of a predicate is being answered.
    pub(super) fn enter(&mut self, predicate: usize, arguments: &[Item]) {
        let mut elements = 0;
        // Only where less may be spent if they grow.
        if let Some(Further { most_nested, .. }) = self.further {
            let cells = arguments.iter().filter(|item| self.is_list_cell(item));
            elements = cells.count();
            let open = &self.nested[predicate];
            let outer = open.len().checked_sub(most_nested);
            let outer = outer.and_then(|number| open.get(number));
            self.grows_lists |= outer.is_some_and(|outer| elements > *outer);
        }
        let open = &mut self.nested[predicate];
        open.push(elements);
        self.deepest[predicate] = self.deepest[predicate].max(open.len());
    }

    /// Notes that it is answered, or will not be.
    pub(super) fn leave(&mut self, predicate: usize) {
        self.nested[predicate].pop();
    }

    fn is_list_cell(&self, item: &Item) -> bool {
        match item {
            Item::Compound(functor) => {
                &**self.store.constants.functor_parts(*functor).0 == LIST_CELL
            }
            _ => false,
        }
    }
}
