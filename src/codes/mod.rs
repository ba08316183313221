//! The codes of errors and warnings: a page for each, with a wrong and a right example.
//!
//! A code never changes its meaning. This module knows nothing of the modules that use the codes. A
//! test checks that the wrong example on each page gives its code. `README.md` beside the pages has
//! a table of all codes.

mod table;

pub use table::ALL;

/// The code of an error or a warning, which stands in square brackets in its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagnosticCode {
    /// The code itself, in lower case with hyphens.
    pub name: &'static str,
    /// `error` if a rule file with it cannot be used, else `warning`.
    pub severity: &'static str,
    /// Its page, in Markdown.
    pub page: &'static str,
}

impl DiagnosticCode {
    /// The title in a few words: the heading of its page.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.page
            .lines()
            .next()
            .unwrap_or("")
            .trim_start_matches("# ")
    }
}

/// Returns the code with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static DiagnosticCode> {
    ALL.iter().find(|code| code.name == name)
}
