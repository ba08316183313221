//! Garbage collection on the heap: removes cells that cannot be reached, and moves the rest
//! together.
//!
//! Cells keep their order, because a choice point stores the height of the heap, and the younger of
//! two variables refers to the older. So it is a sliding collection: reachable cells are marked,
//! the new address of each is the number of marked cells below it, and one pass moves them (the
//! scheme of "threaded" collectors, F. L. Morris 1978, with counted bit maps instead of threads).

use super::{Store, Walked};
use crate::logic::cell::{Cell, Tag};
use crate::logic::limits::SLICE;

/// The live cells of a heap.
#[derive(Debug)]
pub(in crate::logic) struct Marks {
    /// The first cell that can be garbage: below it are the program's constants.
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

    /// Marks a cell. Returns whether it was not marked before.
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

    /// The new address of a cell; for any other address the new height of the heap below it.
    pub fn moved(&self, address: usize) -> usize {
        let Some(at) = address.checked_sub(self.from) else {
            return address;
        };
        let below = self.bits[at / 64] & ((1 << (at % 64)) - 1);
        self.from + self.before[at / 64] + below.count_ones() as usize
    }

    /// The same cell with its address on the compacted heap.
    pub fn moved_cell(&self, cell: Cell) -> Cell {
        match cell.tag() {
            Tag::Atom | Tag::Integer | Tag::Header => cell,
            _ => cell.at_address(self.moved(cell.address())),
        }
    }

    /// Whether the cell at an address is kept.
    pub fn stays(&self, address: usize) -> bool {
        address < self.from || self.has(address)
    }
}

impl Store {
    /// Marks all cells that can be reached from `roots`. The heap does not change.
    ///
    /// # Errors
    /// If there is no room for the list of cells still to be marked, or the host asks to stop.
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

    /// Marks the cells to which one cell points, and adds those that point further to `pending`.
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
        // The first part is followed first: then `pending` holds the end of a list and not all its
        // items.
        for part in parts.rev() {
            let cell = self.heap[part];
            let leads_on = !is_raw && !matches!(cell.tag(), Tag::Atom | Tag::Integer | Tag::Header);
            if marks.set(part) && leads_on && cell != Cell::reference(part) {
                pending.push(cell);
            }
        }
    }

    /// Removes all cells that are not marked.
    ///
    /// # Errors
    /// If the host asks to stop. The heap is then unusable.
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
