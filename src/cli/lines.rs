//! Lines of input: typed at a terminal with editing and history, or read from a pipe.

use std::io::{self, BufRead, IsTerminal};

use rustyline::error::ReadlineError;
use rustyline::history::History;
use rustyline::{Editor, Helper};

use crate::interrupt::while_waiting;

/// The result of asking for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line, without its end.
    Line(String),
    /// Ctrl-C at the prompt.
    Cancelled,
    /// The end of the input.
    End,
}

/// A source of lines.
pub trait LineSource {
    /// Returns the next line. Only a terminal shows the prompt.
    fn next(&mut self, prompt: &str) -> io::Result<Input>;
}

/// Whether standard input and standard output are both a terminal.
pub fn at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether standard input is no terminal and has something to read. It is left as it is, so that
/// the next program of a script can read it.
#[cfg(unix)]
pub fn has_unread_input() -> bool {
    let input = io::stdin();
    !input.is_terminal() && rustix::io::ioctl_fionread(&input).is_ok_and(|bytes| bytes > 0)
}

/// Only unix tells without reading.
#[cfg(not(unix))]
pub fn has_unread_input() -> bool {
    false
}

/// Standard input that is not a terminal.
pub struct Piped;

impl LineSource for Piped {
    fn next(&mut self, _prompt: &str) -> io::Result<Input> {
        let mut bytes = Vec::new();
        if while_waiting(|| io::stdin().lock().read_until(b'\n', &mut bytes))? == 0 {
            return Ok(Input::End);
        }
        let line = String::from_utf8_lossy(&bytes);
        Ok(Input::Line(line.trim_end_matches(['\n', '\r']).to_owned()))
    }
}

impl<H: Helper, I: History> LineSource for Editor<H, I> {
    fn next(&mut self, prompt: &str) -> io::Result<Input> {
        match self.readline(prompt) {
            Ok(line) => {
                if !line.trim().is_empty() {
                    // If the history refuses a line, the line is only not remembered.
                    let _ = self.add_history_entry(line.trim_end());
                }
                Ok(Input::Line(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Input::Cancelled),
            Err(ReadlineError::Eof) => Ok(Input::End),
            Err(error) => Err(as_io(error)),
        }
    }
}

/// Converts an error of the editor to one of input and output.
pub fn as_io(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}
