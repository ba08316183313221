//! Running programs instruction by instruction, on one vector of inputs or on several at once.

use std::sync::{Arc, OnceLock};

use super::allocate::{REGISTERS, Register, TooManyRegisters};
use super::instruction::{Instruction, Opcode};
use super::lanes::Lanes;
use super::lower::{Block, Code};
use super::program::Program;

/// A program that is made ready when it first runs. Copies share what is made.
#[derive(Clone, Debug)]
pub struct Interpreter(Arc<Made>);

/// What is made of a program.
#[derive(Debug)]
struct Made {
    program: Program,
    code: OnceLock<Code>,
}

/// What an interpreter writes on, for `N` vectors of inputs at once. One is enough for a thread; it
/// is quickest if it serves one interpreter only.
#[derive(Clone, Debug)]
pub struct Registers<const N: usize = 1> {
    file: Box<[[u64; N]; REGISTERS]>,
    /// Whose constants it holds.
    owner: Option<Interpreter>,
}

impl<const N: usize> Registers<N> {
    /// Fresh ones, for any program. The memory is taken as it is used.
    pub fn new() -> Self {
        let file = vec![[0; N]; REGISTERS].into_boxed_slice();
        Self {
            file: file.try_into().expect("there are so many"),
            owner: None,
        }
    }
}

impl<const N: usize> Default for Registers<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl Interpreter {
    /// An interpreter of a program.
    ///
    /// # Errors
    /// If it keeps too many values at once.
    pub fn new(program: &Program) -> Result<Self, TooManyRegisters> {
        let interpreter = Self(Arc::new(Made {
            program: program.clone(),
            code: OnceLock::new(),
        }));
        // Only then it is known whether there are enough registers.
        if program.inputs + program.len() > REGISTERS {
            let _ = interpreter.0.code.set(Code::new(program)?);
        }
        Ok(interpreter)
    }

    /// Makes the program ready, if that is not done.
    pub fn make_ready(&self) {
        self.code();
    }

    fn code(&self) -> &Code {
        let Made { program, code } = &*self.0;
        code.get_or_init(|| {
            Code::new(program)
                .expect("there are as many registers as values, or it is made already")
        })
    }

    /// Runs the program.
    ///
    /// # Panics
    /// If there are not as many inputs or outputs as the program has.
    pub fn run(&self, inputs: &[u64], outputs: &mut [u64], registers: &mut Registers) {
        self.run_lanes(inputs.as_chunks().0, outputs.as_chunks_mut().0, registers);
    }

    /// Runs the program on the first words of a frame, and writes the outputs to the words from
    /// `at` on, over inputs where they lie there.
    ///
    /// # Panics
    /// If the frame has no place for inputs or outputs.
    pub fn run_within(&self, frame: &mut [u64], at: usize, registers: &mut Registers) {
        let code = self.code();
        self.load(code, &frame.as_chunks().0[..code.inputs], registers);
        execute(code, &mut registers.file);
        store(
            code,
            registers,
            &mut frame.as_chunks_mut().0[at..at + code.outputs.len()],
        );
    }

    /// Runs the program on `N` vectors of inputs at once; what it computes from each is the same as
    /// one by one. Eight lanes do well on most machines.
    ///
    /// # Panics
    /// If there are not as many inputs or outputs as the program has.
    pub fn run_lanes<const N: usize>(
        &self,
        inputs: &[[u64; N]],
        outputs: &mut [[u64; N]],
        registers: &mut Registers<N>,
    ) {
        let code = self.code();
        assert_eq!(
            (inputs.len(), outputs.len()),
            (code.inputs, code.outputs.len()),
            "inputs and outputs"
        );
        self.load(code, inputs, registers);
        execute(code, &mut registers.file);
        store(code, registers, outputs);
    }

    /// Puts inputs and constants where the program finds them.
    fn load<const N: usize>(&self, code: &Code, inputs: &[[u64; N]], registers: &mut Registers<N>) {
        let is_own = |owner: &Self| Arc::ptr_eq(&owner.0, &self.0);
        if !registers.owner.as_ref().is_some_and(is_own) {
            let constants = code.constants.iter();
            constants
                .for_each(|(register, word)| registers.file[usize::from(*register)] = [*word; N]);
            registers.owner = Some(self.clone());
        }
        registers.file[..inputs.len()].copy_from_slice(inputs);
    }
}

fn store<const N: usize>(code: &Code, registers: &Registers<N>, outputs: &mut [[u64; N]]) {
    for (output, register) in outputs.iter_mut().zip(&code.outputs) {
        *output = registers.file[usize::from(*register)];
    }
}

fn execute<const N: usize>(code: &Code, file: &mut [[u64; N]; REGISTERS]) {
    let mut next = 0;
    while let Some(block) = code.blocks.get(next) {
        next += 1;
        match block {
            Block::Run(opcode, run) => perform(*opcode, &code.instructions[run.clone()], file),
            Block::Section {
                guard,
                end,
                results,
            } => {
                if read(file, *guard).is_zero() {
                    results
                        .iter()
                        .for_each(|result| write(file, *result, Lanes::ZERO));
                    next = end + 1;
                }
            }
            Block::Loop => {}
            Block::Repeat { begin, growing } => {
                let mut grown = Lanes::ZERO;
                for (set, into) in growing {
                    let word = read(file, *into);
                    grown = grown | (word ^ read(file, *set));
                    write(file, *set, word);
                }
                if !grown.is_zero() {
                    next = begin + 1;
                }
            }
            Block::End { section } => {
                let Block::Section { guard, results, .. } = &code.blocks[*section] else {
                    continue;
                };
                let guard = read(file, *guard);
                if !guard.is_nonzero() {
                    let runs = guard.any();
                    results
                        .iter()
                        .for_each(|result| write(file, *result, read(file, *result) & runs));
                }
            }
        }
    }
}

