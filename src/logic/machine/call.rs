//! Calls of predicates that are made of clauses: their frames, and which clauses are tried.

use super::Machine;
use super::choice::Alternative;
use crate::logic::cell::{Cell, Tag};
use crate::logic::index::{Candidate, Candidates, Index, Key};
use crate::logic::instruction::{Address, BARRIER, CONTINUATION, FRAME_HEADER, PARENT, PROCEED};
use crate::logic::program::{Kind, Predicate, Program};
use crate::logic::raise::Raised;

/// The candidates of a call that are left while the tests before a cut are done: no choice point is needed for them,
/// since tests bind nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Untried {
    next: u32,
    end: u32,
    /// Where the call's arguments end in the frames.
    top: usize,
}

impl Machine {
    /// Frames below this are kept by the newest choice point.
    #[inline]
    pub(super) fn frame_top(&self) -> usize {
        self.choices.last().map_or(0, |choice| choice.top)
    }

    #[inline]
    pub(super) fn reserve_frames(&mut self, top: usize) {
        if self.frames.len() < top {
            self.frames.resize(top.next_power_of_two().max(1 << 10), Cell::word(0));
        }
    }

    /// Calls a predicate with the arguments in the registers: where to go on, or none if it fails.
    #[inline]
    pub(super) fn call(
        &mut self,
        program: &Program,
        predicate: u32,
        frame: usize,
        last: bool,
    ) -> Result<Option<Address>, Raised> {
        self.count_step()?;
        self.enter_predicate(program, predicate, frame, last)
    }

    /// The same for a call that has been counted. It is a part of the run loop: what it comes to there depends on
    /// whether the call is the last.
    #[inline(always)]
    pub(super) fn enter_predicate(
        &mut self,
        program: &Program,
        predicate: u32,
        frame: usize,
        last: bool,
    ) -> Result<Option<Address>, Raised> {
        let definition = &program.predicates[predicate as usize];
        if let Kind::Clauses(index) = &definition.kind {
            return Ok(self.enter_clauses(program, definition, index, frame, last));
        }
        let continuation = if last { PROCEED } else { self.next };
        self.call_special(program, predicate, frame, last, continuation)
    }

    /// Enters the first clause that can answer.
    #[inline(always)]
    fn enter_clauses(
        &mut self,
        program: &Program,
        definition: &Predicate,
        index: &Index,
        frame: usize,
        last: bool,
    ) -> Option<Address> {
        let candidates = self.candidates(index);
        let count = candidates.count();
        if count == 0 {
            return None;
        }
        let base = self.new_frame(frame, last, definition.frame);
        self.frames[base + BARRIER] = Cell::word(self.choices.len());
        let arguments = &mut self.frames[base + FRAME_HEADER..base + FRAME_HEADER + definition.arity];
        for (argument, register) in arguments.iter_mut().zip(self.registers.iter()) {
            *argument = *register;
        }
        self.frame = base;
        self.heads += 1;
        let first = program.candidates[candidates.start as usize];
        if count > 1 {
            let top = base + FRAME_HEADER + definition.arity;
            self.leave_rest(first, Untried { next: candidates.start + 1, end: candidates.end, top });
        }
        Some(first.address)
    }

    /// Remembers the clauses that are left while one is tried: as a choice point, or beside the choice points while
    /// nothing but tests has been done.
    #[inline]
    fn leave_rest(&mut self, tried: Candidate, rest: Untried) {
        if tried.guarded {
            self.untried = rest;
        } else {
            self.push_choice(Alternative::Clauses { next: rest.next, end: rest.end }, rest.top);
        }
    }

    /// After a test has failed before its clause's cut: the next clause, in the same frame.
    #[inline]
    pub(super) fn next_untried(&mut self, program: &Program) -> Option<Address> {
        let Untried { next, end, top } = std::mem::take(&mut self.untried);
        if next == end {
            return None;
        }
        let clause = program.candidates[next as usize];
        self.heads += 1;
        if next + 1 < end {
            self.leave_rest(clause, Untried { next: next + 1, end, top });
        }
        Some(clause.address)
    }

    /// Makes room for a frame, and fills the part of its header that says how to return.
    #[inline]
    fn new_frame(&mut self, caller_size: usize, last: bool, size: usize) -> usize {
        let kept = self.frame_top();
        if last && self.frame >= kept {
            self.reserve_frames(self.frame + size);
            return self.frame;
        }
        let base = kept.max(self.frame + caller_size);
        self.reserve_frames(base + size);
        let (parent, continuation) = match last {
            true => (self.frames[self.frame + PARENT], self.frames[self.frame + CONTINUATION]),
            false => (Cell::word(self.frame), Cell::word(self.next as usize)),
        };
        self.frames[base + PARENT] = parent;
        self.frames[base + CONTINUATION] = continuation;
        base
    }

    /// What an index sees of a bound cell that is neither a constant nor a list.
    #[inline(never)]
    fn key(&self, cell: Cell) -> Key {
        match cell.tag() {
            Tag::Compound => Key(self.store.heap[cell.address()]),
            Tag::String => Key::STRING,
            Tag::Wide => Key::WIDE,
            _ => Key(cell),
        }
    }

    /// The shortest list of clauses that the bound arguments leave.
    #[inline]
    fn candidates(&self, index: &Index) -> Candidates {
        let mut best = index.all;
        for argument in &index.arguments {
            if best.count() <= 1 {
                break;
            }
            let cell = self.store.deref(self.registers[argument.argument]);
            if cell.is_reference() {
                continue;
            }
            let key = match cell.is_constant() {
                true => Key(cell),
                false if cell.tag() == Tag::List => Key::LIST,
                false => self.key(cell),
            };
            let found = argument.candidates(key);
            if found.count() < best.count() {
                best = found;
            }
        }
        best
    }
}
