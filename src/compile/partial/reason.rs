//! Why something is not compiled.

use std::fmt;

use crate::game::{Failure, Rules};
use crate::syntax::diagnostic::Diagnostic;
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

impl Reason {
    /// The reason, ready to be shown with its place in the rule file.
    #[must_use]
    pub fn failure(&self, rules: &Rules) -> Failure {
        let title = format!("the rules cannot be compiled: {}", self.text);
        let diagnostic = match self.span {
            Some(span) => Diagnostic::error("not-compiled", title, span, "this is what stands in the way"),
            None => Diagnostic::lacking("not-compiled", title),
        };
        let diagnostic = diagnostic.with_help("without `--engine compiled` the machine follows the rules as they are");
        Failure { diagnostics: vec![diagnostic], sources: rules.sources().clone() }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
