//! Collectors: the answers that `findall/3` and `aggregate_all/3` collect while their goal runs.
//!
//! Terms are copied out of the heap, because failure removes them there, and are pasted in once at
//! the end. Counts and sums need no terms at all.

use super::Machine;
use crate::logic::arithmetic::{self, NoResult};
use crate::logic::cell::Cell;
use crate::logic::instruction::{Collection, Slot};
use crate::logic::raise::Raised;
use crate::logic::store::{Copied, Store};

/// One collection in progress.
#[derive(Debug)]
struct Collector {
    collection: Collection,
    /// Count, sum, or the best number so far.
    number: i64,
    /// Whether there was an answer.
    any: bool,
    terms: Copied,
    /// The memory of the collectors below, in bytes: it does not change while this one exists.
    below: usize,
}

impl Collector {
    fn new(collection: Collection, below: usize) -> Self {
        Self {
            collection,
            number: 0,
            any: false,
            terms: Copied::default(),
            below,
        }
    }

    /// The memory of this collector and all below it, in bytes.
    fn bytes(&self) -> usize {
        self.below + (self.terms.cells.len() + self.terms.roots.len()) * size_of::<Cell>()
    }

    fn has_witness(&self) -> bool {
        matches!(
            self.collection,
            Collection::MaxWitness | Collection::MinWitness
        )
    }

    /// Adds the value of one more answer, and its witness, which only some collections need.
    fn collect(&mut self, store: &mut Store, value: Cell, witness: Cell) -> Result<(), Raised> {
        match self.collection {
            Collection::Bag | Collection::Set => self.collect_term(store, value),
            Collection::Count => {
                self.number += 1;
                Ok(())
            }
            Collection::Sum => {
                let number = arithmetic::evaluate(store, value)?;
                let sum = self.number.checked_add(number);
                self.number =
                    sum.ok_or_else(|| arithmetic::no_result(store, NoResult::Overflow))?;
                Ok(())
            }
            Collection::Max | Collection::MaxWitness | Collection::Min | Collection::MinWitness => {
                let number = arithmetic::evaluate(store, value)?;
                self.collect_best(store, number, witness)
            }
        }
    }

    fn collect_term(&mut self, store: &mut Store, term: Cell) -> Result<(), Raised> {
        let before = self.terms.cells.len();
        let copied = store.copy_out(term, &mut self.terms);
        // Until the memory is checked again, the cells collected since then are not available to
        // others.
        let added = self.terms.cells.len() - before + 1;
        store.room = store.room.saturating_sub(added);
        copied?;
        Ok(())
    }

    fn collect_best(
        &mut self,
        store: &mut Store,
        number: i64,
        witness: Cell,
    ) -> Result<(), Raised> {
        let better = match self.collection {
            Collection::Max | Collection::MaxWitness => number > self.number,
            _ => number < self.number,
        };
        if self.any && !better {
            return Ok(());
        }
        self.any = true;
        self.number = number;
        self.terms = Copied::default();
        match self.collection {
            Collection::MaxWitness | Collection::MinWitness => self.collect_term(store, witness),
            _ => Ok(()),
        }
    }

    /// How many cells the heap needs for the result. The collected cells exist twice while they are
    /// pasted; then the list is added.
    fn cells_for_result(&self) -> usize {
        let (cells, items) = (self.terms.cells.len(), self.terms.roots.len());
        cells + items + cells.max(2 * items)
    }

    /// The result; `None` if the collection needs an answer and there was none.
    fn result(self, store: &mut Store) -> Result<Option<Cell>, Raised> {
        Ok(match self.collection {
            Collection::Bag => Some(pasted_list(store, self.terms, false)?),
            Collection::Set => Some(pasted_list(store, self.terms, true)?),
            Collection::Count | Collection::Sum => Some(store.integer(self.number)),
            _ if !self.any => None,
            Collection::Max | Collection::Min => Some(store.integer(self.number)),
            Collection::MaxWitness => Some(self.with_witness(store, "max")?),
            Collection::MinWitness => Some(self.with_witness(store, "min")?),
        })
    }

    fn with_witness(&self, store: &mut Store, functor: &str) -> Result<Cell, Raised> {
        let by = store.paste(&self.terms)?;
        let witness = store.pasted(self.terms.roots[0], by);
        let number = store.integer(self.number);
        Ok(store.compound_named(functor, &[number, witness]))
    }
}

fn pasted_list(store: &mut Store, terms: Copied, as_set: bool) -> Result<Cell, Raised> {
    let by = store.paste(&terms)?;
    let Copied {
        cells,
        roots: mut items,
    } = terms;
    drop(cells);
    items
        .iter_mut()
        .for_each(|root| *root = store.pasted(*root, by));
    if as_set {
        items = store.sorted(items, true)?;
    }
    Ok(store.list(&items))
}

/// The collections in progress, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Collectors(Vec<Collector>);

impl Collectors {
    #[inline(never)]
    pub fn begin(&mut self, collection: Collection) {
        let below = self.bytes();
        self.0.push(Collector::new(collection, below));
    }

    /// The memory of all collectors, in bytes.
    pub fn bytes(&self) -> usize {
        self.0.last().map_or(0, Collector::bytes)
    }

    pub fn height(&self) -> usize {
        self.0.len()
    }

    /// Drops the newest collections down to a height.
    pub fn truncate(&mut self, height: usize) {
        self.0.truncate(height);
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Machine {
    /// Adds the value in a slot to the newest collector, and for a witness also the next slot.
    pub(super) fn collect(&mut self, slot: Slot) -> Result<(), Raised> {
        let newest = self.collectors.0.last_mut();
        let newest = newest.expect("values are collected only between Collect and CollectResult");
        let value = self.frames.slot(slot);
        // Without a witness the frame, and the memory of all frames, may end behind the value.
        let witness = match newest.has_witness() {
            true => self.frames.slot(slot + 1),
            false => value,
        };
        newest.collect(&mut self.store, value, witness)
    }

    /// Ends the newest collector. Returns its result; `None` if it needs an answer and there was
    /// none.
    pub(super) fn collected(&mut self) -> Result<Option<Cell>, Raised> {
        let newest = self.collectors.0.pop();
        let collector = newest.expect("a result belongs to a collector");
        self.check_memory(collector.cells_for_result())?;
        self.note_room();
        collector.result(&mut self.store)
    }
}
