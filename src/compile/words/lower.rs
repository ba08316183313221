//! From a program to code for the interpreter.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::allocate::{Allocation, Register, TooManyRegisters};
use super::instruction::{Instruction, Opcode};
use super::operation::{Operation, Value};
use super::program::Program;
use super::schedule::schedule;
use super::section::{Section, sections};
use super::select::{Selected, select};

/// A program in the form in which the interpreter runs it.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// How many inputs there are; the first is in register 0, the others follow.
    pub inputs: usize,
    /// The constants and the registers that hold them all the time.
    pub constants: Vec<(Register, u64)>,
    pub instructions: Vec<Instruction<Register>>,
    pub blocks: Vec<Block>,
    /// The registers that hold the outputs in the end.
    pub outputs: Vec<Register>,
}

/// A piece of code, and what stands at its borders.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// These instructions, which have this opcode, one after the other.
    Run(Opcode, Range<usize>),
    /// A section, which ends with the block of this number. What is used after it is in the
    /// registers named.
    Section {
        guard: Register,
        end: usize,
        results: Vec<Register>,
    },
    /// The end of the section that begins with the block of this number.
    End { section: usize },
    /// A loop begins.
    Loop,
    /// The end of the loop that begins with the block of this number, with each set that grows in it
    /// and what it has become.
    Repeat {
        begin: usize,
        growing: Vec<(Register, Register)>,
    },
}

impl Code {
    pub fn new(program: &Program) -> Result<Self, TooManyRegisters> {
        let sections = sections(program);
        let values = program.inputs + program.len();
        let steps = schedule(values, &select(program, &sections));
        let lasting = lasting(&steps, &sections);
        let last_uses = last_uses(program, &sections, &steps, &lasting);
        let mut allocation = Allocation::new(values);
        let mut code = Self {
            inputs: program.inputs,
            constants: Vec::new(),
            instructions: Vec::new(),
            blocks: Vec::new(),
            outputs: Vec::new(),
        };
        for input in (0..program.inputs).map(Value::new) {
            allocation.place(input)?;
        }
        for (value, word) in constants(program) {
            code.constants.push((allocation.place(value)?, word));
        }
        for input in (0..program.inputs).map(Value::new) {
            if last_uses[input.number()].is_none() {
                allocation.release(input);
            }
        }

        // The blocks with which the sections and the open loops begin.
        let (mut begins, mut loops) = (vec![0; sections.len()], Vec::new());
        let mut growing = Vec::new();
        for (position, step) in steps.iter().enumerate() {
            let release = |value: Value, allocation: &mut Allocation| {
                if last_uses[value.number()] == Some(position) {
                    allocation.release(value);
                }
            };
            match step {
                Selected::Instruction(instruction) => {
                    // Operands that an opcode does not have may stand for anything.
                    let place = |operand: Value| allocation.register(operand);
                    let mut from = [0; 3];
                    from.iter_mut()
                        .zip(instruction.operands())
                        .for_each(|(from, operand)| *from = place(operand));
                    instruction
                        .operands()
                        .for_each(|operand| release(operand, &mut allocation));
                    let Instruction {
                        opcode, places, to, ..
                    } = *instruction;
                    code.push(Instruction {
                        opcode,
                        places,
                        to: allocation.place(to)?,
                        from,
                    });
                }
                Selected::Section(number) => {
                    begins[*number] = code.blocks.len();
                    let guard = allocation.register(sections[*number].guard);
                    // Where it ends, and with which results, is known at its end.
                    code.blocks.push(Block::Section {
                        guard,
                        end: 0,
                        results: Vec::new(),
                    });
                }
                Selected::End(number) => {
                    let Section { guard, results, .. } = &sections[*number];
                    code.blocks[begins[*number]] = Block::Section {
                        guard: allocation.register(*guard),
                        end: code.blocks.len(),
                        results: results
                            .iter()
                            .map(|result| allocation.register(*result))
                            .collect(),
                    };
                    code.blocks.push(Block::End {
                        section: begins[*number],
                    });
                    release(*guard, &mut allocation);
                }
                Selected::Loop => {
                    loops.push(code.blocks.len());
                    code.blocks.push(Block::Loop);
                }
                Selected::Grow { set, into } => {
                    growing.push((allocation.register(*set), allocation.register(*into)));
                }
                Selected::Repeat => {
                    let begin = loops.pop().unwrap_or_default();
                    let growing = std::mem::take(&mut growing);
                    code.blocks.push(Block::Repeat { begin, growing });
                    for value in lasting.get(&position).into_iter().flatten() {
                        release(*value, &mut allocation);
                    }
                }
            }
        }
        code.outputs = program
            .outputs
            .iter()
            .map(|output| allocation.register(*output))
            .collect();
        Ok(code)
    }

