//! Why something is not compiled.

use std::fmt;

use crate::syntax::source::Span;

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
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
