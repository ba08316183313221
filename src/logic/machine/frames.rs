//! The frames of the running clauses, and the address at which the newest frame goes on.
//!
//! A frame lies above its caller's, unless a last call has put it in the caller's place. Cells
//! below `kept` belong to a choice point and do not change: a new frame begins above them and above
//! the calling frame. All cells of a running frame are allocated.

use super::call::NamedArguments;
use crate::logic::cell::Cell;
use crate::logic::instruction::{
    ANSWER, Address, BARRIER, CONTINUATION, FRAME_HEADER, NAMED_ARGUMENTS, PARENT, SMALLEST_FRAME,
    Slot,
};

/// A stack of more words than this (8 MiB) grows in smaller parts.
const MANY_WORDS: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct FrameStack {
    cells: Vec<Cell>,
    /// The beginning of the running clause's frame.
    pub current: usize,
    /// Cells below this are kept by the newest choice point.
    pub kept: usize,
    /// The next instruction.
    pub next: Address,
}

impl FrameStack {
    pub fn new() -> Self {
        Self {
            cells: Vec::new(),
            current: 0,
            kept: 0,
            next: ANSWER,
        }
    }

    /// Creates the bottom frame, which goes on with the query's answer.
    pub fn begin(&mut self) {
        self.current = 0;
        self.next = ANSWER;
        self.reserve(FRAME_HEADER);
        self.cells[PARENT] = Cell::word(0);
        self.cells[CONTINUATION] = Cell::word(ANSWER as usize);
        self.cells[BARRIER] = Cell::word(0);
    }

    /// A slot of the running clause.
    #[inline]
    pub fn slot(&self, slot: Slot) -> Cell {
        self.cells[self.current + usize::from(slot)]
    }

    #[inline]
    pub fn set(&mut self, slot: Slot, value: Cell) {
        self.cells[self.current + usize::from(slot)] = value;
    }

    /// The named arguments of a call of the running clause.
    #[inline(always)]
    pub fn named_arguments(
        &self,
        [first, second, third, fourth]: [Slot; NAMED_ARGUMENTS],
    ) -> NamedArguments {
        let frame = &self.cells[self.current..];
        let value = |slot: Slot| frame[usize::from(slot)];
        [value(first), value(second), value(third), value(fourth)]
    }

    /// The height of the choice points to which a cut in the running clause goes back.
    #[inline]
    pub fn barrier(&self) -> usize {
        self.cells[self.current + BARRIER].as_word()
    }

    /// A cell of a frame, by its number in the frame.
    pub fn cell(&self, frame: usize, number: usize) -> Cell {
        self.cells[frame + number]
    }

    pub fn set_cell(&mut self, frame: usize, number: usize, value: Cell) {
        self.cells[frame + number] = value;
    }

    /// An argument of the call of a frame's clause, counted from 0.
    #[inline]
    pub fn argument(&self, frame: usize, number: usize) -> Cell {
        self.cells[frame + FRAME_HEADER + number]
    }

    /// The arguments of the call of a frame's clause.
    pub fn arguments(&self, frame: usize, arity: usize) -> &[Cell] {
        &self.cells[frame + FRAME_HEADER..][..arity]
    }

    /// The frame of the caller, and the address at which it goes on.
    #[inline]
    pub fn caller(&self, frame: usize) -> (usize, Address) {
        (
            self.cells[frame + PARENT].as_word(),
            self.cells[frame + CONTINUATION].as_word() as Address,
        )
    }

    /// Leaves the running clause. Returns the address at which its caller goes on.
    #[inline]
    pub fn leave(&mut self) -> Address {
        let (caller, next) = self.caller(self.current);
        self.current = caller;
        next
    }

    /// Makes room for the frame of a clause that the running one calls, and fills the part of its
    /// header that says how to return. A last call takes the place of the running clause's frame if
    /// it can. Returns the beginning of the new frame.
    #[inline(always)]
    pub fn push(&mut self, caller_size: usize, last: bool, size: usize) -> usize {
        if last && self.current >= self.kept {
            self.reserve(self.current + size);
            return self.current;
        }
        let base = self.above(caller_size);
        self.reserve(base + size);
        let (parent, continuation) = match last {
            true => (
                self.cells[self.current + PARENT],
                self.cells[self.current + CONTINUATION],
            ),
            false => (Cell::word(self.current), Cell::word(self.next as usize)),
        };
        self.cells[base + PARENT] = parent;
        self.cells[base + CONTINUATION] = continuation;
        base
    }

    /// Fills the rest of a new frame's header and the first arguments, and makes it the running
    /// frame.
    #[inline(always)]
    pub fn enter(&mut self, base: usize, barrier: usize, named: NamedArguments) {
        let new: &mut [Cell; SMALLEST_FRAME] = self.cells[base..]
            .first_chunk_mut()
            .expect("a frame is reserved, and none is smaller");
        new[BARRIER] = Cell::word(barrier);
        let [first, second, third, fourth] = named;
        new[FRAME_HEADER] = first;
        new[FRAME_HEADER + 1] = second;
        new[FRAME_HEADER + 2] = third;
        new[FRAME_HEADER + 3] = fourth;
        self.current = base;
    }

    /// Writes cells from the address `start` on.
    pub fn write(&mut self, start: usize, cells: &[Cell]) {
        self.cells[start..start + cells.len()].copy_from_slice(cells);
    }

    /// The lowest address above all kept cells, and above the running clause's frame of `size`
    /// cells.
    #[inline]
    pub fn above(&self, size: usize) -> usize {
        self.kept.max(self.current + size)
    }

    /// A lower bound of the number of cells in use.
    pub fn height(&self) -> usize {
        self.kept.max(self.current)
    }

    /// All allocated cells, including those in reserve.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub fn cells_mut(&mut self) -> &mut [Cell] {
        &mut self.cells
    }

    #[inline]
    pub fn reserve(&mut self, top: usize) {
        if self.cells.len() < top {
            self.grow(top);
        }
    }

    #[cold]
    fn grow(&mut self, top: usize) {
        // A large stack grows by an eighth: all allocated cells are written and so take memory at
        // once.
        let spare = if top < MANY_WORDS {
            top.max(1 << 10)
        } else {
            top / 8
        };
        self.cells.reserve_exact(top + spare - self.cells.len());
        self.cells.resize(top + spare, Cell::word(0));
    }

    pub fn capacity(&self) -> usize {
        self.cells.capacity()
    }

    /// Keeps at most `most` cells.
    pub fn truncate(&mut self, most: usize) {
        if self.cells.len() > most {
            self.cells.truncate(most);
            self.cells.shrink_to_fit();
        }
    }

    /// Frees reserved memory beyond `spare` cells.
    pub fn give_back(&mut self, spare: usize) {
        self.cells.truncate(self.height() + spare);
        let reserved = self.cells.len() + self.cells.len() / 8 + spare;
        self.cells.shrink_to(reserved);
    }
}