    fn push(&mut self, instruction: Instruction<Register>) {
        let number = self.instructions.len();
        self.instructions.push(instruction);
        match self.blocks.last_mut() {
            Some(Block::Run(opcode, run)) if *opcode == instruction.opcode => run.end = number + 1,
            _ => self
                .blocks
                .push(Block::Run(instruction.opcode, number..number + 1)),
        }
    }
}

/// The constants of a program.
fn constants(program: &Program) -> impl Iterator<Item = (Value, u64)> {
    let values = (program.inputs..).map(Value::new);
    values
        .zip(program.operations())
        .filter_map(|(value, operation)| match operation {
            Operation::Constant(word) => Some((value, word)),
            _ => None,
        })
}

/// For each end of a loop, by its position, the values from before the loop that are used in it, and
/// what sets grow into: all that each round needs until its end.
fn lasting(steps: &[Selected], sections: &[Section]) -> FxHashMap<usize, Vec<Value>> {
    let mut lasting = FxHashMap::default();
    // For the loops around this place the values made and the values used so far.
    let mut open: Vec<[FxHashSet<Value>; 2]> = Vec::new();
    for (position, step) in steps.iter().enumerate() {
        let mut note = |made: Option<Value>, used: &[Value]| {
            for [makes, uses] in &mut open {
                uses.extend(used.iter().filter(|value| !makes.contains(value)));
                makes.extend(made);
            }
        };
        match step {
            Selected::Instruction(instruction) => {
                let used: Vec<Value> = instruction.operands().collect();
                note(Some(instruction.to), &used);
            }
            Selected::Grow { set, into } => {
                note(None, &[*set]);
                let [_, uses] = open.last_mut().expect("a set grows in a loop");
                uses.insert(*into);
            }
            Selected::Loop => open.push(Default::default()),
            Selected::Repeat => {
                let [_, uses] = open.pop().unwrap_or_default();
                lasting.insert(position, uses.into_iter().collect());
            }
            Selected::Section(number) | Selected::End(number) => {
                note(None, &[sections[*number].guard]);
            }
        }
    }
    lasting
}

/// The step that uses each value last: for outputs and constants one that is never reached, for a
/// guard the end of its section at the earliest, for what a loop uses the end of the loop.
fn last_uses(
    program: &Program,
    sections: &[Section],
    steps: &[Selected],
    lasting: &FxHashMap<usize, Vec<Value>>,
) -> Vec<Option<usize>> {
    let mut last_uses = vec![None; program.inputs + program.len()];
    for (position, step) in steps.iter().enumerate() {
        match step {
            Selected::Instruction(instruction) => {
                instruction
                    .operands()
                    .for_each(|operand| last_uses[operand.number()] = Some(position));
            }
            Selected::Section(number) | Selected::End(number) => {
                last_uses[sections[*number].guard.number()] = Some(position);
            }
            Selected::Repeat => {
                for value in lasting.get(&position).into_iter().flatten() {
                    last_uses[value.number()] = Some(position);
                }
            }
            Selected::Loop | Selected::Grow { .. } => {}
        }
    }
    let kept = program
        .outputs
        .iter()
        .copied()
        .chain(constants(program).map(|(value, _)| value));
    kept.for_each(|value| last_uses[value.number()] = Some(steps.len()));
    last_uses
}
