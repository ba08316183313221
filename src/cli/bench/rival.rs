//! Other Prolog systems: whether they are installed, and how they load and run a program.
//!
//! SWI-Prolog loads the program with `-O`, which compiles arithmetic. GNU Prolog compiles it to
//! native code with `gplc --no-top-level`; it has no garbage collector, so its stacks are allowed
//! to grow to 1.5 GB.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use regola::files;

use super::child::{self, ChildFault, Errors, ProcessEnd};
use crate::interrupt::InterruptFlag;

/// Another Prolog system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    Swi,
    Gnu,
}

/// A rival that is installed.
pub struct Installed {
    pub rival: Rival,
    pub version: String,
}

/// A program that is ready to run on a rival.
pub struct Prepared {
    rival: Rival,
    folder: PathBuf,
    file: PathBuf,
}

/// The limit on the time in which a rival prints its version or compiles a program.
const PATIENCE: Duration = Duration::from_secs(60);

impl Rival {
    pub const ALL: [Rival; 2] = [Rival::Swi, Rival::Gnu];

    /// Returns the name for people.
    pub fn name(self) -> &'static str {
        match self {
            Rival::Swi => "SWI-Prolog",
            Rival::Gnu => "GNU Prolog",
        }
    }

    /// Returns the name of the executable; JSON uses it too.
    pub fn program(self) -> &'static str {
        match self {
            Rival::Swi => "swipl",
            Rival::Gnu => "gplc",
        }
    }

    /// Returns how the system is used.
    pub fn manner(self) -> &'static str {
        match self {
            Rival::Swi => "swipl -O",
            Rival::Gnu => "native code by gplc",
        }
    }

    fn driver(self) -> &'static str {
        match self {
            Rival::Swi => include_str!("../../../benches/rivals/swi.pl"),
            Rival::Gnu => include_str!("../../../benches/rivals/gnu.pl"),
        }
    }

    /// Looks for the system on the path, and returns it with its version.
    pub fn find(self, interrupt: &InterruptFlag) -> Option<Installed> {
        let mut command = Command::new(self.program());
        command.arg("--version");
        let ended = child::run(command, Errors::Kept, Some(PATIENCE), interrupt).ok()?;
        let is_version =
            |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
        let version = ended.output.split_whitespace().find(is_version)?.to_owned();
        Some(Installed {
            rival: self,
            version,
        })
    }

    /// Writes a program, and compiles it if the rival does that. An empty program only ends.
    pub fn prepare(
        self,
        name: &str,
        text: &str,
        folder: &Path,
        interrupt: &InterruptFlag,
    ) -> Result<Prepared, ChildFault> {
        let folder = folder.join(self.program());
        fs::create_dir_all(&folder).map_err(ChildFault::Failed)?;
        let source = folder.join(format!("{name}.pl"));
        let text = match (text, self) {
            ("", Rival::Swi) => String::new(),
            ("", Rival::Gnu) => ":- initialization(halt).\n".to_owned(),
            _ => format!("{text}\n{}", self.driver()),
        };
        files::write(&source, &text).map_err(ChildFault::Failed)?;
        let file = match self {
            Rival::Swi => source,
            Rival::Gnu => compile(name, &folder, interrupt)?,
        };
        Ok(Prepared {
            rival: self,
            folder,
            file,
        })
    }
}

fn compile(name: &str, folder: &Path, interrupt: &InterruptFlag) -> Result<PathBuf, ChildFault> {
    let mut command = Command::new("gplc");
    command
        .args(["--no-top-level", "-o", name, &format!("{name}.pl")])
        .current_dir(folder);
    // It cannot use a folder with a space in its name, so its temporary files are put here.
    command.env("TMPDIR", ".");
    let ended = child::run(command, Errors::Kept, Some(PATIENCE), interrupt)?;
    match ended.status.success() {
        true => Ok(folder.join(name)),
        false => Err(ChildFault::Failed(io::Error::other(format!(
            "gplc does not compile it: {}",
            ended.last_line()
        )))),
    }
}

impl Prepared {
    /// Runs the program once.
    pub fn run(&self, most: Duration, interrupt: &InterruptFlag) -> Result<ProcessEnd, ChildFault> {
        let mut command = match self.rival {
            Rival::Swi => swi(&self.file),
            Rival::Gnu => gnu(&self.file),
        };
        command.current_dir(&self.folder);
        child::run(command, Errors::Kept, Some(most), interrupt)
    }
}

/// Returns the command for SWI-Prolog. An empty program has no driver; then the command only halts.
fn swi(file: &Path) -> Command {
    let mut command = Command::new("swipl");
    let goal = "( current_predicate(bench_run/0) -> bench_run ; true )";
    command
        .args(["-O", "-q", "-g", goal, "-t", "halt"])
        .arg(file);
    command
}

fn gnu(file: &Path) -> Command {
    let mut command = Command::new(file);
    // The sizes are in kilobytes.
    command
        .env("GLOBALSZ", "1500000")
        .env("TRAILSZ", "100000")
        .env("LOCALSZ", "100000");
    command
}
