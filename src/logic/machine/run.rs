//! The run loop: what each instruction does.

use super::choice::Alternative;
use super::{Machine, Pause};
use crate::logic::arithmetic;
use crate::logic::cell::{Cell, Tag};
use crate::logic::instruction::{
    Address, FAIL, Instruction, NAMED_ARGUMENTS, OpenedArgument, Operand, Operation,
};
use crate::logic::program::Program;
use crate::logic::raise::Raised;

impl Machine {
    /// Runs, and passes exceptions to the `catch/3` around the goal.
    pub(super) fn run(&mut self, program: &Program, start: Address) -> Result<Pause, Raised> {
        let mut address = start;
        loop {
            match self.run_instructions(program, address) {
                Ok(progress) => return Ok(progress),
                Err(raised) => {
                    self.choices.drop_untried();
                    address = self.unwind(program, raised)?;
                }
            }
        }
    }

    /// Runs instructions from the address `start` on until there is an answer, a port, or no
    /// alternative.
    fn run_instructions(&mut self, program: &Program, start: Address) -> Result<Pause, Raised> {
        use Instruction as I;
        let code = &program.code.instructions[..];
        let mut next = start as usize;
        // Terms are built argument by argument: the next argument to read, or none while writing.
        let mut reading: Option<usize> = None;

        macro_rules! fail {
            () => {
                break
            };
        }
        macro_rules! require {
            ($holds:expr) => {
                if !$holds {
                    fail!()
                }
            };
        }

        loop {
            // A failure breaks out of this loop.
            loop {
                let instruction = &code[next];
                next += 1;
                match *instruction {
                    I::MatchConstant { slot, constant } => {
                        let cell = self.store.deref(self.frames.slot(slot));
                        if cell.is_reference() {
                            self.store.bind(cell.address(), constant);
                        } else if cell != constant {
                            fail!()
                        }
                    }
                    I::MatchCompound { slot, functor } => {
                        let cell = self.store.deref(self.frames.slot(slot));
                        if cell.is_reference() {
                            let address = self.store.push(functor);
                            self.store.bind(cell.address(), Cell::compound(address));
                            reading = None;
                        } else if cell.tag() == Tag::Compound
                            && self.store.heap[cell.address()] == functor
                        {
                            reading = Some(cell.address() + 1);
                        } else {
                            fail!()
                        }
                    }
                    I::MatchList { slot } => {
                        let cell = self.store.deref(self.frames.slot(slot));
                        if cell.tag() == Tag::List {
                            reading = Some(cell.address());
                        } else if cell.is_reference() {
                            let list = Cell::list(self.store.heap.len());
                            self.store.bind(cell.address(), list);
                            reading = None;
                        } else {
                            fail!()
                        }
                    }
                    I::MatchListHead { slot, head } => {
                        let cell = self.store.deref(self.frames.slot(slot));
                        if cell.tag() == Tag::List {
                            require!(self.read_part(cell.address(), head)?);
                            reading = Some(cell.address() + 1);
                        } else if cell.is_reference() {
                            let list = Cell::list(self.store.heap.len());
                            self.write_part(head);
                            self.store.bind(cell.address(), list);
                            reading = None;
                        } else {
                            fail!()
                        }
                    }
                    I::MatchPair { slot, head, tail } => {
                        let cell = self.store.deref(self.frames.slot(slot));
                        if cell.tag() == Tag::List {
                            let address = cell.address();
                            require!(
                                self.read_part(address, head)?
                                    && self.read_part(address + 1, tail)?
                            );
                        } else if cell.is_reference() {
                            let list = Cell::list(self.store.heap.len());
                            self.write_pair(head, tail);
                            self.store.bind(cell.address(), list);
                        } else {
                            fail!()
                        }
                    }
                    I::UnifySlot { slot } => {
                        let value = self.frames.slot(slot);
                        match &mut reading {
                            Some(at) => {
                                let argument = self.store.heap[*at];
                                *at += 1;
                                require!(self.store.unify(argument, value)?)
                            }
                            None => {
                                self.store.heap.push(value);
                            }
                        }
                    }
                    I::UnifyFirst { slot } => {
                        let value = match &mut reading {
                            Some(at) => {
                                let argument = self.store.heap[*at];
                                *at += 1;
                                argument
                            }
                            None => self.store.fresh(),
                        };
                        self.frames.set(slot, value);
                    }
                    I::UnifyConstant { constant } => match &mut reading {
                        Some(at) => {
                            let argument = self.store.deref(self.store.heap[*at]);
                            *at += 1;
                            if argument.is_reference() {
                                self.store.bind(argument.address(), constant);
                            } else if argument != constant {
                                fail!()
                            }
                        }
                        None => self.store.heap.push(constant),
                    },
                    I::UnifyVoid => match &mut reading {
                        Some(at) => *at += 1,
                        None => {
                            self.store.fresh();
                        }
                    },
                    I::MatchSlot { slot, with } => {
                        let (left, right) = (self.frames.slot(slot), self.frames.slot(with));
                        require!(self.store.unify(left, right)?)
                    }

                    I::BuildCompound { slot, functor } => {
                        let address = self.store.push(functor);
                        self.frames.set(slot, Cell::compound(address));
                    }
                    I::BuildList { slot } => {
                        let list = Cell::list(self.store.heap.len());
                        self.frames.set(slot, list);
                    }
                    I::WriteSlot { slot } => {
                        let value = self.frames.slot(slot);
                        self.store.heap.push(value);
                    }
                    I::WriteFirst { slot } | I::SetFresh { slot } => {
                        let fresh = self.store.fresh();
                        self.frames.set(slot, fresh);
                    }
                    I::WriteConstant { constant } => self.store.heap.push(constant),
                    I::WriteVoid => {
                        self.store.fresh();
                    }
                    I::SetConstant { slot, constant } => self.frames.set(slot, constant),
                    I::SetSlot { slot, from } => self.frames.set(slot, self.frames.slot(from)),

                    I::PutArguments { register, slots } => {
                        let first = usize::from(register);
                        for (number, slot) in slots.into_iter().enumerate() {
                            self.registers[first + number] = self.frames.slot(slot);
                        }
                    }
                    I::Call {
                        predicate,
                        frame,
                        slots,
                    } => {
                        self.keep_untried();
                        self.frames.next = next as Address;
                        self.count_goal(program)?;
                        let arguments = self.frames.named_arguments(slots);
                        next = self.enter_predicate(
                            program,
                            predicate,
                            arguments,
                            usize::from(frame),
                            false,
                        )? as usize;
                    }
                    I::Execute {
                        predicate,
                        frame,
                        slots,
                    } => {
                        self.keep_untried();
                        self.frames.next = next as Address;
                        self.count_goal(program)?;
                        let arguments = self.frames.named_arguments(slots);
                        next = self.enter_predicate(
                            program,
                            predicate,
                            arguments,
                            usize::from(frame),
                            true,
                        )? as usize;
                    }
                    I::Proceed => {
                        self.keep_untried();
                        self.spend_work(1)?;
                        next = self.frames.leave() as usize;
                    }
                    I::Builtin { builtin, slots } => {
                        self.keep_untried();
                        self.frames.next = next as Address;
                        self.count_goal(program)?;
                        let arguments = self.frames.named_arguments(slots);
                        self.registers[..NAMED_ARGUMENTS].copy_from_slice(&arguments);
                        require!((self.builtins[builtin.index()].run)(self)?)
                    }

                    I::Try { otherwise, frame } => {
                        self.keep_untried();
                        let top = self.frames.above(usize::from(frame));
                        self.push_choice(Alternative::Jump(otherwise), top);
                    }
                    I::PushCatch { frame } => self.enter_catch(usize::from(frame)),
                    I::PopCatch => self.leave_catch(),
                    I::Mark { slot } => {
                        self.keep_untried();
                        self.frames.set(slot, Cell::word(self.choices.height()));
                    }
                    I::CutTo { slot } => self.cut_to(self.frames.slot(slot).as_word()),
                    I::SoftCut { slot } => {
                        let marked = self.frames.slot(slot).as_word();
                        if marked + 1 == self.choices.height() {
                            self.pop_choice();
                        } else {
                            self.choices.get_mut(marked).alternative = Alternative::Jump(FAIL);
                        }
                    }
                    I::Cut => {
                        self.forget_untried();
                        self.cut_to(self.frames.barrier());
                    }
                    I::Jump { to } => next = to as usize,

                    I::Compute {
                        operation,
                        to,
                        left,
                        right,
                    } => {
                        self.frames.next = next as Address;
                        let (left, right) = (self.operand(left)?, self.operand(right)?);
                        let value =
                            match arithmetic::sum(operation, left, right).and_then(Cell::small) {
                                Some(value) => value,
                                None => self.compute(operation, left, right)?,
                            };
                        self.frames.set(to, value);
                    }
                    I::Evaluate { to, from } => {
                        self.frames.next = next as Address;
                        let value = self.operand(from)?;
                        let value = self.store.integer(value);
                        self.frames.set(to, value);
                    }
                    I::CompareNumbers {
                        comparison,
                        left,
                        right,
                        otherwise,
                    } => {
                        self.frames.next = next as Address;
                        let (left, right) = (self.operand(left)?, self.operand(right)?);
                        if !comparison.holds(left.cmp(&right)) {
                            next = otherwise as usize;
                        }
                    }
                    I::CompareTerms {
                        comparison,
                        left,
                        right,
                        otherwise,
                    } => {
                        let (left, right) = (self.frames.slot(left), self.frames.slot(right));
                        if !comparison.holds(self.store.compare(left, right)?) {
                            next = otherwise as usize;
                        }
                    }
                    I::Test {
                        test,
                        slot,
                        otherwise,
                    } => {
                        if !self.test(test, self.frames.slot(slot))? {
                            next = otherwise as usize;
                        }
                    }

                    I::Collect { collection } => {
                        self.keep_untried();
                        self.collectors.begin(collection);
                    }
                    I::CollectValue { slot } => {
                        self.frames.next = next as Address;
                        self.collect(slot)?;
                    }
                    I::CollectResult { slot } => {
                        self.frames.next = next as Address;
                        match self.collected()? {
                            Some(result) => self.frames.set(slot, result),
                            None => fail!(),
                        }
                    }
                    I::Fail => fail!(),
                    I::Answer => return Ok(Pause::Answer),
                    I::Port { port, predicate } => {
                        self.keep_untried();
                        self.frames.next = next as Address;
                        self.pass_port(program, port, predicate)?;
                        return Ok(Pause::Port);
                    }
                }
            }
            match self.backtrack(program)? {
                Some(address) => next = address as usize,
                None => return Ok(Pause::End),
            }
        }
    }

