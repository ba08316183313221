//! Whether calls within each other grow a list, as those for chains of captures do: there are most often too
//! many of them to evaluate each.

use super::solver::Solver;
use super::spend::Further;
use super::store::Item;
use crate::logic::LIST_CELL;

/// A list with this number of elements is taken to have grown.
const GROWN: usize = 3;

impl Solver<'_> {
    /// Whether more may be spent only where no chains grow, and they do.
    pub(super) fn grows_chains(&self) -> bool {
        let has_chains = |further: Further| self.has_chains(further.most_nested);
        self.is_stopped_at_chains || self.further.is_some_and(has_chains)
    }

    /// Whether a predicate of which more than `most` calls stood within each other was called with a list
    /// that has grown.
    pub(super) fn has_chains(&self, most: usize) -> bool {
        let kept = [&self.kept, &self.kept_of_chosen].into_iter();
        kept.flat_map(|kept| kept.answers.keys()).any(|call| {
            self.deepest[call.predicate as usize] > most && self.has_grown_list(&call.arguments)
        })
    }

    fn has_grown_list(&self, arguments: &[Item]) -> bool {
        let is_element = |item: &Item| match item {
            Item::Compound(functor) => {
                &**self.store.constants.functor_parts(*functor).0 == LIST_CELL
            }
            _ => false,
        };
        arguments.iter().filter(|item| is_element(item)).count() >= GROWN
    }
}
