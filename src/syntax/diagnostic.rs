//! A problem in a text: a title, the places, and a hint.
//!
//! Every floor reports faults as [`Diagnostic`]s; [`render`](super::render) draws them.

use super::limits::MAX_MESSAGE;
use super::source::{Span, floor};

/// How severe a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The program cannot be used.
    Error,
    /// The program can be used, but probably does not mean what its author intended.
    Warning,
}

/// A place and a remark about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A few words, without a full stop; may be empty for the main place.
    pub text: String,
}

/// A text to write at a place instead of what stands there. An editor can do it at a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The place; empty where something is to be inserted.
    pub span: Span,
    /// The new text; empty where something is to be removed.
    pub text: String,
}

/// One fault of a rule file or query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A stable name of the kind of fault, in lower case with hyphens, such as `unknown-predicate`.
    pub code: &'static str,
    /// One line that stands alone: lower case, no full stop, names in backticks.
    pub title: String,
    /// The place to edit; `None` only if a whole file lacks something.
    pub primary: Option<Label>,
    /// Other places that matter, such as "first defined here".
    pub secondary: Vec<Label>,
    /// A hint how to mend it, one sentence.
    pub help: Option<String>,
    /// Ways out that need no thought; each of them alone removes the fault.
    pub replacements: Vec<Replacement>,
    /// Whether diagnostics with the same title have the same cause, such as one wrong declaration
    /// that every use of a name meets.
    pub shares_cause: bool,
}

impl Diagnostic {
    /// The title, with the remark about the main place if there is one.
    #[must_use]
    pub fn headline(&self) -> String {
        match self.primary.as_ref().map(|label| label.text.as_str()) {
            None | Some("") => self.title.clone(),
            Some(label) => format!("{}: {label}", self.title),
        }
    }

    /// Creates an error at a place.
    #[must_use]
    pub fn error(
        code: &'static str,
        title: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        let primary = Some(Label {
            span,
            text: cut(label.into()),
        });
        Self {
            severity: Severity::Error,
            code,
            title: cut(title.into()),
            primary,
            secondary: Vec::new(),
            help: None,
            replacements: Vec::new(),
            shares_cause: false,
        }
    }

    /// Creates an error of a whole program, such as a missing part.
    #[must_use]
    pub fn lacking(code: &'static str, title: impl Into<String>) -> Self {
        let title = cut(title.into());
        Self {
            severity: Severity::Error,
            code,
            title,
            primary: None,
            secondary: Vec::new(),
            help: None,
            replacements: Vec::new(),
            shares_cause: false,
        }
    }

    /// Creates a warning at a place.
    #[must_use]
    pub fn warning(
        code: &'static str,
        title: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        Self::error(code, title, span, label).as_warning()
    }

    /// Turns the diagnostic into a warning.
    #[must_use]
    pub fn as_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Adds another place that matters.
    #[must_use]
    pub fn with_place(mut self, span: Span, label: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: cut(label.into()),
        });
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(cut(help.into()));
        self
    }

    /// With the same cause as all others of this title.
    #[must_use]
    pub fn with_shared_cause(mut self) -> Self {
        self.shares_cause = true;
        self
    }

    /// Whether it says again what the other one says, of another place.
    #[must_use]
    pub fn repeats(&self, other: &Self) -> bool {
        self.shares_cause && (self.code, &self.title) == (other.code, &other.title)
    }

    /// With a text that an editor can write at a place.
    #[must_use]
    pub fn with_replacement(mut self, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        self.replacements.push(Replacement { span, text });
        self
    }
}

/// Shortens a very long sentence, which contains a very long name, to its start and its end.
pub(crate) fn cut(sentence: String) -> String {
    if sentence.len() <= MAX_MESSAGE {
        return sentence;
    }
    let (start, end) = (
        floor(&sentence, MAX_MESSAGE / 2),
        floor(&sentence, sentence.len() - MAX_MESSAGE / 4),
    );
    format!("{} … {}", &sentence[..start], &sentence[end..])
}

/// Sorts faults in the order of the text; those without a place are last.
#[must_use]
pub fn in_order(mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    faults.sort_by_key(|fault| {
        let place = fault.primary.as_ref().map(|label| label.span);
        (place.is_none(), place)
    });
    faults
}
