//! Goals that are terms, and predicates that are not made of clauses.

use super::Machine;
use crate::logic::cell::{Cell, Tag};
use crate::logic::ids::PredicateId;
use crate::logic::instruction::{Address, FAIL, MAX_REGISTERS, PROCEED};
use crate::logic::predicate::Implementation;
use crate::logic::program::Program;
use crate::logic::raise::{self, Raised};
use crate::logic::symbol::Symbol;

impl Machine {
    /// Calls a predicate that is not made of clauses.
    #[inline(never)]
    pub(super) fn call_special(
        &mut self,
        program: &Program,
        predicate: PredicateId,
        frame: usize,
        last: bool,
        continuation: Address,
    ) -> Result<Address, Raised> {
        let called = &program.predicates[predicate];
        match called.implementation {
            Implementation::Clauses(_) => self.call(program, predicate, frame, last),
            Implementation::Builtin(builtin) => {
                let holds = (self.builtins[builtin.index()].run)(self)?;
                Ok(if holds { continuation } else { FAIL })
            }
            Implementation::Relation(relation) => {
                let top = self.frames.above(frame);
                let holds = self.first_fact(program, relation, top, continuation)?;
                Ok(if holds { continuation } else { FAIL })
            }
            Implementation::Undefined => {
                let indicator = self.store.indicator(called.name, called.arity);
                Err(raise::existence_error(
                    &mut self.store,
                    "procedure",
                    indicator,
                ))
            }
            Implementation::Control => {
                let goal = self.called_goal(called.name, called.arity);
                let goal = self.checked_control(goal)?;
                self.call_control(program, goal, self.choices.height(), frame, last)
            }
            Implementation::Tabled(_) => {
                self.registers[0] = self.called_goal(called.name, called.arity);
                self.registers[1] = self.store.integer(i64::from(predicate.0));
                self.call(program, program.entry_points.tabled, frame, last)
            }
            Implementation::TabledClauses => self.call_tabled_clauses(program, frame, last),
            Implementation::Call => {
                let goal = self.goal_with_more_arguments(called.arity)?;
                self.call_goal(program, goal, None, frame, last)
            }
            Implementation::CallWithBarrier => {
                let barrier = self.store.deref(self.registers[1]).as_small() as usize;
                self.call_goal(program, self.registers[0], Some(barrier), frame, last)
            }
        }
    }

    /// The goal with this name and the arguments in the registers.
    fn called_goal(&mut self, name: Symbol, arity: usize) -> Cell {
        let arguments = self.registers[..arity].to_vec();
        match arguments.as_slice() {
            [] => Cell::atom(name),
            arguments => self.store.compound(name, arguments),
        }
    }

    /// Tries the clauses of a tabled predicate, for the goal and the number of the predicate in the
    /// registers.
    #[inline(never)]
    fn call_tabled_clauses(
        &mut self,
        program: &Program,
        frame: usize,
        last: bool,
    ) -> Result<Address, Raised> {
        let goal = self.store.deref(self.registers[0]);
        let number = self.store.deref(self.registers[1]).as_small();
        let callee = &program.predicates[PredicateId(number as u32)];
        let Implementation::Tabled(heads) = &callee.implementation else {
            return Ok(FAIL);
        };
        for number in 0..callee.arity {
            self.registers[number] = self.store.argument(goal, number);
        }
        let named = std::array::from_fn(|number| self.registers[number]);
        Ok(self.enter_clauses(callee, heads, named, frame, last))
    }

    /// The goal of a `call/N`: the first argument, with the other arguments appended.
    fn goal_with_more_arguments(&mut self, arity: usize) -> Result<Cell, Raised> {
        let goal = self.store.deref(self.registers[0]);
        if arity == 1 {
            return Ok(goal);
        }
        let Some((name, own)) = self.store.functor(goal) else {
            return Err(self.not_callable(goal));
        };
        let own = (0..own).map(|number| self.store.argument(goal, number));
        let arguments: Vec<Cell> = own
            .chain(self.registers[1..arity].iter().copied())
            .collect();
        Ok(self.store.compound(name, &arguments))
    }

    fn not_callable(&mut self, goal: Cell) -> Raised {
        match goal.is_reference() {
            true => raise::instantiation(&mut self.store),
            false => raise::type_error(&mut self.store, "callable", goal),
        }
    }

