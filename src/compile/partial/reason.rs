//! Why something is not compiled.

use std::fmt;

use crate::syntax::source::{Sources, Span};

/// Why a predicate stays with the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What stands in the way.
    pub text: String,
    /// The goal at which it shows.
    pub span: Option<Span>,
    /// Whether somebody has stopped the compiler: then nothing is known of the rules, and asking
    /// again may give another answer.
    is_interruption: bool,
}

impl Reason {
    pub(in crate::compile) fn new(text: impl Into<String>, span: impl Into<Option<Span>>) -> Self {
        Self {
            text: text.into(),
            span: span.into(),
            is_interruption: false,
        }
    }

    /// That somebody has stopped the compiler.
    pub(in crate::compile) fn interrupted() -> Self {
        Self {
            is_interruption: true,
            ..Self::new("it was interrupted", None)
        }
    }

    /// Whether the compiler was stopped by the interrupt flag of the rules. What it says of the
    /// rules otherwise, it says whenever it is asked.
    #[must_use]
    pub fn is_interruption(&self) -> bool {
        self.is_interruption
    }

    /// The reason with the file, line and column of the goal.
    #[must_use]
    pub fn told(&self, sources: &Sources) -> String {
        match self.span {
            Some(span) => format!("{} ({})", self.text, sources.place(span)),
            None => self.text.clone(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