    #[inline(always)]
    fn read_part(&mut self, address: usize, part: OpenedArgument) -> Result<bool, Raised> {
        match part {
            OpenedArgument::First(slot) => self.frames.set(slot, self.store.heap[address]),
            OpenedArgument::Slot(slot) => {
                return Ok(self
                    .store
                    .unify(self.store.heap[address], self.frames.slot(slot))?);
            }
            OpenedArgument::Void => {}
        }
        Ok(true)
    }

    /// Writes the two arguments of a list.
    #[inline(always)]
    fn write_pair(&mut self, head: OpenedArgument, tail: OpenedArgument) {
        let top = self.store.heap.len();
        let (head_value, tail_value) = (self.part(head, top), self.part(tail, top + 1));
        self.store.heap.extend([head_value, tail_value]);
        for (part, value) in [(head, head_value), (tail, tail_value)] {
            if let OpenedArgument::First(slot) = part {
                self.frames.set(slot, value);
            }
        }
    }

    /// The cell of an argument that is about to be written at `address`.
    #[inline(always)]
    fn part(&self, part: OpenedArgument, address: usize) -> Cell {
        match part {
            OpenedArgument::Slot(slot) => self.frames.slot(slot),
            OpenedArgument::First(_) | OpenedArgument::Void => Cell::reference(address),
        }
    }

