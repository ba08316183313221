//! Faults together with the texts to which they refer, ready to be shown to a person.

use std::fmt;

use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::render::{Style, render};
use crate::syntax::source::Sources;

/// One or more faults, with the texts to which they refer.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The faults, at least one.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts.
    pub sources: Sources,
}

impl Failure {
    /// All faults as text, each with its source line and a caret.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        render(&self.diagnostics, &self.sources, style)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(Style::Plain).trim_end())
    }
}

impl std::error::Error for Failure {}
