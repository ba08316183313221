//! From a program to code for the interpreter.

use std::ops::Range;

use super::allocate::{Allocation, Register, TooManyRegisters};
use super::instruction::Instruction;
use super::operation::{Operation, Value};
use super::program::{Program, Step};
use super::section::results;

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
    /// These instructions, one after the other.
    Run(Range<usize>),
    /// A section, which ends with the block of this number. What is used after it is in the registers named.
    Section { guard: Register, end: usize, results: Vec<Register> },
    /// The end of the section that begins with the block of this number.
    End { section: usize },
}

/// A step of a program once its operations are instructions.
enum Selected {
    Instruction(Instruction<Value>),
    Section(Value),
    /// The end of the section of this number, with its guard.
    End(usize, Value),
}

impl Code {
    pub fn new(program: &Program) -> Result<Self, TooManyRegisters> {
        let steps = select(program);
        let last_uses = last_uses(program, &steps);
        let mut allocation = Allocation::new(program.inputs + program.len());
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

        let (results, mut open) = (results(program), Vec::new());
        for (position, step) in steps.iter().enumerate() {
            let release = |value: Value, allocation: &mut Allocation| {
                if last_uses[value.number()] == Some(position) {
                    allocation.release(value);
                }
            };
            match step {
                Selected::Instruction(instruction) => {
                    let from = instruction.from.map(|operand| allocation.register(operand));
                    instruction.operands().for_each(|operand| release(operand, &mut allocation));
                    let Instruction { opcode, places, to, .. } = *instruction;
                    code.push(Instruction { opcode, places, to: allocation.place(to)?, from });
                }
                Selected::Section(guard) => {
                    open.push(code.blocks.len());
                    // Where it ends, and with which results, is known at its end.
                    code.blocks.push(Block::Section {
                        guard: allocation.register(*guard),
                        end: 0,
                        results: Vec::new(),
                    });
                }
                Selected::End(number, guard) => {
                    let Some(section) = open.pop() else { continue };
                    code.blocks[section] = Block::Section {
                        guard: allocation.register(*guard),
                        end: code.blocks.len(),
                        results: results[*number].iter().map(|result| allocation.register(*result)).collect(),
                    };
                    code.blocks.push(Block::End { section });
                    release(*guard, &mut allocation);
                }
            }
        }
        code.outputs = program.outputs.iter().map(|output| allocation.register(*output)).collect();
        Ok(code)
    }

    fn push(&mut self, instruction: Instruction<Register>) {
        let number = self.instructions.len();
        self.instructions.push(instruction);
        match self.blocks.last_mut() {
            Some(Block::Run(run)) => run.end = number + 1,
            _ => self.blocks.push(Block::Run(number..number + 1)),
        }
    }
}

/// The constants of a program.
fn constants(program: &Program) -> impl Iterator<Item = (Value, u64)> {
    let values = (program.inputs..).map(Value::new);
    values.zip(operations(program)).filter_map(|(value, operation)| match operation {
        Operation::Constant(word) => Some((value, word)),
        _ => None,
    })
}

fn operations(program: &Program) -> impl Iterator<Item = Operation> {
    program.steps.iter().filter_map(|step| match step {
        Step::Compute(operation) => Some(*operation),
        _ => None,
    })
}

/// The instructions for a program's steps; constants need none.
fn select(program: &Program) -> Vec<Selected> {
    let (mut values, mut sections) = ((program.inputs..).map(Value::new), 0);
    let mut open = Vec::new();
    let select = |step: &Step| match step {
        Step::Compute(operation) => Instruction::new(values.next()?, *operation).map(Selected::Instruction),
        Step::Section(guard) => {
            open.push((sections, *guard));
            sections += 1;
            Some(Selected::Section(*guard))
        }
        Step::End => open.pop().map(|(number, guard)| Selected::End(number, guard)),
    };
    program.steps.iter().filter_map(select).collect()
}

/// The step that uses each value last: for outputs and constants one that is never reached, for a guard the end of
/// its section at the earliest.
fn last_uses(program: &Program, steps: &[Selected]) -> Vec<Option<usize>> {
    let mut last_uses = vec![None; program.inputs + program.len()];
    for (position, step) in steps.iter().enumerate() {
        match step {
            Selected::Instruction(instruction) => {
                instruction.operands().for_each(|operand| last_uses[operand.number()] = Some(position));
            }
            Selected::Section(guard) | Selected::End(_, guard) => last_uses[guard.number()] = Some(position),
        }
    }
    let lasting = program.outputs.iter().copied().chain(constants(program).map(|(value, _)| value));
    lasting.for_each(|value| last_uses[value.number()] = Some(steps.len()));
    last_uses
}