    #[inline(always)]
    fn write_part(&mut self, part: OpenedArgument) {
        match part {
            OpenedArgument::First(slot) => {
                let fresh = self.store.fresh();
                self.frames.set(slot, fresh);
            }
            OpenedArgument::Slot(slot) => self.store.heap.push(self.frames.slot(slot)),
            OpenedArgument::Void => {
                self.store.fresh();
            }
        }
    }

    /// Computes an operation other than a sum or a difference, or one whose result is no small
    /// integer.
    #[inline(never)]
    fn compute(&mut self, operation: Operation, left: i64, right: i64) -> Result<Cell, Raised> {
        match arithmetic::apply(operation, left, right) {
            Ok(value) => Ok(self.store.integer(value)),
            Err(reason) => Err(arithmetic::no_result(&mut self.store, reason)),
        }
    }

    /// The integer value of an operand.
    #[inline]
    fn operand(&mut self, operand: Operand) -> Result<i64, Raised> {
        match operand {
            Operand::Integer(value) => Ok(i64::from(value)),
            Operand::Slot(slot) => {
                let cell = self.store.deref(self.frames.slot(slot));
                if cell.is_small() {
                    Ok(cell.as_small())
                } else {
                    arithmetic::evaluate(&mut self.store, cell)
                }
            }
        }
    }
}
