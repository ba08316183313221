//! Collectors: what `findall/3` and `aggregate_all/3` gather while their goal runs.
//!
//! Terms are copied out of the heap, which failure takes back, and pasted in once at the end.
//! Counts and sums need no terms at all.

use super::Machine;
use crate::logic::arithmetic::{self, NoResult};
use crate::logic::cell::Cell;
use crate::logic::instruction::{Collection, Slot};
use crate::logic::raise::Raised;
use crate::logic::store::Copied;

/// One collection in progress.
#[derive(Debug)]
pub(super) struct Collector {
    collection: Collection,
    /// Count, sum, or the best number so far.
    number: i64,
    /// Whether there was an answer.
    any: bool,
    terms: Copied,
    /// What the collectors below take, in bytes: they do not change while this one is there.
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

    /// What this collector and all below it take, in bytes.
    pub fn bytes(&self) -> usize {
        self.below + (self.terms.cells.len() + self.terms.roots.len()) * size_of::<Cell>()
    }
}

impl Machine {
    #[inline(never)]
    pub(super) fn begin_collection(&mut self, collection: Collection) {
        let below = self.collected_bytes();
        self.collectors.push(Collector::new(collection, below));
    }

    /// What all collectors take, in bytes.
    pub(super) fn collected_bytes(&self) -> usize {
        self.collectors.last().map_or(0, Collector::bytes)
    }

    /// Gives the newest collector the value in a slot, and for a witness the next slot.
    pub(super) fn collect(&mut self, slot: Slot) -> Result<(), Raised> {
        let value = self.slot(slot);
        let witness = self.slot(slot + 1);
        let collection = self.collector().collection;
        match collection {
            Collection::Bag | Collection::Set => self.collect_term(value),
            Collection::Count => {
                self.collector().number += 1;
                Ok(())
            }
            Collection::Sum => {
                let number = arithmetic::evaluate(&mut self.store, value)?;
                let sum = self.collector().number.checked_add(number);
                self.collector().number =
                    sum.ok_or_else(|| arithmetic::no_result(&mut self.store, NoResult::Overflow))?;
                Ok(())
            }
            Collection::Max | Collection::MaxWitness | Collection::Min | Collection::MinWitness => {
                let number = arithmetic::evaluate(&mut self.store, value)?;
                self.collect_best(collection, number, witness)
            }
        }
    }

    fn collector(&mut self) -> &mut Collector {
        self.collectors
            .last_mut()
            .expect("values are collected only between Collect and CollectResult")
    }

    fn collect_term(&mut self, term: Cell) -> Result<(), Raised> {
        let mut terms = std::mem::take(&mut self.collector().terms);
        let before = terms.cells.len();
        let copied = self.store.copy_out(term, &mut terms);
        // Until the memory is looked at again, what has been collected since is not available to
        // others.
        let added = terms.cells.len() - before + 1;
        self.store.room = self.store.room.saturating_sub(added);
        self.collector().terms = terms;
        copied?;
        Ok(())
    }

    fn collect_best(
        &mut self,
        collection: Collection,
        number: i64,
        witness: Cell,
    ) -> Result<(), Raised> {
        let collector = self.collector();
        let better = match collection {
            Collection::Max | Collection::MaxWitness => number > collector.number,
            _ => number < collector.number,
        };
        if collector.any && !better {
            return Ok(());
        }
        collector.any = true;
        collector.number = number;
        collector.terms = Copied::default();
        match collection {
            Collection::MaxWitness | Collection::MinWitness => self.collect_term(witness),
            _ => Ok(()),
        }
    }

    /// Ends the newest collector: its result, or none if there must be an answer and was none.
    pub(super) fn collected(&mut self) -> Result<Option<Cell>, Raised> {
        let collector = self
            .collectors
            .pop()
            .expect("a result belongs to a collector");
        // What was collected is there twice while it is pasted; then comes the list.
        let (cells, items) = (collector.terms.cells.len(), collector.terms.roots.len());
        self.check_memory(cells + items + cells.max(2 * items))?;
        self.note_room();
        Ok(match collector.collection {
            Collection::Bag => Some(self.pasted_list(collector.terms, false)?),
            Collection::Set => Some(self.pasted_list(collector.terms, true)?),
            Collection::Count | Collection::Sum => Some(self.store.integer(collector.number)),
            _ if !collector.any => None,
            Collection::Max | Collection::Min => Some(self.store.integer(collector.number)),
            Collection::MaxWitness => Some(self.with_witness("max", &collector)?),
            Collection::MinWitness => Some(self.with_witness("min", &collector)?),
        })
    }

    fn pasted_list(&mut self, terms: Copied, as_set: bool) -> Result<Cell, Raised> {
        let by = self.store.paste(&terms)?;
        let Copied {
            cells,
            roots: mut items,
        } = terms;
        drop(cells);
        items
            .iter_mut()
            .for_each(|root| *root = self.store.pasted(*root, by));
        if as_set {
            items = self.store.sorted(items, true)?;
        }
        Ok(self.store.list(&items))
    }

    fn with_witness(&mut self, functor: &str, collector: &Collector) -> Result<Cell, Raised> {
        let by = self.store.paste(&collector.terms)?;
        let witness = self.store.pasted(collector.terms.roots[0], by);
        let number = self.store.integer(collector.number);
        Ok(self.store.compound_named(functor, &[number, witness]))
    }
}
