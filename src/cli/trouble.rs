//! Why a command could not do its work, and how that is told.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use regola::game::{Error, Failure, Rules};
use regola::search::SearchError;
use regola::syntax::render::Style;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Trouble {
    /// What was asked for makes no sense: exit status 2.
    Use(String),
    /// Something is wrong with a rule file, a position or a goal: exit status 2.
    Rules(Box<Failure>),
    /// Ctrl-C; with what is known: exit status 130, as is usual for a signal.
    Stopped(String),
    /// The output could not be written, or the input not be read.
    Stream(io::Error),
}

impl Trouble {
    /// Tells it on standard error and gives the exit status.
    pub fn report(self) -> ExitCode {
        let status = match &self {
            // Whoever read our output has had enough, as in `| head`.
            Trouble::Stream(error) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Trouble::Stopped(_) => 130,
            _ => 2,
        };
        // Nobody is left to be told if this cannot be written.
        let _ = anstream::stderr().write_all(self.text().as_bytes());
        ExitCode::from(status)
    }

    /// What a person reads, with colours.
    pub fn text(&self) -> String {
        match self {
            Trouble::Stream(error) => error_line(&error.to_string()),
            Trouble::Use(text) => error_line(text),
            Trouble::Rules(failure) => failure.render(Style::Coloured),
            Trouble::Stopped(text) => format!("{text}\n"),
        }
    }
}

/// `error:` in bold red, and the text.
fn error_line(text: &str) -> String {
    format!("\x1b[1;31merror:\x1b[0m {text}\n")
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Stream(error)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Rules(Box::new(failure))
    }
}

/// An error of a game needs its rules to be told with the place in the rule file.
pub trait Explain<T> {
    /// The error as trouble.
    fn explain(self, rules: &Rules) -> Result<T, Trouble>;
}

impl<T> Explain<T> for Result<T, Error> {
    fn explain(self, rules: &Rules) -> Result<T, Trouble> {
        self.map_err(|error| {
            if error.is_interruption() { Trouble::Stopped("stopped".to_owned()) } else { rules.failure(&error).into() }
        })
    }
}

impl<T> Explain<T> for Result<T, SearchError<Error>> {
    fn explain(self, rules: &Rules) -> Result<T, Trouble> {
        self.or_else(|error| match error {
            SearchError::Game(error) => Err(error).explain(rules),
            SearchError::Stopped { .. } => Err(Trouble::Stopped(error.to_string())),
            _ => Err(Trouble::Use(error.to_string())),
        })
    }
}
