//! Running programs as they are, step by step: slower than any other way, and without anything to make ready before the
//! first run.

use super::operation::Value;
use super::program::{Program, Step};

/// What is written on while a program is evaluated. It serves any program; its memory is taken as it is used.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    /// The words of the values so far.
    values: Vec<u64>,
    /// The loops around the step.
    rounds: Vec<Round>,
}

/// A round of a loop.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// The step after the beginning of the loop.
    begin: usize,
    /// How many values there were at the beginning.
    values: usize,
    /// Whether a set has grown.
    has_grown: bool,
}

impl Evaluator {
    /// Runs a program.
    ///
    /// # Panics
    /// If there are not as many inputs or outputs as the program has.
    pub fn run(&mut self, program: &Program, inputs: &[u64], outputs: &mut [u64]) {
        assert_eq!(
            (inputs.len(), outputs.len()),
            (program.inputs, program.outputs.len()),
            "inputs and outputs"
        );
        self.compute(program, inputs);
        self.store(program, outputs);
    }

    /// Runs a program on the first words of a frame, and writes the outputs to the words from `at` on, over inputs
    /// where they lie there.
    ///
    /// # Panics
    /// If the frame has no place for inputs or outputs.
    pub fn run_within(&mut self, program: &Program, frame: &mut [u64], at: usize) {
        self.compute(program, &frame[..program.inputs]);
        self.store(program, &mut frame[at..at + program.outputs.len()]);
    }

    fn store(&self, program: &Program, outputs: &mut [u64]) {
        for (output, value) in outputs.iter_mut().zip(&program.outputs) {
            *output = self.word(*value);
        }
    }

    fn word(&self, value: Value) -> u64 {
        self.values[value.number()]
    }

    /// Computes all values.
    fn compute(&mut self, program: &Program, inputs: &[u64]) {
        self.values.clear();
        self.values.extend_from_slice(inputs);
        self.rounds.clear();
        let mut next = 0;
        while let Some(step) = program.steps.get(next) {
            next += 1;
            match step {
                Step::Compute(operation) => {
                    let word = operation.evaluate(|value| self.word(value));
                    self.values.push(word);
                }
                Step::Section(guard) if self.word(*guard) == 0 => {
                    next = self.pass_over(program, next);
                }
                Step::Section(_) | Step::End => {}
                Step::Loop => self.rounds.push(Round {
                    begin: next,
                    values: self.values.len(),
                    has_grown: false,
                }),
                Step::Grow { set, into } => {
                    let word = self.word(*into);
                    let has_grown = self.word(*set) != word;
                    self.values[set.number()] = word;
                    let round = self.rounds.last_mut();
                    round
                        .into_iter()
                        .for_each(|round| round.has_grown |= has_grown);
                }
                Step::Repeat => next = self.again().unwrap_or(next),
            }
        }
    }

    /// Begins the next round if a set has grown: tells with which step.
    fn again(&mut self) -> Option<usize> {
        let round = self.rounds.last_mut()?;
        if !round.has_grown {
            self.rounds.pop();
            return None;
        }
        round.has_grown = false;
        self.values.truncate(round.values);
        Some(round.begin)
    }

    /// Gives zero to all values of a section that begins with this step. Tells the step after its end.
    fn pass_over(&mut self, program: &Program, begin: usize) -> usize {
        let (mut next, mut depth) = (begin, 1);
        while depth > 0 {
            match &program.steps[next] {
                Step::Compute(_) => self.values.push(0),
                Step::Section(_) => depth += 1,
                Step::End => depth -= 1,
                Step::Loop | Step::Grow { .. } | Step::Repeat => {}
            }
            next += 1;
        }
        next
    }
}
