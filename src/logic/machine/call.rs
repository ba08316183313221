//! Calls of predicates that are made of clauses: their frames, and the clauses that are tried.

use super::Machine;
use crate::logic::cell::{Cell, Tag};
use crate::logic::ids::PredicateId;
use crate::logic::index::{self, Candidates, Heads, IndexKey, IndexNode, IndexSwitch};
use crate::logic::instruction::{
    Address, FAIL, FRAME_HEADER, NAMED_ARGUMENTS, PROCEED, SMALLEST_FRAME,
};
use crate::logic::predicate::{Implementation, Predicate};
use crate::logic::program::Program;
use crate::logic::raise::Raised;

/// The arguments that a call itself names.
pub(super) type NamedArguments = [Cell; NAMED_ARGUMENTS];

impl Machine {
    /// Calls a predicate with the arguments in the registers. Returns the address at which to go
    /// on.
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

    /// Calls a predicate whose call has been counted; the first arguments are given, the others are
    /// in the registers. It is inlined into the run loop, because its code depends on whether the
    /// call is the last.
    #[inline(always)]
    pub(super) fn enter_predicate(
        &mut self,
        program: &Program,
        predicate: PredicateId,
        named: NamedArguments,
        frame: usize,
        last: bool,
    ) -> Result<Address, Raised> {
        let callee = &program.predicates[predicate];
        if let Implementation::Clauses(heads) = &callee.implementation {
            return Ok(self.enter_clauses(callee, heads, named, frame, last));
        }
        let continuation = if last { PROCEED } else { self.frames.next };
        self.registers[..NAMED_ARGUMENTS].copy_from_slice(&named);
        self.call_special(program, predicate, frame, last, continuation)
    }

    /// Enters the first clause that can answer.
    #[inline(always)]
    fn enter_clauses(
        &mut self,
        callee: &Predicate,
        heads: &Heads,
        named: NamedArguments,
        frame: usize,
        last: bool,
    ) -> Address {
        let base = self.frames.push(frame, last, callee.frame);
        self.frames.enter(base, self.choices.height(), named);
        if callee.arity > NAMED_ARGUMENTS {
            self.copy_registers(base, callee.arity);
        }
        let found = self.candidates(heads, base);
        let Candidates {
            mut first,
            mut next,
            mut end,
            ..
        } = *found;
        if !found.are_told() {
            let node = self.told_more(heads, found.node, base);
            IndexNode {
                first,
                next,
                end,
                ..
            } = self.index.nodes[node as usize];
        }
        self.meter.heads += u64::from(first != FAIL);
        if next != end {
            self.leave_untried(next, end, base + FRAME_HEADER + callee.arity);
        }
        first
    }

    fn copy_registers(&mut self, base: usize, arity: usize) {
        let others = &self.registers[NAMED_ARGUMENTS..arity];
        self.frames.write(base + SMALLEST_FRAME, others);
    }

    /// The clauses that remain after the first argument that distinguishes clauses.
    #[inline(always)]
    fn candidates<'h>(&self, heads: &'h Heads, frame: usize) -> &'h Candidates {
        let Some(first) = &heads.first else {
            return &heads.all;
        };
        let cell = self
            .store
            .deref(self.frames.argument(frame, first.argument as usize));
        if cell.tag() == Tag::List {
            &first.lists
        } else if cell.is_reference() {
            &heads.all
        } else if cell.is_constant() {
            first.candidates(IndexKey(cell))
        } else {
            first.candidates(self.key(cell))
        }
    }

    /// Follows the tree from a node to the node whose clauses remain after all bound arguments.
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

    /// Follows the tree in the same way, and lets it grow where nodes are missing for this call.
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
                let argument = |number: u32| self.frames.argument(frame, number as usize);
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

    /// The child of a switch for the call whose arguments are in `frame`.
    #[inline(always)]
    fn child(&self, switch: &IndexSwitch, frame: usize) -> u32 {
        let cell = self
            .store
            .deref(self.frames.argument(frame, switch.argument as usize));
        match cell.tag() {
            Tag::Reference => switch.unbound,
            Tag::List => switch.child(IndexKey::LIST),
            Tag::Atom | Tag::Integer => switch.child(IndexKey(cell)),
            _ => switch.child(self.key(cell)),
        }
    }

    /// The key of a bound cell.
    fn key(&self, cell: Cell) -> IndexKey {
        match cell.tag() {
            Tag::List => IndexKey::LIST,
            Tag::Compound => IndexKey(self.store.heap[cell.address()]),
            Tag::String => IndexKey::STRING,
            Tag::Wide => IndexKey::WIDE,
            _ => IndexKey(cell),
        }
    }
}
