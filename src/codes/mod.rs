//! The codes of errors and warnings: a page for each, with a wrong and a right example.
//!
//! A code never changes its meaning. Knows nothing of the rooms that give these codes; that each is
//! given where its page says so is tested. The table of all of them is in `README.md` beside the
//! pages.

mod table;

pub use table::ALL;

/// What the square brackets of an error or a warning hold.
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
    /// What it is about in a few words: the heading of its page.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.page
            .lines()
            .next()
            .unwrap_or("")
            .trim_start_matches("# ")
    }
}

/// The code of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static DiagnosticCode> {
    ALL.iter().find(|code| code.name == name)
}
