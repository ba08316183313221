//! Programs that run, each with what it writes on.

use super::runner::{Form, Runner};
use super::words::{Interpreter, Registers};

#[cfg(feature = "jit")]
use super::words::{Evaluator, Native, Program};

/// A runner with what an interpreter writes on, once it runs: that is half a megabyte, and a game
/// may have hundreds of programs.
#[derive(Clone, Debug)]
pub(super) struct Task {
    runner: Runner,
    /// The native code, once there is some.
    #[cfg(feature = "jit")]
    native: Option<Native>,
    /// What is written on until then.
    #[cfg(feature = "jit")]
    evaluator: Evaluator,
    registers: Option<Registers>,
    /// For several vectors of inputs, once there are such.
    lanes: Option<Registers<LANES>>,
}

/// What runs a program, with what it writes on.
enum RunsBy<'t> {
    Interpreter(&'t Interpreter, &'t mut Registers),
    #[cfg(feature = "jit")]
    Evaluator(&'t mut Evaluator, &'t Program),
    #[cfg(feature = "jit")]
    Native(&'t Native),
}

/// How many vectors of inputs at once are quickest for an interpreter.
pub(super) const LANES: usize = 8;

/// Fewer than these are done one by one.
pub(super) const SEVERAL: usize = 3;

impl Task {
    pub fn new(runner: &Runner) -> Self {
        Self {
            runner: runner.clone(),
            #[cfg(feature = "jit")]
            native: None,
            #[cfg(feature = "jit")]
            evaluator: Evaluator::default(),
            registers: None,
            lanes: None,
        }
    }

    /// Whether it is native code once it runs often.
    #[inline]
    pub fn is_native(&self) -> bool {
        self.runner.is_native()
    }

    /// How many words the program gives.
    pub fn outputs(&self) -> usize {
        self.runner.outputs()
    }

    /// Runs the program on the first words of a frame; the outputs go to the words from `at` on,
    /// over inputs where they lie there.
    #[inline]
    pub fn run_within(&mut self, frame: &mut [u64], at: usize) {
        #[cfg(feature = "jit")]
        if let Some(native) = &self.native {
            return native.run_within(frame, at);
        }
        match self.runs_by() {
            RunsBy::Interpreter(interpreter, registers) => {
                interpreter.run_within(frame, at, registers);
            }
            #[cfg(feature = "jit")]
            RunsBy::Evaluator(evaluator, program) => evaluator.run_within(program, frame, at),
            #[cfg(feature = "jit")]
            RunsBy::Native(native) => native.run_within(frame, at),
        }
    }

    /// Runs the program.
    #[inline]
    pub fn run(&mut self, inputs: &[u64], outputs: &mut [u64]) {
        #[cfg(feature = "jit")]
        if let Some(native) = &self.native {
            return native.run(inputs, outputs);
        }
        match self.runs_by() {
            RunsBy::Interpreter(interpreter, registers) => {
                interpreter.run(inputs, outputs, registers);
            }
            #[cfg(feature = "jit")]
            RunsBy::Evaluator(evaluator, program) => evaluator.run(program, inputs, outputs),
            #[cfg(feature = "jit")]
            RunsBy::Native(native) => native.run(inputs, outputs),
        }
    }

    /// What runs the program this time, where it was no native code so far.
    fn runs_by(&mut self) -> RunsBy<'_> {
        match &self.runner.form {
            Form::Interpreted(interpreter) => {
                let registers = self.registers.get_or_insert_with(Registers::new);
                RunsBy::Interpreter(interpreter, registers)
            }
            #[cfg(feature = "jit")]
            Form::Tiered(tiered) => match tiered.by_now() {
                None => RunsBy::Evaluator(&mut self.evaluator, tiered.program()),
                Some(native) => {
                    self.evaluator = Evaluator::default();
                    RunsBy::Native(self.native.insert(native.clone()))
                }
            },
        }
    }

    /// Runs the program on several vectors of inputs, all at once where an interpreter does it.
    pub fn run_lanes(&mut self, inputs: &[[u64; LANES]], outputs: &mut [[u64; LANES]]) {
        match &self.runner.form {
            Form::Interpreted(interpreter) => {
                let registers = self.lanes.get_or_insert_with(Registers::new);
                interpreter.run_lanes(inputs, outputs, registers);
            }
            #[cfg(feature = "jit")]
            Form::Tiered(_) => self.run_lane_by_lane(inputs, outputs),
        }
    }

    #[cfg(feature = "jit")]
    fn run_lane_by_lane(&mut self, inputs: &[[u64; LANES]], outputs: &mut [[u64; LANES]]) {
        for lane in 0..LANES {
            let inputs: Vec<u64> = inputs.iter().map(|lanes| lanes[lane]).collect();
            let mut results = vec![0; outputs.len()];
            self.run(&inputs, &mut results);
            outputs
                .iter_mut()
                .zip(results)
                .for_each(|(lanes, word)| lanes[lane] = word);
        }
    }
}
