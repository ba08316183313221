//! Programs ready to run: as native code where there is some, else by the interpreter.

#[cfg(feature = "jit")]
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::code::{Code, Mode};
use super::interrupt::{Interrupt, Interrupted};
use super::partial::Reason;
use super::words::{Interpreter, Program, TooManyRegisters};

use super::side_by_side::side_by_side;
#[cfg(feature = "jit")]
use super::tiered::Tiered;
#[cfg(feature = "jit")]
use super::words::Native;

/// A program ready to run. Threads may share it.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    outputs: usize,
    operations: usize,
    pub(super) form: Form,
}

#[derive(Clone, Debug)]
pub(super) enum Form {
    Interpreted(Interpreter),
    /// Native code, once it runs often.
    #[cfg(feature = "jit")]
    Tiered(Arc<Tiered>),
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
            operations: program.len(),
            form,
        }
    }

    /// Whether it is native code once it runs often.
    #[inline]
    pub fn is_native(&self) -> bool {
        !matches!(self.form, Form::Interpreted(_))
    }

    /// How many words the program gives.
    pub fn outputs(&self) -> usize {
        self.outputs
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

/// Makes programs ready to run: as native code once they run often, where there is some.
#[cfg(feature = "jit")]
pub(super) fn ready(programs: &[&Program], stop: &Interrupt) -> Ready {
    let operations: usize = programs.iter().map(|program| program.len()).sum();
    if operations > MOST_NATIVE || !Native::is_served() {
        return interpreted(programs, stop);
    }
    let tiered =
        |program: &&Program| Runner::of(program, Form::Tiered(Arc::new(Tiered::new(program))));
    Ok(programs.iter().map(tiered).collect())
}

/// Fewer operations are not worth a thread of their own.
const WORTH_A_THREAD: usize = 2_000;

/// Makes now of all programs what is made of them otherwise as they run, on as many threads as the computer has cores,
/// as far as nobody stops it.
pub(super) fn make_ready<'r>(runners: impl Iterator<Item = &'r Runner>, stop: &Interrupt) {
    let runners: Vec<&Runner> = runners.collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = in_parts(&runners, cores);
    side_by_side(parts.len(), |part| {
        for runner in parts[part].iter().take_while(|_| stop.look().is_ok()) {
            match &runner.form {
                Form::Interpreted(interpreter) => interpreter.make_ready(),
                #[cfg(feature = "jit")]
                Form::Tiered(tiered) => drop(tiered.native()),
            }
        }
    });
}

/// Divides programs into `most` parts at most, of about as many operations each.
fn in_parts<'r>(runners: &'r [&'r Runner], most: usize) -> Vec<&'r [&'r Runner]> {
    let operations: usize = runners.iter().map(|runner| runner.operations).sum();
    let enough = operations.div_ceil(most).max(WORTH_A_THREAD);
    let (mut parts, mut first, mut found) = (Vec::new(), 0, 0);
    for (number, runner) in runners.iter().enumerate() {
        found += runner.operations;
        if found >= enough {
            parts.push(&runners[first..=number]);
            (first, found) = (number + 1, 0);
        }
    }
    if first < runners.len() {
        parts.push(&runners[first..]);
    }
    parts
}

impl Runners {
    /// All runners of the mode.
    pub fn all(&self) -> impl Iterator<Item = &Runner> {
        let Self {
            turn,
            terminal,
            questions,
            applies,
            together,
            certificate,
            plies,
            goals,
            quiet,
        } = self;
        [turn, goals, quiet]
            .into_iter()
            .chain(terminal)
            .chain(questions)
            .chain(applies)
            .chain(together)
            .chain(certificate)
            .chain(plies.iter().flatten())
    }
}
