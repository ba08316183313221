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
}

impl Reason {
    pub(in crate::compile) fn new(text: impl Into<String>, span: impl Into<Option<Span>>) -> Self {
        Self { text: text.into(), span: span.into() }
    }

    /// The reason with the file, line and column of the goal.
    #[must_use]
    pub fn told(&self, sources: &Sources) -> String {
        let Some(span) = self.span else { return self.text.clone() };
        let (line, column) = sources.line_column(span);
        format!("{} ({}:{line}:{column})", self.text, sources.get(span.source).name)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
