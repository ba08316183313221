//! Other Prolog systems: whether they are installed, how a program is given to them and how it is
//! run.
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
use crate::interrupt::CtrlC;

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

/// A program that was made ready for a rival.
pub struct Prepared {
    rival: Rival,
    folder: PathBuf,
    file: PathBuf,
}

/// What a rival prints of its version, or compiles, takes no longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

impl Rival {
    pub const ALL: [Rival; 2] = [Rival::Swi, Rival::Gnu];

    /// The name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Rival::Swi => "SWI-Prolog",
            Rival::Gnu => "GNU Prolog",
        }
    }

    /// The name of the program that runs it, also for programs that read.
    pub fn program(self) -> &'static str {
        match self {
            Rival::Swi => "swipl",
            Rival::Gnu => "gplc",
        }
    }

    /// How it is used.
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

    /// Looks for it on the path.
    pub fn find(self, interrupt: &CtrlC) -> Option<Installed> {
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

    /// Writes a program, and compiles it where that is done; an empty one is a program that only
    /// ends.
    pub fn prepare(
        self,
        name: &str,
        text: &str,
        folder: &Path,
        interrupt: &CtrlC,
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

fn compile(name: &str, folder: &Path, interrupt: &CtrlC) -> Result<PathBuf, ChildFault> {
    let mut command = Command::new("gplc");
    command
        .args(["--no-top-level", "-o", name, &format!("{name}.pl")])
        .current_dir(folder);
    // Its own temporary files: it cannot use a folder with a space in its name.
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
    pub fn run(&self, most: Duration, interrupt: &CtrlC) -> Result<ProcessEnd, ChildFault> {
        let mut command = match self.rival {
            Rival::Swi => swi(&self.file),
            Rival::Gnu => gnu(&self.file),
        };
        command.current_dir(&self.folder);
        child::run(command, Errors::Kept, Some(most), interrupt)
    }
}

/// The driver is not there in an empty program: then it only halts.
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
    // In kilobytes.
    command
        .env("GLOBALSZ", "1500000")
        .env("TRAILSZ", "100000")
        .env("LOCALSZ", "100000");
    command
}
