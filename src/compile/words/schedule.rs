//! The order of instructions (list scheduling). Instructions of one opcode that do not wait for
//! each other are brought together, as the interpreter then decides but once what to do; and among
//! them, one that needs the result of another comes some places later, as results take a while to
//! come back from memory.

use std::cmp::Reverse;

use super::instruction::{Instruction, Opcode};
use super::operation::Value;
use super::select::Selected;

/// How many of the instructions not done yet are looked at, in their old order. A limit, since what
/// is done early keeps its register longer.
const WINDOW: usize = 64;

/// How many instructions should lie between one that computes a value and one that uses it.
const DISTANCE: usize = 4;

/// The same steps in a better order, in a program of so many values. Nothing crosses the border of
/// a section or a loop.
pub(super) fn schedule(values: usize, steps: &[Selected]) -> Vec<Selected> {
    let is_instruction = |step: &Selected| matches!(step, Selected::Instruction(_));
    let mut schedule = Schedule {
        ready: vec![Some(0); values],
        opcode: Opcode::Not,
        done: Vec::with_capacity(steps.len()),
    };
    for run in steps.chunk_by(|step, next| is_instruction(step) && is_instruction(next)) {
        let instructions = run.iter().filter_map(|step| match step {
            Selected::Instruction(instruction) => Some(*instruction),
            _ => None,
        });
        schedule.run(instructions);
        schedule
            .done
            .extend(run.iter().filter(|step| !is_instruction(step)));
    }
    schedule.done
}

struct Schedule {
    /// From which position on each value may be used without a wait; nothing while it is not
    /// computed.
    ready: Vec<Option<usize>>,
    /// Of the last instruction.
    opcode: Opcode,
    done: Vec<Selected>,
}

impl Schedule {
    fn run(&mut self, instructions: impl Iterator<Item = Instruction<Value>> + Clone) {
        instructions
            .clone()
            .for_each(|instruction| self.ready[instruction.to.number()] = None);
        let mut left = instructions;
        let mut window: Vec<_> = left.by_ref().take(WINDOW).collect();
        while !window.is_empty() {
            let instruction = window.remove(self.next(&window));
            window.extend(left.next());
            self.opcode = instruction.opcode;
            self.done.push(Selected::Instruction(instruction));
            self.ready[instruction.to.number()] = Some(self.done.len() + DISTANCE);
        }
    }

    /// Which of these is done next: one of the last opcode if there is one, else one of the opcode
    /// with the most that can be done; of these the one with the shortest wait.
    fn next(&self, window: &[Instruction<Value>]) -> usize {
        let waits: Vec<_> = window
            .iter()
            .map(|instruction| self.wait(instruction))
            .collect();
        let possible = || {
            window
                .iter()
                .zip(&waits)
                .enumerate()
                .filter_map(|(place, (instruction, wait))| {
                    Some((place, instruction.opcode, (*wait)?))
                })
        };
        let mut counts = [0_u8; 256];
        possible().for_each(|(_, opcode, _)| counts[opcode as usize] += 1);
        let order = |(place, opcode, wait): (usize, Opcode, usize)| {
            (
                opcode != self.opcode,
                Reverse(counts[opcode as usize]),
                opcode as usize,
                wait,
                place,
            )
        };
        // The first that is left needs none behind it.
        possible()
            .min_by_key(|possible| order(*possible))
            .map_or(0, |(place, ..)| place)
    }

    /// How many places too early an instruction would come now; nothing if an operand is not
    /// computed yet.
    fn wait(&self, instruction: &Instruction<Value>) -> Option<usize> {
        let mut ready = self.done.len();
        for operand in instruction.operands() {
            ready = ready.max(self.ready[operand.number()]?);
        }
        Some(ready - self.done.len())
    }
}
