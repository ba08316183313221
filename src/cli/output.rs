//! The file that `--output` names.

use std::fs;
use std::io::Write;

use clap::Args;
use regola::files;

use crate::opening::Opened;
use crate::trouble::Trouble;

/// Where to write what would else be printed.
#[derive(Args, Clone, Debug)]
pub struct Output {
    /// Write it to a file, whole or not at all, and the rest to standard output; a device or a pipe takes it as it comes
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
}

/// Names of standard output, which asked for is the same as no file: nothing else may stand beside what is drawn.
const STANDARD_OUTPUT: &[&str] = &["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

impl Output {
    /// Refuses a file that the game was read from. It is asked before the work begins, which may take long.
    pub fn refuse_inputs(&self, opened: &Opened) -> Result<(), Trouble> {
        let Some(path) = &self.output else { return Ok(()) };
        let Ok(output) = fs::canonicalize(path) else { return Ok(()) };
        let is_output = |input: &&str| fs::canonicalize(input).is_ok_and(|input| input == output);
        match opened.inputs().into_iter().find(is_output) {
            Some(input) => Err(Trouble::Use(format!(
                "`--output {path}` would write over `{input}`, which is read; choose another file"
            ))),
            None => Ok(()),
        }
    }

    /// Writes a text, and then to standard output what there is to say of the file, if one was asked for.
    pub fn write(&self, text: &str, of_file: impl Fn(&str) -> String, out: &mut dyn Write) -> Result<(), Trouble> {
        let file = self.output.as_deref().filter(|path| !STANDARD_OUTPUT.contains(path));
        let Some(path) = file else { return Ok(out.write_all(text.as_bytes())?) };
        files::write_output(path, text).map_err(|error| Trouble::Use(format!("cannot write `{path}`: {error}")))?;
        Ok(writeln!(out, "{}", of_file(path))?)
    }
}
