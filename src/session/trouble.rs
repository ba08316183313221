//! Why a request failed, and how that is reported.

use std::fmt;
use std::io;

use crate::game::{Error, Failure, Rules};
use crate::search::SearchError;
use crate::syntax::render::Style;
use crate::syntax::visible::visible;

/// Why a request failed.
#[derive(Debug)]
pub enum Trouble {
    /// The request makes no sense.
    Use(String),
    /// Something is wrong with a rule file, a position or a goal.
    Rules(Box<Failure>),
    /// The user stopped the work; with what is known so far.
    Stopped(String),
    /// The output cannot be written, or the input cannot be read.
    Stream(io::Error),
}

impl Trouble {
    /// Whether the rules have reached their limits of time or memory.
    #[must_use]
    pub fn is_at_limit(&self) -> bool {
        match self {
            Trouble::Rules(failure) => {
                let first = failure.diagnostics.first();
                first.is_some_and(|fault| fault.code == "limit")
            }
            _ => false,
        }
    }

    /// Returns the message for a person: one or more whole lines.
    #[must_use]
    pub fn text(&self, style: Style) -> String {
        match self {
            Trouble::Stream(error) => error_line(&visible(&error.to_string()), style),
            Trouble::Use(text) => error_line(&visible(text), style),
            Trouble::Rules(failure) => failure.render(style),
            Trouble::Stopped(text) => format!("{}\n", visible(text)),
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(Style::Plain).trim_end())
    }
}

impl std::error::Error for Trouble {}

/// Returns `error:`, in bold red if there are colours, and the text.
fn error_line(text: &str, style: Style) -> String {
    match style {
        Style::Plain => format!("error: {text}\n"),
        Style::Coloured => format!("\x1b[1;31merror:\x1b[0m {text}\n"),
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Stream(error)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        match failure.diagnostics.first() {
            Some(fault) if fault.code == "interrupted" => Trouble::Stopped(fault.title.clone()),
            _ => Trouble::Rules(Box::new(failure)),
        }
    }
}

/// Converts an error of a game. The rules give it its place in the rule file.
pub trait Explain<T> {
    /// Returns the error as [`Trouble`].
    ///
    /// # Errors
    /// The error as [`Trouble`].
    fn explain(self, rules: &Rules) -> Result<T, Trouble>;
}

impl<T> Explain<T> for Result<T, Error> {
    fn explain(self, rules: &Rules) -> Result<T, Trouble> {
        self.map_err(|error| {
            if error.is_interruption() {
                Trouble::Stopped("stopped".to_owned())
            } else {
                rules.failure(&error).into()
            }
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