/// Does these instructions, which have this opcode.
#[inline(always)]
fn perform<const N: usize>(
    opcode: Opcode,
    instructions: &[Instruction<Register>],
    file: &mut [[u64; N]; REGISTERS],
) {
    match opcode {
        Opcode::Not => each(instructions, file, |a, _, _, _| !a),
        Opcode::ShiftLeft => each(instructions, file, |a, _, _, n| a << n),
        Opcode::ShiftRight => each(instructions, file, |a, _, _, n| a >> n),
        Opcode::Any => each(instructions, file, |a, _, _, _| a.any()),
        Opcode::Count => each(instructions, file, |a, _, _, _| a.count()),

        Opcode::And => each(instructions, file, |a, b, _, _| a & b),
        Opcode::AndNot => each(instructions, file, |a, b, _, _| a & !b),
        Opcode::Or => each(instructions, file, |a, b, _, _| a | b),
        Opcode::Xor => each(instructions, file, |a, b, _, _| a ^ b),
        Opcode::Add => each(instructions, file, |a, b, _, _| a.add(b)),
        Opcode::Subtract => each(instructions, file, |a, b, _, _| a.subtract(b)),
        Opcode::Multiply => each(instructions, file, |a, b, _, _| a.multiply(b)),
        Opcode::Equal => each(instructions, file, |a, b, _, _| a.equal(b)),
        Opcode::Less => each(instructions, file, |a, b, _, _| a.less(b)),

        Opcode::AndLeft => each(instructions, file, |a, b, _, n| a & (b << n)),
        Opcode::AndRight => each(instructions, file, |a, b, _, n| a & (b >> n)),
        Opcode::AndNotLeft => each(instructions, file, |a, b, _, n| a & !(b << n)),
        Opcode::AndNotRight => each(instructions, file, |a, b, _, n| a & !(b >> n)),
        Opcode::OrLeft => each(instructions, file, |a, b, _, n| a | (b << n)),
        Opcode::OrRight => each(instructions, file, |a, b, _, n| a | (b >> n)),
        Opcode::XorLeft => each(instructions, file, |a, b, _, n| a ^ (b << n)),
        Opcode::XorRight => each(instructions, file, |a, b, _, n| a ^ (b >> n)),

        Opcode::AndAnd => each(instructions, file, |a, b, c, _| a & (b & c)),
        Opcode::AndAndLeft => each(instructions, file, |a, b, c, n| a & (b & (c << n))),
        Opcode::AndAndRight => each(instructions, file, |a, b, c, n| a & (b & (c >> n))),
        Opcode::AndAndNot => each(instructions, file, |a, b, c, _| a & (b & !c)),
        Opcode::AndAndNotLeft => each(instructions, file, |a, b, c, n| a & (b & !(c << n))),
        Opcode::AndAndNotRight => each(instructions, file, |a, b, c, n| a & (b & !(c >> n))),
        Opcode::AndOr => each(instructions, file, |a, b, c, _| a & (b | c)),
        Opcode::AndOrLeft => each(instructions, file, |a, b, c, n| a & (b | (c << n))),
        Opcode::AndOrRight => each(instructions, file, |a, b, c, n| a & (b | (c >> n))),
        Opcode::AndNotOr => each(instructions, file, |a, b, c, _| a & !(b | c)),
        Opcode::AndNotOrLeft => each(instructions, file, |a, b, c, n| a & !(b | (c << n))),
        Opcode::AndNotOrRight => each(instructions, file, |a, b, c, n| a & !(b | (c >> n))),
        Opcode::OrAnd => each(instructions, file, |a, b, c, _| a | (b & c)),
        Opcode::OrAndLeft => each(instructions, file, |a, b, c, n| a | (b & (c << n))),
        Opcode::OrAndRight => each(instructions, file, |a, b, c, n| a | (b & (c >> n))),
        Opcode::OrAndNot => each(instructions, file, |a, b, c, _| a | (b & !c)),
        Opcode::OrAndNotLeft => each(instructions, file, |a, b, c, n| a | (b & !(c << n))),
        Opcode::OrAndNotRight => each(instructions, file, |a, b, c, n| a | (b & !(c >> n))),
        Opcode::OrOr => each(instructions, file, |a, b, c, _| a | (b | c)),
        Opcode::OrOrLeft => each(instructions, file, |a, b, c, n| a | (b | (c << n))),
        Opcode::OrOrRight => each(instructions, file, |a, b, c, n| a | (b | (c >> n))),
    }
}

/// Does instructions that compute this from their operands and the places of a shift.
#[inline(always)]
fn each<const N: usize>(
    instructions: &[Instruction<Register>],
    file: &mut [[u64; N]; REGISTERS],
    compute: impl Fn(Lanes<N>, Lanes<N>, Lanes<N>, u8) -> Lanes<N>,
) {
    for Instruction {
        places, to, from, ..
    } in instructions
    {
        let [a, b, c] = from.map(|register| read(file, register));
        write(file, *to, compute(a, b, c, *places));
    }
}

#[inline(always)]
fn read<const N: usize>(file: &[[u64; N]; REGISTERS], register: Register) -> Lanes<N> {
    Lanes(file[usize::from(register)])
}

#[inline(always)]
fn write<const N: usize>(file: &mut [[u64; N]; REGISTERS], register: Register, word: Lanes<N>) {
    file[usize::from(register)] = word.0;
}
