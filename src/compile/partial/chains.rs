//! Whether calls within each other grow a term, such as the list of the squares of a chain of captures or of the cells
//! of a way: there are most often too many of them to evaluate each.

use super::limits::Budget;
use super::solver::Solver;
use super::store::Item;

/// What may be spent beyond the budget as long as no call grows a term.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Further {
    /// Goals.
    pub goals: u64,
    /// Nodes of the circuit.
    pub nodes: usize,
    /// Memory, in bytes.
    pub memory: usize,
    /// A term has grown if it is larger than in the call that stands this number of calls further out.
    pub most_nested: usize,
}

/// Fewer calls within each other come to an end soon, whatever they grow.
const FEW: usize = 8;

/// What is looked for while a part is asked that judges positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    /// As for [`Further`].
    pub most_nested: usize,
    /// No more than this may be spent on the part from then on that calls within each other grow a term.
    pub share: Budget,
}

impl Solver<'_> {
    /// What may still be spent beyond the budget.
    pub(super) fn further(&self) -> Further {
        self.allowed_further().unwrap_or_default()
    }

    /// The same; none if nothing is allowed, or calls grow terms.
    pub(super) fn allowed_further(&self) -> Option<Further> {
        self.further.filter(|_| !self.grows_terms)
    }

    /// Notes that a call of a predicate is being answered.
    pub(super) fn enter(&mut self, predicate: usize, arguments: &[Item]) {
        let mut compounds = 0;
        // Only where less may be spent if they grow.
        let of_moves = self.further.map(|further| further.most_nested);
        let of_part = self.watch.map(|watch| watch.most_nested);
        if let Some(most_nested) = of_moves.or(of_part) {
            let is_compound = |item: &&Item| matches!(item, Item::Compound(_));
            compounds = arguments.iter().filter(is_compound).count();
            let open = &self.nested[predicate];
            let outer = open.len().checked_sub(most_nested);
            let outer = outer.and_then(|number| open.get(number));
            if outer.is_some_and(|outer| compounds > *outer) {
                let are_many = open.len() >= FEW;
                self.grows_terms |= of_moves.is_some();
                if are_many && let Some(Watch { share, .. }) = self.watch.take() {
                    self.restrain(&share);
                }
            }
        }
        let open = &mut self.nested[predicate];
        open.push(compounds);
        self.deepest[predicate] = self.deepest[predicate].max(open.len());
    }

    /// Notes that it is answered, or will not be.
    pub(super) fn leave(&mut self, predicate: usize) {
        self.nested[predicate].pop();
    }
}
