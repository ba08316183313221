//! Calls of predicates that are made of clauses: their frames, and which clauses are tried.

use super::Machine;
use crate::logic::cell::{Cell, Tag};
use crate::logic::ids::PredicateId;
use crate::logic::index::{self, Candidates, Heads, Key, Node, Switch};
use crate::logic::instruction::{
    Address, BARRIER, CONTINUATION, FAIL, FRAME_HEADER, NAMED_ARGUMENTS, PARENT, PROCEED,
    SMALLEST_FRAME,
};
use crate::logic::predicate::{Implementation, Predicate};
use crate::logic::program::Program;
use crate::logic::raise::Raised;

/// With more words than these (8 MiB) frames are many.
const MANY_WORDS: usize = 1 << 20;

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
        // Many frames grow by an eighth: all that is reserved here is written to and so takes
        // memory at once.
        let spare = if top < MANY_WORDS {
            top.max(1 << 10)
        } else {
            top / 8
        };
        self.frames.reserve_exact(top + spare - self.frames.len());
        self.frames.resize(top + spare, Cell::word(0));
    }

    /// Calls a predicate with the arguments in the registers: where to go on.
    pub(super) fn call(
        &mut self,
        program: &Program,
        predicate: PredicateId,
        frame: usize,
        last: bool,
    ) -> Result<Address, Raised> {
        self.count_step()?;
        let named = std::array::from_fn(|number| self.registers[number]);
        self.enter_predicate(program, predicate, named, frame, last)
    }

    /// The same for a call that has been counted, with its first arguments given and the others in
    /// the registers. It is a part of the run loop: what it comes to there depends on whether the
    /// call is the last.
    #[inline(always)]
    pub(super) fn enter_predicate(
        &mut self,
        program: &Program,
        predicate: PredicateId,
        named: Arguments,
        frame: usize,
        last: bool,
    ) -> Result<Address, Raised> {
        let callee = &program.predicates[predicate];
        if let Implementation::Clauses(heads) = &callee.implementation {
            return Ok(self.enter_clauses(callee, heads, named, frame, last));
        }
        let continuation = if last { PROCEED } else { self.next };
        self.registers[..NAMED_ARGUMENTS].copy_from_slice(&named);
        self.call_special(program, predicate, frame, last, continuation)
    }

    /// Enters the first clause that can answer.
    #[inline(always)]
    fn enter_clauses(
        &mut self,
        callee: &Predicate,
        heads: &Heads,
        named: Arguments,
        frame: usize,
        last: bool,
    ) -> Address {
        let base = self.new_frame(frame, last, callee.frame);
        let height = Cell::word(self.choices.len());
        let new: &mut [Cell; SMALLEST_FRAME] = self.frames[base..]
            .first_chunk_mut()
            .expect("a frame is reserved, and none is smaller");
        new[BARRIER] = height;
        let [first, second, third, fourth] = named;
        new[FRAME_HEADER] = first;
        new[FRAME_HEADER + 1] = second;
        new[FRAME_HEADER + 2] = third;
        new[FRAME_HEADER + 3] = fourth;
        if callee.arity > NAMED_ARGUMENTS {
            self.copy_registers(base, callee.arity);
        }
        self.frame = base;
        let found = self.candidates(heads, base);
        let Candidates {
            mut first,
            mut next,
            mut end,
            ..
        } = *found;
        if !found.are_told() {
            let node = self.told_more(heads, found.node, base);
            Node {
                first,
                next,
                end,
                ..
            } = self.index.nodes[node as usize];
        }
        self.heads += u64::from(first != FAIL);
        if next != end {
            self.leave_untried(next, end, base + FRAME_HEADER + callee.arity);
        }
        first
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
            true => (
                self.frames[self.frame + PARENT],
                self.frames[self.frame + CONTINUATION],
            ),
            false => (Cell::word(self.frame), Cell::word(self.next as usize)),
        };
        self.frames[base + PARENT] = parent;
        self.frames[base + CONTINUATION] = continuation;
        base
    }

    /// The clauses that the first argument that tells clauses apart leaves.
    #[inline(always)]
    fn candidates<'h>(&self, heads: &'h Heads, frame: usize) -> &'h Candidates {
        let Some(first) = &heads.first else {
            return &heads.all;
        };
        let cell = self
            .store
            .deref(self.frames[frame + FRAME_HEADER + first.argument as usize]);
        if cell.tag() == Tag::List {
            &first.lists
        } else if cell.is_reference() {
            &heads.all
        } else if cell.is_constant() {
            first.candidates(Key(cell))
        } else {
            first.candidates(self.key(cell))
        }
    }

    /// The node to which the tree leads from another one: its clauses are those that all bound
    /// arguments leave.
    #[inline(never)]
    fn told_more(&mut self, heads: &Heads, from: u32, frame: usize) -> u32 {
        let mut number = from;
        while let Some(node) = self.index.nodes.get(number as usize) {
            if node.is_leaf() {
                return number;
            }
            let Some(switch) = self.index.switch(node) else {
                break;
            };
            number = self.child(switch, frame);
        }
        self.grow_index(heads, from, frame)
    }

    /// Goes the same way, and lets the tree grow where it is not yet made for this call.
    #[cold]
    fn grow_index(&mut self, heads: &Heads, from: u32, frame: usize) -> u32 {
        let mut told = heads.first.as_ref().map_or(0, |first| 1 << first.argument);
        let mut number = from;
        loop {
            let node = &self.index.nodes[number as usize];
            if node.is_leaf() {
                return number;
            }
            let Some(switch) = self.index.switch(node) else {
                let argument = |number: u32| self.frames[frame + FRAME_HEADER + number as usize];
                let is_bound = |number| !self.store.deref(argument(number)).is_reference();
                let bound = index::subset(heads.telling & !told, is_bound);
                self.index.grow(number, heads, told, bound);
                continue;
            };
            let child = self.child(switch, frame);
            if self.index.nodes.get(child as usize).is_none() {
                self.index.ask(number, heads);
                continue;
            }
            told |= 1 << switch.argument;
            number = child;
        }
    }

    /// Where a switch leads the call whose arguments are in that frame.
    #[inline(always)]
    fn child(&self, switch: &Switch, frame: usize) -> u32 {
        let cell = self
            .store
            .deref(self.frames[frame + FRAME_HEADER + switch.argument as usize]);
        match cell.tag() {
            Tag::Reference => switch.unbound,
            Tag::List => switch.child(Key::LIST),
            Tag::Atom | Tag::Integer => switch.child(Key(cell)),
            _ => switch.child(self.key(cell)),
        }
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
