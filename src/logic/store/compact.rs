//! Garbage on the heap: cells that can no longer be reached are taken out, and the rest moves
//! together.
//!
//! Cells keep their order, because a choice point remembers the height of the heap and the younger
//! of two variables refers to the older. So it is a sliding collection: cells that can be reached
//! are marked, each one's new address is the number of marked cells below it, and one pass moves
//! them (the scheme of "threaded" collectors, F. L. Morris 1978, with counted bit maps in the place
//! of threads).

use super::{Store, Walked};
use crate::logic::cell::{Cell, Tag};
use crate::logic::limits::SLICE;

/// Which cells of a heap are still needed.
#[derive(Debug)]
pub(in crate::logic) struct Marks {
    /// The first cell that can be garbage: what lies below are the program's constants.
    from: usize,
    /// A bit for each cell.
    bits: Vec<u64>,
    /// For each word of bits, how many bits are set in the words before it; made by `count`.
    before: Vec<usize>,
}

impl Marks {
    fn new(from: usize, to: usize) -> Self {
        Self {
            from,
            bits: vec![0; (to - from).div_ceil(64) + 1],
            before: Vec::new(),
        }
    }

    fn has(&self, address: usize) -> bool {
        let at = address - self.from;
        self.bits[at / 64] >> (at % 64) & 1 == 1
    }

    /// Marks a cell; whether it was not marked before.
    fn set(&mut self, address: usize) -> bool {
        let at = address - self.from;
        let bit = 1 << (at % 64);
        let word = &mut self.bits[at / 64];
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn count(&mut self) {
        let mut count = 0;
        for word in &self.bits {
            self.before.push(count);
            count += word.count_ones() as usize;
        }
    }

    /// Where a cell will stand, or how high the heap below an address will be.
    pub fn moved(&self, address: usize) -> usize {
        let Some(at) = address.checked_sub(self.from) else {
            return address;
        };
        let below = self.bits[at / 64] & ((1 << (at % 64)) - 1);
        self.from + self.before[at / 64] + below.count_ones() as usize
    }

    /// The same cell for the heap as it will be.
    pub fn moved_cell(&self, cell: Cell) -> Cell {
        match cell.tag() {
            Tag::Atom | Tag::Integer | Tag::Header => cell,
            _ => cell.at_address(self.moved(cell.address())),
        }
    }

    /// Whether the cell at an address will stay.
    pub fn stays(&self, address: usize) -> bool {
        address < self.from || self.has(address)
    }
}

impl Store {
    /// Marks all that can be reached from these cells. The heap stays as it is.
    ///
    /// # Errors
    /// If there is no room for the list of what is still to be marked, or the host asks to stop.
    pub fn mark(&self, roots: impl Iterator<Item = Cell>) -> Walked<Marks> {
        let mut marks = Marks::new(self.constants, self.heap.len());
        let mut pending: Vec<Cell> = Vec::new();
        let mut marked = 0;
        for root in roots {
            pending.push(root);
            while let Some(cell) = pending.pop() {
                marked += 1;
                if marked % SLICE == 0 {
                    self.interrupt.look()?;
                    self.check_room(pending.len())?;
                }
                self.mark_parts(cell, &mut marks, &mut pending);
            }
        }
        marks.count();
        Ok(marks)
    }

    /// Marks what one cell points to, and leaves for later what that points to in turn.
    fn mark_parts(&self, cell: Cell, marks: &mut Marks, pending: &mut Vec<Cell>) {
        let address = cell.address();
        let (parts, is_raw) = match cell.tag() {
            Tag::Atom | Tag::Integer | Tag::Header => return,
            _ if address < self.constants => return,
            Tag::Reference => (address..address + 1, false),
            Tag::List => (address..address + 2, false),
            Tag::Compound => (
                address..address + 1 + self.heap[address].functor_arity(),
                false,
            ),
            Tag::String | Tag::Wide => (address..address + self.raw_words(address).len(), true),
        };
        // The first part is followed first: what waits is then the end of a list and not all of its
        // items.
        for part in parts.rev() {
            let cell = self.heap[part];
            let leads_on = !is_raw && !matches!(cell.tag(), Tag::Atom | Tag::Integer | Tag::Header);
            if marks.set(part) && leads_on && cell != Cell::reference(part) {
                pending.push(cell);
            }
        }
    }

    /// Takes out all cells that are not marked.
    ///
    /// # Errors
    /// If the host asks to stop. The heap is then of no use any more.
    pub fn compact(&mut self, marks: &Marks) -> Walked<()> {
        let mut to = self.constants;
        let mut from = self.constants;
        let mut looked_at = from;
        while from < self.heap.len() {
            if (from - looked_at) as u64 > SLICE {
                self.interrupt.look()?;
                looked_at = from;
            }
            if !marks.has(from) {
                from += 1;
                continue;
            }
            let cell = self.heap[from];
            if cell.tag() == Tag::Header && cell.is_raw() {
                let words = self.raw_words(from).len();
                self.heap.copy_within(from..from + words, to);
                (from, to) = (from + words, to + words);
            } else {
                self.heap[to] = marks.moved_cell(cell);
                (from, to) = (from + 1, to + 1);
            }
        }
        self.heap.truncate(to);
        self.protected = marks.moved(self.protected);
        Ok(())
    }
}
