//! The file that `--output` names.

use std::fs;
use std::io::{self, Write};

use clap::Args;
use regola::files;

use crate::opening::OpenedGame;
use crate::output::Output;
use crate::trouble::Trouble;

/// Where to write what would else be printed.
#[derive(Args, Clone, Debug)]
pub struct OutputFile {
    /// Write to this file instead of standard output; a file is written completely or not at all
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
}

/// Names of standard output. They count as no file, because a message about the file would follow
/// the output.
const STANDARD_OUTPUT: &[&str] = &["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

impl OutputFile {
    /// Refuses a file that the game was read from. A command calls this before its work, which may
    /// take long.
    pub fn refuse_inputs(&self, opened: &OpenedGame) -> Result<(), Trouble> {
        self.refuse(opened.inputs())
    }

    /// Refuses a file that is one of those that are read.
    pub fn refuse<'p>(&self, inputs: impl IntoIterator<Item = &'p str>) -> Result<(), Trouble> {
        match &self.output {
            Some(path) => refuse_input("output", path, inputs),
            None => Ok(()),
        }
    }

    /// Writes a text to the file, and then the message `of_file` to standard output. Without a file
    /// it writes the text to standard output.
    pub fn write(
        &self,
        text: &str,
        readers: Readers,
        of_file: impl Fn(&str) -> String,
        out: &mut Output,
    ) -> Result<(), Trouble> {
        let file = self
            .output
            .as_deref()
            .filter(|path| !STANDARD_OUTPUT.contains(path));
        let Some(path) = file else {
            return Ok(readers.print(text, out)?);
        };
        files::write_output(path, text)
            .map_err(|error| Trouble::Use(format!("cannot write `{path}`: {error}")))?;
        Ok(writeln!(out, "{}", of_file(path))?)
    }
}

/// Refuses the file `path` of the option `option` if it is one of the files that are read.
pub fn refuse_input<'p>(
    option: &str,
    path: &str,
    inputs: impl IntoIterator<Item = &'p str>,
) -> Result<(), Trouble> {
    let Ok(output) = fs::canonicalize(path) else {
        return Ok(());
    };
    let is_output = |input: &&str| fs::canonicalize(input).is_ok_and(|input| input == output);
    match inputs.into_iter().find(is_output) {
        Some(input) => Err(Trouble::Use(format!(
            "`--{option} {path}` would write over `{input}`, which is read; choose another file"
        ))),
        None => Ok(()),
    }
}

/// The readers of a printed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// People: control characters and invisible characters are escaped.
    People,
    /// Programs: the text is the contents of a file and stays unchanged.
    Programs,
}

impl Readers {
    fn print(self, text: &str, out: &mut Output) -> io::Result<()> {
        match self {
            Readers::People => out.write_all(text.as_bytes()),
            Readers::Programs => out.raw()?.write_all(text.as_bytes()),
        }
    }
}
