//! Programs ready to run: as native code where there is some, else by the interpreter.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::code::{Code, Mode};
use super::interrupt::{Interrupt, Interrupted};
use super::partial::Reason;
use super::words::{Interpreter, Program, Registers, TooManyRegisters};

#[cfg(feature = "jit")]
use super::side_by_side::side_by_side;
#[cfg(feature = "jit")]
use super::words::{Native, NoNativeCode};

/// A program ready to run. Threads may share it.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    outputs: usize,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    Interpreted(Interpreter),
    #[cfg(feature = "jit")]
    Native(Native),
}

impl Form {
    fn run(&self, inputs: &[u64], outputs: &mut [u64], registers: &mut Option<Registers>) {
        match self {
            Form::Interpreted(interpreter) => {
                interpreter.run(
                    inputs,
                    outputs,
                    registers.get_or_insert_with(Registers::new),
                );
            }
            #[cfg(feature = "jit")]
            Form::Native(native) => native.run(inputs, outputs),
        }
    }

    #[inline]
    fn run_within(&self, frame: &mut [u64], at: usize, registers: &mut Option<Registers>) {
        match self {
            Form::Interpreted(interpreter) => {
                interpreter.run_within(frame, at, registers.get_or_insert_with(Registers::new));
            }
            #[cfg(feature = "jit")]
            Form::Native(native) => native.run_within(frame, at),
        }
    }
}

/// The programs of one mode.
#[derive(Clone, Debug)]
pub(super) struct Runners {
    pub turn: Runner,
    pub terminal: Option<Runner>,
    /// They tell what is asked of the position after a move; the same in all modes.
    pub questions: Vec<Runner>,
    pub applies: Vec<Runner>,
    /// Plays moves of several roles at once.
    pub together: Option<Runner>,
    /// Tells which moves need not be tried.
    pub certificate: Option<Runner>,
    /// For each of these the move and the turn after it in one.
    pub plies: Vec<Option<Runner>>,
    pub goals: Runner,
    pub quiet: Runner,
}

impl Runner {
    fn interpreted(program: &Program) -> Result<Self, TooManyRegisters> {
        Ok(Self::of(
            program,
            Form::Interpreted(Interpreter::new(program)?),
        ))
    }

    fn of(program: &Program, form: Form) -> Self {
        Self {
            outputs: program.outputs().len(),
            form,
        }
    }

    /// Whether it is native code.
    pub fn is_native(&self) -> bool {
        !matches!(self.form, Form::Interpreted(_))
    }
}

/// Programs ready to run, or why they cannot be.
pub(super) type Ready = Result<Vec<Runner>, NotReady>;

/// Makes programs ready to run.
pub(super) type Make = fn(&[&Program], &Interrupt) -> Ready;

/// Why programs are not ready to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotReady {
    TooLarge(TooManyRegisters),
    Interrupted,
}

impl From<TooManyRegisters> for NotReady {
    fn from(error: TooManyRegisters) -> Self {
        NotReady::TooLarge(error)
    }
}

impl From<Interrupted> for NotReady {
    fn from(_: Interrupted) -> Self {
        NotReady::Interrupted
    }
}

impl NotReady {
    /// Why the game stays with the machine.
    pub fn reason(self) -> Reason {
        match self {
            NotReady::TooLarge(error) => Reason::new(error.to_string(), None),
            NotReady::Interrupted => Reason::interrupted(),
        }
    }
}

/// Makes the programs of all modes ready to run.
pub(super) fn runners(
    code: &Code,
    ready: Make,
    stop: &Interrupt,
) -> Result<Vec<Runners>, NotReady> {
    fn of_mode(mode: &Mode) -> Vec<&Program> {
        mode.programs()
            .chain(mode.plies.iter().flatten().map(|ply| &ply.program))
            .collect()
    }
    let asked = &code.questions.programs;
    let programs = asked.iter().chain(code.modes.iter().flat_map(of_mode));
    // Modes may have programs in common, such as one that judges a position no matter who is to move.
    let mut different: IndexSet<&Program, FxBuildHasher> = IndexSet::default();
    let numbers: Vec<usize> = programs
        .map(|program| different.insert_full(program).0)
        .collect();
    let different: Vec<&Program> = different.into_iter().collect();
    let ready = ready(&different, stop)?;
    let mut numbers = numbers.into_iter();
    let mut next = || {
        let number = numbers.next().expect("each program has been made ready");
        ready[number].clone()
    };
    let questions: Vec<Runner> = asked.iter().map(|_| next()).collect();
    // In the order of `of_mode`.
    let runners = |mode: &Mode| Runners {
        turn: next(),
        goals: next(),
        quiet: next(),
        terminal: mode.terminal.as_ref().map(|_| next()),
        applies: mode.applies.iter().map(|_| next()).collect(),
        together: mode.together.as_ref().map(|_| next()),
        certificate: mode.certificate.as_ref().map(|_| next()),
        plies: mode
            .plies
            .iter()
            .map(|ply| ply.as_ref().map(|_| next()))
            .collect(),
        questions: questions.clone(),
    };
    Ok(code.modes.iter().map(runners).collect())
}

