//! Calls of predicates that are made of clauses: their frames, and the clauses that are tried.

use super::Machine;
use super::frames::NamedArguments;
use super::lookup::CallArguments;
use crate::logic::ids::PredicateId;
use crate::logic::index::{Candidates, Heads, IndexNode};
use crate::logic::instruction::{
    Address, FAIL, FRAME_HEADER, NAMED_ARGUMENTS, PROCEED, SMALLEST_FRAME,
};
use crate::logic::predicate::{Implementation, Predicate};
use crate::logic::program::Program;
use crate::logic::raise::Raised;

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
    pub(super) fn enter_clauses(
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
        let arguments = CallArguments {
            store: &self.store,
            frames: &self.frames,
            frame: base,
        };
        let found = arguments.candidates(heads);
        let Candidates {
            mut first,
            mut next,
            mut end,
            ..
        } = *found;
        if !found.are_final() {
            let node = arguments.follow(&mut self.index, heads, found.node);
            IndexNode {
                first,
                next,
                end,
                ..
            } = self.index[node];
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
}
