//! Runs works on every system in turn, each time in a process of its own.
//!
//! After one run on each system follows the next run on each. So other load of the computer affects
//! all systems alike.

use std::env;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use regola::files;

use super::child::{self, ChildFault, Errors, ProcessEnd};
use super::rival::{Installed, Prepared};
use super::sample::Sample;
use super::suite::{GAMES, TimedTask, TimedWork};
use crate::interrupt::InterruptFlag;

/// The runs of one work on one system, or the reason why there are none.
pub type Measurement = Result<Sample, String>;

/// One work on all systems: Regola, and the rivals in order; none for a rival that does not run the
/// work.
pub struct SystemsRow {
    pub work: &'static TimedWork,
    pub regola: Measurement,
    pub rivals: Vec<Option<Measurement>>,
}

/// The conditions under which works are run.
pub struct BenchRunner<'a> {
    pub rivals: &'a [Installed],
    pub runs: usize,
    /// The limit on the time of one run, by the clock.
    pub most: Duration,
    pub folder: &'a Path,
    pub interrupt: &'a InterruptFlag,
}

/// The user pressed Ctrl-C.
pub struct Stopped;

/// A way to run a work once.
enum Starter {
    Regola(&'static TimedWork),
    Rival(Prepared),
}

/// A system that runs a work, and its measurements so far.
struct System {
    name: &'static str,
    starter: Result<Starter, String>,
    measured: Measurement,
}

impl System {
    fn new(name: &'static str, starter: Result<Starter, String>) -> Self {
        let measured = starter
            .as_ref()
            .map(|_| Sample::default())
            .map_err(Clone::clone);
        System {
            name,
            starter,
            measured,
        }
    }
}

impl BenchRunner<'_> {
    /// Runs one work on all systems; `progress` is called before each run with the name of the
    /// system.
    pub fn run(
        &self,
        work: &'static TimedWork,
        progress: &mut dyn FnMut(&str),
    ) -> Result<SystemsRow, Stopped> {
        let mut systems = vec![System::new("Regola", Ok(Starter::Regola(work)))];
        for installed in self.rivals.iter().filter(|_| work.rival_text().is_some()) {
            systems.push(System::new(
                installed.rival.name(),
                self.prepare(installed, work)?,
            ));
        }
        for _ in 0..self.runs {
            for system in &mut systems {
                progress(system.name);
                self.run_once(work, system)?;
            }
        }
        let mut measured = systems.into_iter().map(|system| system.measured);
        let regola = measured.next().expect("the first system is Regola");
        Ok(SystemsRow {
            work,
            regola,
            rivals: self.rivals.iter().map(|_| measured.next()).collect(),
        })
    }

    fn prepare(
        &self,
        installed: &Installed,
        work: &TimedWork,
    ) -> Result<Result<Starter, String>, Stopped> {
        let text = work.rival_text().unwrap_or_default();
        match installed
            .rival
            .prepare(work.name, text, self.folder, self.interrupt)
        {
            Ok(prepared) => Ok(Ok(Starter::Rival(prepared))),
            Err(fault) => Ok(Err(reason(fault)?)),
        }
    }

    /// Adds a run to the measurements of a system. A system that failed once is not tried again.
    fn run_once(&self, work: &TimedWork, system: &mut System) -> Result<(), Stopped> {
        let (Ok(starter), Ok(sample)) = (&system.starter, &mut system.measured) else {
            return Ok(());
        };
        match self.measure(work, starter)? {
            Ok((time, memory)) => sample.add(time, memory),
            Err(reason) => system.measured = Err(reason),
        }
        Ok(())
    }

    /// Returns the CPU time and memory of one run, or the reason why there are none.
    fn measure(
        &self,
        work: &TimedWork,
        starter: &Starter,
    ) -> Result<Result<(Duration, u64), String>, Stopped> {
        let ended = match starter {
            Starter::Rival(prepared) => prepared.run(self.most, self.interrupt),
            Starter::Regola(work) => self.run_regola(work),
        };
        let ended = match ended {
            Ok(ended) => ended,
            Err(fault) => return Ok(Err(reason(fault)?)),
        };
        let time = match work.task {
            TimedTask::Start if ended.status.success() => Ok(ended.cpu),
            _ => told_time(&ended),
        };
        Ok(time.map(|time| (time, ended.memory)))
    }

    fn run_regola(&self, work: &TimedWork) -> Result<ProcessEnd, ChildFault> {
        let mut command = Command::new(env::current_exe().map_err(ChildFault::Failed)?);
        command.current_dir(self.folder);
        match work.task {
            TimedTask::Start => command.args(["moves", "othello.rules"]),
            _ => command.args(["bench", "--alone", "--only", work.name]),
        };
        child::run(command, Errors::Kept, Some(self.most), self.interrupt)
    }

    /// Writes the rule files into the folder, for the work that needs them as files.
    pub fn write_games(&self) -> std::io::Result<()> {
        GAMES
            .iter()
            .try_for_each(|(name, text)| files::write(self.folder.join(name), text))
    }
}

/// Returns the time that a system reports: `seconds 0.25` on a line of its own.
fn told_time(ended: &ProcessEnd) -> Result<Duration, String> {
    let mut lines = ended.output.lines().map(str::trim);
    let time = lines
        .clone()
        .find_map(|line| line.strip_prefix("seconds ")?.trim().parse().ok());
    match time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(time) => Ok(time),
        None if lines.any(|line| line == "wrong") => Err("it gives another answer".to_owned()),
        None => Err(ended.last_line().to_owned()),
    }
}

fn reason(fault: ChildFault) -> Result<String, Stopped> {
    match fault {
        ChildFault::Missing => Ok("it is not installed".to_owned()),
        ChildFault::TooLong(most) => Ok(format!("it takes longer than {} s", most.as_secs_f64())),
        ChildFault::Stopped => Err(Stopped),
        ChildFault::Failed(error) => Ok(error.to_string()),
    }
}
