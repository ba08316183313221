//! Copies of terms that outlive what failure takes back.

use rustc_hash::FxHashMap;

use super::{Store, Walk};
use crate::logic::cell::{Cell, Tag};
use crate::logic::limits::Limit;

/// Terms copied out of a heap, to be pasted into it again later.
///
/// Addresses in it count from the end of the program's constants, which are shared and not copied.
#[derive(Clone, Debug, Default)]
pub(in crate::logic) struct Copied {
    pub cells: Vec<Cell>,
    pub roots: Vec<Cell>,
}

impl Store {
    /// Copies a term out, to the end of what has been copied before, breadth first (C. J. Cheney,
    /// 1970). Variables are new ones in the copy.
    pub fn copy_out(&mut self, root: Cell, copied: &mut Copied, most_cells: usize) -> Walk<Cell> {
        let mut variables = FxHashMap::default();
        let mut scan = copied.cells.len();
        copied.cells.push(root);
        let root_at = scan;
        while scan < copied.cells.len() {
            self.spend(1)?;
            if copied.cells.len() > most_cells {
                return Err(Limit::Memory(most_cells * size_of::<Cell>()));
            }
            scan += self.forward(scan, copied, &mut variables);
        }
        let root = copied.cells[root_at];
        copied.roots.push(root);
        Ok(root)
    }

    /// Turns the cell at a place of the copy, which still means the heap, into one that means the
    /// copy, and appends what it points to. Returns how many cells to go on.
    fn forward(&self, at: usize, copied: &mut Copied, variables: &mut FxHashMap<Cell, usize>) -> usize {
        if copied.cells[at].tag() == Tag::Header {
            // Functors go with their arguments; raw words were copied whole.
            let header = copied.cells[at];
            return if header.is_raw() { 1 + header.raw_bytes().div_ceil(8) } else { 1 };
        }
        let cell = self.deref(copied.cells[at]);
        if cell.is_reference() {
            let place = *variables.entry(cell).or_insert(at);
            copied.cells[at] = Cell::reference(self.constants + place);
            return 1;
        }
        let is_pointer = !matches!(cell.tag(), Tag::Atom | Tag::Integer);
        if !is_pointer || cell.address() < self.constants {
            copied.cells[at] = cell;
            return 1;
        }
        let address = cell.address();
        let size = match cell.tag() {
            Tag::List => 2,
            Tag::Compound => 1 + self.heap[address].functor_arity(),
            _ => 1 + self.heap[address].raw_bytes().div_ceil(8),
        };
        let to = copied.cells.len();
        copied.cells[at] = cell.at_address(self.constants + to);
        copied.cells.extend_from_slice(&self.heap[address..address + size]);
        1
    }

    /// Pastes all that was copied to the end of the heap; roots then mean the heap again through
    /// [`pasted`](Self::pasted) with the number returned.
    pub fn paste(&mut self, copied: &Copied) -> usize {
        let by = self.heap.len() - self.constants;
        let mut at = 0;
        while at < copied.cells.len() {
            let cell = copied.cells[at];
            if cell.tag() == Tag::Header && cell.is_raw() {
                let size = 1 + cell.raw_bytes().div_ceil(8);
                self.heap.extend_from_slice(&copied.cells[at..at + size]);
                at += size;
            } else {
                let cell = self.pasted(cell, by);
                self.heap.push(cell);
                at += 1;
            }
        }
        by
    }

    #[inline]
    pub fn pasted(&self, cell: Cell, by: usize) -> Cell {
        match cell.tag() {
            Tag::Atom | Tag::Integer | Tag::Header => cell,
            _ if cell.address() < self.constants => cell,
            _ => cell.at_address(cell.address() + by),
        }
    }
}