    /// Calls a term as a goal. A part of a control construct comes with the barrier to which a cut
    /// in it goes back, and has been checked with the whole: so a long conjunction is checked once,
    /// not once a goal.
    ///
    /// For `call/N` within `call/N` each level is a separate step, in a loop: such goals nest as
    /// deep as memory allows.
    fn call_goal(
        &mut self,
        program: &Program,
        goal: Cell,
        barrier: Option<usize>,
        frame: usize,
        last: bool,
    ) -> Result<Address, Raised> {
        let (mut goal, mut barrier) = (goal, barrier);
        loop {
            let called = self.store.deref(goal);
            let (predicate, arity) = self.callee(program, called)?;
            let implementation = &program.predicates[predicate].implementation;
            if let Implementation::Control = implementation {
                let (called, barrier) = match barrier {
                    Some(barrier) => (called, barrier),
                    None => (self.checked_control(called)?, self.choices.height()),
                };
                return self.call_control(program, called, barrier, frame, last);
            }
            if arity >= MAX_REGISTERS {
                return Err(raise::representation_error(&mut self.store, "max_arity"));
            }
            for number in 0..arity {
                self.registers[number] = self.store.argument(called, number);
            }
            if !matches!(implementation, Implementation::Call) {
                return self.call(program, predicate, frame, last);
            }
            self.count_step()?;
            (goal, barrier) = (self.goal_with_more_arguments(arity)?, None);
        }
    }

    /// The predicate that a goal calls, and the number of its arguments.
    fn callee(&mut self, program: &Program, goal: Cell) -> Result<(PredicateId, usize), Raised> {
        let Some((name, arity)) = self.store.functor(goal) else {
            return Err(self.not_callable(goal));
        };
        let named = program.predicates.named(name, arity);
        let is_open = |id: &PredicateId| !program.predicates[*id].internal;
        let Some(predicate) = named.filter(is_open) else {
            let indicator = self.store.indicator(name, arity);
            return Err(raise::existence_error(
                &mut self.store,
                "procedure",
                indicator,
            ));
        };
        Ok((predicate, arity))
    }

    /// Calls a control construct through the prelude, which defines each of them.
    fn call_control(
        &mut self,
        program: &Program,
        goal: Cell,
        barrier: usize,
        frame: usize,
        last: bool,
    ) -> Result<Address, Raised> {
        self.registers[0] = goal;
        self.registers[1] = self.store.integer(barrier as i64);
        self.call(program, program.entry_points.control, frame, last)
    }

    /// Checks a control construct and makes it callable; see [`check_control`](Self::check_control)
    /// and [`body`](Self::body).
    fn checked_control(&mut self, goal: Cell) -> Result<Cell, Raised> {
        match self.check_control(goal)? {
            true => self.body(goal),
            false => Ok(goal),
        }
    }

    /// Refuses a conjunction, disjunction or condition with a part that can never be called, before
    /// any part of it runs, as the standard demands. Returns whether a part is still a variable.
    fn check_control(&mut self, goal: Cell) -> Result<bool, Raised> {
        let mut pending = vec![goal];
        let mut has_variables = false;
        while let Some(part) = pending.pop() {
            let part = self.store.deref(part);
            self.store.visit(pending.len())?;
            match self.store.functor(part) {
                Some((
                    Symbol::COMMA | Symbol::SEMICOLON | Symbol::ARROW | Symbol::SOFT_ARROW,
                    2,
                )) => {
                    pending.extend([self.store.argument(part, 1), self.store.argument(part, 0)]);
                }
                Some(_) => {}
                None if part.tag() == Tag::Reference => has_variables = true,
                None => return Err(raise::type_error(&mut self.store, "callable", goal)),
            }
        }
        Ok(has_variables)
    }

    /// A copy of a control construct in which each variable that stands for a goal is called. A cut
    /// to which the variable is bound later is then local to the call.
    fn body(&mut self, goal: Cell) -> Result<Cell, Raised> {
        let copy = self.store.fresh();
        let mut pending = vec![(goal, copy.address())];
        while let Some((part, to)) = pending.pop() {
            let part = self.store.deref(part);
            self.store.visit(pending.len())?;
            self.store.heap[to] = match self.store.functor(part) {
                Some((
                    name @ (Symbol::COMMA | Symbol::SEMICOLON | Symbol::ARROW | Symbol::SOFT_ARROW),
                    2,
                )) => {
                    let parts = [self.store.argument(part, 0), self.store.argument(part, 1)];
                    let made = self.store.compound(name, &parts);
                    let first = self.store.arguments(made).start;
                    pending.extend([(parts[0], first), (parts[1], first + 1)]);
                    made
                }
                None if part.is_reference() => self.store.compound_named("call", &[part]),
                _ => part,
            };
        }
        Ok(self.store.deref(copy))
    }

    /// Calls the recovery goal in place of the running `catch/3`, which is finished. A clause runs
    /// the goal, so that an error in calling it is handled like any other.
    pub(super) fn call_recovery(
        &mut self,
        program: &Program,
        goal: Cell,
    ) -> Result<Address, Raised> {
        self.registers[0] = goal;
        self.frames.next = PROCEED;
        let frame = program.predicates[program.entry_points.catch].frame;
        self.call(program, program.entry_points.recover, frame, true)
    }
}
