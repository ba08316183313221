//! Calls of predicates that are made of clauses: their frames, and which clauses are tried.

use super::Machine;
use crate::logic::cell::{Cell, Tag};
use crate::logic::index::{Candidates, Index, Key};
use crate::logic::instruction::{
    Address, BARRIER, CONTINUATION, FAIL, FRAME_HEADER, NAMED_ARGUMENTS, PARENT, PROCEED, SMALLEST_FRAME,
};
use crate::logic::program::{Kind, Predicate, Program};
use crate::logic::raise::Raised;

/// The arguments that a call names itself.
pub(super) type Arguments = [Cell; NAMED_ARGUMENTS];

impl Machine {
    #[inline]
    pub(super) fn reserve_frames(&mut self, top: usize) {
        if self.frames.len() < top {
            self.grow_frames(top);
        }
    }

    #[cold]
    fn grow_frames(&mut self, top: usize) {
        self.frames.resize(top.next_power_of_two().max(1 << 10), Cell::word(0));
    }

    /// Calls a predicate with the arguments in the registers: where to go on.
    pub(super) fn call(
        &mut self,
        program: &Program,
        predicate: u32,
        frame: usize,
        last: bool,
    ) -> Result<Address, Raised> {
        self.count_step()?;
        let named = std::array::from_fn(|number| self.registers[number]);
        self.enter_predicate(program, predicate, named, frame, last)
    }

    /// The same for a call that has been counted, with its first arguments given and the others in the registers.
    /// It is a part of the run loop: what it comes to there depends on whether the call is the last.
    #[inline(always)]
    pub(super) fn enter_predicate(
        &mut self,
        program: &Program,
        predicate: u32,
        named: Arguments,
        frame: usize,
        last: bool,
    ) -> Result<Address, Raised> {
        let definition = &program.predicates[predicate as usize];
        if let Kind::Clauses(index) = &definition.kind {
            return Ok(self.enter_clauses(definition, index, named, frame, last));
        }
        let continuation = if last { PROCEED } else { self.next };
        self.registers[..NAMED_ARGUMENTS].copy_from_slice(&named);
        self.call_special(program, predicate, frame, last, continuation)
    }

    /// Enters the first clause that can answer.
    #[inline(always)]
    fn enter_clauses(
        &mut self,
        definition: &Predicate,
        index: &Index,
        named: Arguments,
        frame: usize,
        last: bool,
    ) -> Address {
        let base = self.new_frame(frame, last, definition.frame);
        let height = Cell::word(self.choices.len());
        let new: &mut [Cell; SMALLEST_FRAME] =
            self.frames[base..].first_chunk_mut().expect("a frame is reserved, and none is smaller");
        new[BARRIER] = height;
        let [first, second, third, fourth] = named;
        new[FRAME_HEADER] = first;
        new[FRAME_HEADER + 1] = second;
        new[FRAME_HEADER + 2] = third;
        new[FRAME_HEADER + 3] = fourth;
        if definition.arity > NAMED_ARGUMENTS {
            self.copy_registers(base, definition.arity);
        }
        self.frame = base;
        let candidates = self.candidates(index, base);
        self.heads += u64::from(candidates.first != FAIL);
        if candidates.others() > 0 {
            self.leave_untried(candidates, base + FRAME_HEADER + definition.arity);
        }
        candidates.first
    }

    fn copy_registers(&mut self, base: usize, arity: usize) {
        let arguments = base + FRAME_HEADER;
        self.frames[arguments + NAMED_ARGUMENTS..arguments + arity]
            .copy_from_slice(&self.registers[NAMED_ARGUMENTS..arity]);
    }

    /// Makes room for a frame, and fills the part of its header that says how to return.
    #[inline(always)]
    fn new_frame(&mut self, caller_size: usize, last: bool, size: usize) -> usize {
        if last && self.frame >= self.kept {
            self.reserve_frames(self.frame + size);
            return self.frame;
        }
        let base = self.kept.max(self.frame + caller_size);
        self.reserve_frames(base + size);
        let (parent, continuation) = match last {
            true => (self.frames[self.frame + PARENT], self.frames[self.frame + CONTINUATION]),
            false => (Cell::word(self.frame), Cell::word(self.next as usize)),
        };
        self.frames[base + PARENT] = parent;
        self.frames[base + CONTINUATION] = continuation;
        base
    }

    /// The shortest list of clauses that the bound arguments leave.
    #[inline(always)]
    fn candidates<'i>(&self, index: &'i Index, frame: usize) -> &'i Candidates {
        let Some(first) = &index.first else { return &index.all };
        let cell = self.store.deref(self.frames[frame + FRAME_HEADER + first.argument]);
        let found = if cell.tag() == Tag::List {
            &first.lists
        } else if cell.is_reference() {
            &index.all
        } else if cell.is_constant() {
            first.candidates(Key(cell))
        } else {
            first.candidates(self.key(cell))
        };
        if found.others() == 0 || index.more.is_empty() { found } else { self.fewest(index, frame, found) }
    }

    /// What the index on the other arguments makes of candidates.
    #[inline(never)]
    fn fewest<'i>(&self, index: &'i Index, frame: usize, mut best: &'i Candidates) -> &'i Candidates {
        for argument in &index.more {
            let cell = self.store.deref(self.frames[frame + FRAME_HEADER + argument.argument]);
            if cell.is_reference() {
                continue;
            }
            let found = argument.candidates(self.key(cell));
            if found.others() < best.others() {
                best = found;
            }
        }
        best
    }

    /// What an index sees of a bound cell.
    fn key(&self, cell: Cell) -> Key {
        match cell.tag() {
            Tag::List => Key::LIST,
            Tag::Compound => Key(self.store.heap[cell.address()]),
            Tag::String => Key::STRING,
            Tag::Wide => Key::WIDE,
            _ => Key(cell),
        }
    }
}
