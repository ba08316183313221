//! Running programs instruction by instruction, on one vector of inputs or on several at once.

use std::sync::Arc;

use super::allocate::{REGISTERS, Register, TooManyRegisters};
use super::instruction::{Instruction, Opcode};
use super::lanes::Lanes;
use super::lower::{Block, Code};
use super::program::Program;

/// A program made ready to run. Copies share it.
#[derive(Clone, Debug)]
pub struct Interpreter {
    code: Arc<Code>,
}

/// What an interpreter writes on, for `N` vectors of inputs at once. One is enough for a thread; it is quickest if it
/// serves one interpreter only.
#[derive(Clone, Debug)]
pub struct Registers<const N: usize = 1> {
    file: Box<[[u64; N]; REGISTERS]>,
    /// Whose constants it holds.
    owner: Option<Arc<Code>>,
}

impl<const N: usize> Registers<N> {
    /// Fresh ones, for any program. The memory is taken as it is used.
    pub fn new() -> Self {
        let file = vec![[0; N]; REGISTERS].into_boxed_slice();
        Self { file: file.try_into().expect("there are so many"), owner: None }
    }
}

impl<const N: usize> Default for Registers<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl Interpreter {
    /// Makes a program ready to run.
    ///
    /// # Errors
    /// If it keeps too many values at once.
    pub fn new(program: &Program) -> Result<Self, TooManyRegisters> {
        Ok(Self { code: Arc::new(Code::new(program)?) })
    }

    /// Runs the program.
    ///
    /// # Panics
    /// If there are not as many inputs or outputs as the program has.
    pub fn run(&self, inputs: &[u64], outputs: &mut [u64], registers: &mut Registers) {
        self.run_lanes(inputs.as_chunks().0, outputs.as_chunks_mut().0, registers);
    }

    /// Runs the program on `N` vectors of inputs at once; what it computes from each is the same as one by one. Eight
    /// lanes do well on most machines.
    ///
    /// # Panics
    /// If there are not as many inputs or outputs as the program has.
    pub fn run_lanes<const N: usize>(
        &self,
        inputs: &[[u64; N]],
        outputs: &mut [[u64; N]],
        registers: &mut Registers<N>,
    ) {
        let code = &*self.code;
        assert_eq!((inputs.len(), outputs.len()), (code.inputs, code.outputs.len()), "inputs and outputs");
        if !registers.owner.as_ref().is_some_and(|owner| Arc::ptr_eq(owner, &self.code)) {
            code.constants.iter().for_each(|(register, word)| registers.file[usize::from(*register)] = [*word; N]);
            registers.owner = Some(Arc::clone(&self.code));
        }
        let file = &mut *registers.file;
        file[..inputs.len()].copy_from_slice(inputs);
        execute(code, file);
        for (output, register) in outputs.iter_mut().zip(&code.outputs) {
            *output = file[usize::from(*register)];
        }
    }
}

fn execute<const N: usize>(code: &Code, file: &mut [[u64; N]; REGISTERS]) {
    let mut next = 0;
    while let Some(block) = code.blocks.get(next) {
        next += 1;
        match block {
            Block::Run(run) => code.instructions[run.clone()].iter().for_each(|instruction| step(instruction, file)),
            Block::Section { guard, end, results } => {
                if read(file, *guard).is_zero() {
                    results.iter().for_each(|result| write(file, *result, Lanes::ZERO));
                    next = end + 1;
                }
            }
            Block::End { section } => {
                let Block::Section { guard, results, .. } = &code.blocks[*section] else { continue };
                let guard = read(file, *guard);
                if !guard.is_nonzero() {
                    let runs = guard.any();
                    results.iter().for_each(|result| write(file, *result, read(file, *result) & runs));
                }
            }
        }
    }
}

#[inline(always)]
fn step<const N: usize>(instruction: &Instruction<Register>, file: &mut [[u64; N]; REGISTERS]) {
    let Instruction { opcode, places, to, from } = *instruction;
    let [a, b] = from.map(|register| read(file, register));
    let result = match opcode {
        Opcode::Not => !a,
        Opcode::And => a & b,
        Opcode::AndNot => a & !b,
        Opcode::Or => a | b,
        Opcode::Xor => a ^ b,
        Opcode::ShiftLeft => a << places,
        Opcode::ShiftRight => a >> places,
        Opcode::Any => a.any(),
        Opcode::Count => a.count(),
        Opcode::Add => a.add(b),
        Opcode::Subtract => a.subtract(b),
        Opcode::Multiply => a.multiply(b),
        Opcode::Equal => a.equal(b),
        Opcode::Less => a.less(b),
    };
    write(file, to, result);
}

#[inline(always)]
fn read<const N: usize>(file: &[[u64; N]; REGISTERS], register: Register) -> Lanes<N> {
    Lanes(file[usize::from(register)])
}

#[inline(always)]
fn write<const N: usize>(file: &mut [[u64; N]; REGISTERS], register: Register, word: Lanes<N>) {
    file[usize::from(register)] = word.0;
}
