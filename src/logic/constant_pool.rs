//! The ground terms of a program, laid out as cells. Every machine's heap begins with them, so that
//! they are never copied.

use super::cell::{Cell, string_cells};

/// Cells that are never removed; an address in the pool is the same address on every machine's
/// heap.
#[derive(Clone, Debug, Default)]
pub(super) struct ConstantPool {
    pub cells: Vec<Cell>,
}

impl ConstantPool {
    pub fn integer(&mut self, value: i64) -> Cell {
        Cell::small(value).unwrap_or_else(|| {
            Cell::wide(self.push(&[Cell::raw_header(8), Cell::raw(value as u64)]))
        })
    }

    pub fn string(&mut self, text: &str) -> Cell {
        Cell::string(self.push(&string_cells(text).collect::<Vec<Cell>>()))
    }

    pub fn list(&mut self, head: Cell, tail: Cell) -> Cell {
        Cell::list(self.push(&[head, tail]))
    }

    /// Adds a functor with its arguments.
    pub fn compound(&mut self, cells: &[Cell]) -> Cell {
        Cell::compound(self.push(cells))
    }

    fn push(&mut self, cells: &[Cell]) -> usize {
        let address = self.cells.len();
        self.cells.extend_from_slice(cells);
        address
    }
}