/// Makes programs ready to run by the interpreter.
pub(super) fn interpreted(programs: &[&Program], stop: &Interrupt) -> Ready {
    let ready = |program: &&Program| {
        stop.look()?;
        Ok(Runner::interpreted(program)?)
    };
    programs.iter().map(ready).collect()
}

/// Makes programs ready to run.
#[cfg(not(feature = "jit"))]
pub(super) fn ready(programs: &[&Program], stop: &Interrupt) -> Ready {
    interpreted(programs, stop)
}

/// More operations than these take too long to make native code of.
#[cfg(feature = "jit")]
const MOST_NATIVE: usize = 100_000;

/// Makes programs ready to run, as native code where there is some.
#[cfg(feature = "jit")]
pub(super) fn ready(programs: &[&Program], stop: &Interrupt) -> Ready {
    let operations: usize = programs.iter().map(|program| program.len()).sum();
    let native = (operations <= MOST_NATIVE).then(|| native(programs, stop));
    stop.look()?;
    match native {
        Some(Ok(native)) => {
            let runner =
                |(native, program): (Native, &&Program)| Runner::of(program, Form::Native(native));
            Ok(native.into_iter().zip(programs).map(runner).collect())
        }
        _ => interpreted(programs, stop),
    }
}

/// Fewer operations are not worth a thread of their own.
#[cfg(feature = "jit")]
const WORTH_A_THREAD: usize = 2_000;

/// Makes native code, on as many threads as the computer has cores.
#[cfg(feature = "jit")]
fn native(programs: &[&Program], stop: &Interrupt) -> Result<Vec<Native>, NoNativeCode> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = in_parts(programs, cores);
    let made = side_by_side(parts.len(), |part| {
        let programs = parts[part].iter().copied();
        // Without more programs it comes to an end; what is there by then is thrown away.
        Native::of_all(programs.take_while(|_| stop.look().is_ok()))
    });
    let made: Vec<Vec<Native>> = made.into_iter().collect::<Result<_, _>>()?;
    Ok(made.concat())
}

/// Divides programs into `most` parts at most, of about as many operations each.
#[cfg(feature = "jit")]
fn in_parts<'p>(programs: &'p [&'p Program], most: usize) -> Vec<&'p [&'p Program]> {
    let operations: usize = programs.iter().map(|program| program.len()).sum();
    let enough = operations.div_ceil(most).max(WORTH_A_THREAD);
    let (mut parts, mut first, mut found) = (Vec::new(), 0, 0);
    for (number, program) in programs.iter().enumerate() {
        found += program.len();
        if found >= enough {
            parts.push(&programs[first..=number]);
            (first, found) = (number + 1, 0);
        }
    }
    if first < programs.len() {
        parts.push(&programs[first..]);
    }
    parts
}

/// A runner with what an interpreter writes on, once it runs: that is half a megabyte, and a game
/// may have hundreds of programs.
#[derive(Clone, Debug)]
pub(super) struct Task {
    runner: Runner,
    registers: Option<Registers>,
    /// For several vectors of inputs, once there are such.
    lanes: Option<Registers<LANES>>,
}

/// How many vectors of inputs at once are quickest for an interpreter.
pub(super) const LANES: usize = 8;

/// Fewer than these are done one by one.
pub(super) const SEVERAL: usize = 3;

impl Task {
    pub fn new(runner: &Runner) -> Self {
        Self {
            runner: runner.clone(),
            registers: None,
            lanes: None,
        }
    }

    /// Whether it is native code.
    #[inline]
    pub fn is_native(&self) -> bool {
        self.runner.is_native()
    }

    /// How many words the program gives.
    pub fn outputs(&self) -> usize {
        self.runner.outputs
    }

    /// Runs the program on the first words of a frame; the outputs go to the words from `at` on,
    /// over inputs where they lie there.
    #[inline]
    pub fn run_within(&mut self, frame: &mut [u64], at: usize) {
        self.runner.form.run_within(frame, at, &mut self.registers);
    }

    /// Runs the program.
    #[inline]
    pub fn run(&mut self, inputs: &[u64], outputs: &mut [u64]) {
        self.runner.form.run(inputs, outputs, &mut self.registers);
    }

    /// Runs the program on several vectors of inputs, all at once where an interpreter does it.
    pub fn run_lanes(&mut self, inputs: &[[u64; LANES]], outputs: &mut [[u64; LANES]]) {
        match &self.runner.form {
            Form::Interpreted(interpreter) => {
                interpreter.run_lanes(
                    inputs,
                    outputs,
                    self.lanes.get_or_insert_with(Registers::new),
                );
            }
            #[cfg(feature = "jit")]
            Form::Native(native) => {
                for lane in 0..LANES {
                    let inputs: Vec<u64> = inputs.iter().map(|lanes| lanes[lane]).collect();
                    let mut results = vec![0; outputs.len()];
                    native.run(&inputs, &mut results);
                    outputs
                        .iter_mut()
                        .zip(results)
                        .for_each(|(lanes, word)| lanes[lane] = word);
                }
            }
        }
    }
}
