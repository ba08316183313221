//! Copies of terms that survive failure.

use super::{Store, Walked};
use crate::logic::cell::{Cell, Tag};
use crate::logic::limits::CELLS_AT_ONCE;

/// Terms copied out of a heap, to be pasted into it again later.
///
/// Addresses in a copy count from the end of the program's constants, which are shared and not
/// copied.
#[derive(Clone, Debug, Default)]
pub(in crate::logic) struct Copied {
    pub cells: Vec<Cell>,
    pub roots: Vec<Cell>,
}

impl Store {
    /// Copies a term, behind the terms copied before, breadth first (C. J. Cheney, 1970). The copy
    /// has new variables. After an error a part of the term may have been copied.
    pub fn copy_out(&mut self, root: Cell, copied: &mut Copied) -> Walked<Cell> {
        let mut met = Vec::new();
        let ended = self.copy_parts(root, copied, &mut met);
        for variable in met {
            self.heap[variable] = Cell::reference(variable);
        }
        let root = ended?;
        copied.roots.push(root);
        Ok(root)
    }

    /// While this runs, a variable already copied refers beyond the end of the heap, to its place
    /// in the copy; `copy_out` resets it.
    fn copy_parts(
        &mut self,
        root: Cell,
        copied: &mut Copied,
        met: &mut Vec<usize>,
    ) -> Walked<Cell> {
        let start = copied.cells.len();
        let (mut scan, mut checked) = (start, start);
        copied.cells.push(root);
        while scan < copied.cells.len() {
            self.spend(1)?;
            if copied.cells.len() - checked > CELLS_AT_ONCE {
                checked = copied.cells.len();
                self.check_room(checked - start + met.len())?;
            }
            scan += self.forward(scan, copied, met);
        }
        Ok(copied.cells[start])
    }

    /// Converts the cell at a place of the copy from heap addresses to addresses in the copy, and
    /// appends the cells to which it points. Returns the number of cells to advance.
    fn forward(&mut self, at: usize, copied: &mut Copied, met: &mut Vec<usize>) -> usize {
        if copied.cells[at].tag() == Tag::Header {
            // Functors are copied with their arguments; raw words were copied whole.
            let header = copied.cells[at];
            return if header.is_raw() {
                1 + header.raw_bytes().div_ceil(8)
            } else {
                1
            };
        }
        let mut cell = copied.cells[at];
        while cell.is_reference() {
            let address = cell.address();
            let next = match address.checked_sub(self.heap.len()) {
                Some(place) => {
                    copied.cells[at] = Cell::reference(self.constants + place);
                    return 1;
                }
                None => self.heap[address],
            };
            if next == cell {
                self.heap[address] = Cell::reference(self.heap.len() + at);
                met.push(address);
                copied.cells[at] = Cell::reference(self.constants + at);
                return 1;
            }
            cell = next;
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
        copied
            .cells
            .extend_from_slice(&self.heap[address..address + size]);
        1
    }

    /// Pastes all copied terms to the end of the heap. With the number returned,
    /// [`pasted`](Self::pasted) converts their roots to heap cells.
    pub fn paste(&mut self, copied: &Copied) -> Walked<usize> {
        self.check_room(copied.cells.len())?;
        let by = self.heap.len() - self.constants;
        let (mut at, mut counted) = (0, 0);
        while at < copied.cells.len() {
            if at - counted > CELLS_AT_ONCE {
                self.pass(at - counted, 0)?;
                counted = at;
            }
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
        Ok(by)
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
