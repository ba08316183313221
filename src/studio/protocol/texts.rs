//! What the page is told of the texts of a game.

use serde::Serialize;

use super::TabState;

/// A file of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileText {
    /// Its path.
    pub path: String,
    /// Its text.
    pub text: String,
    /// What tells whether somebody changes the file on the disk; none if it is not there.
    pub version: Option<String>,
    /// The paths of all files of the game, the main file first.
    pub files: Vec<String>,
}

/// What has come of a text that was to be saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SaveResult {
    /// Whether it was written; if not, the file was another one than the page took it for.
    pub written: bool,
    /// As [`Text::version`], of the file that is on the disk now.
    pub version: Option<String>,
}

/// What has come of a changed text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edited {
    /// What is wrong or doubtful, errors first; not more than a page can show.
    pub diagnostics: Vec<ShownDiagnostic>,
    /// Where the game stands by the new rules; null if they cannot be played by, and the old ones
    /// still hold.
    pub state: Option<Box<TabState>>,
}

/// Something wrong or doubtful in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownDiagnostic {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// How bad it is.
    pub severity: ShownSeverity,
    /// What is wrong.
    pub message: String,
    /// By which code `regola explain` tells more.
    pub code: String,
    /// A way out; empty if none is known.
    pub help: String,
}

/// How bad something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShownSeverity {
    /// The game cannot be played.
    Error,
    /// The game can be played all the same.
    Warning,
}

/// What could be typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownCompletions {
    /// Where the word begins that is being typed.
    pub from: usize,
    /// What it could become.
    pub items: Vec<CompletionItem>,
}

/// One thing that could be typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CompletionItem {
    /// What is shown: `cell/3`.
    pub label: String,
    /// What is typed.
    pub insert: String,
    /// What it is for.
    pub detail: String,
    /// `variable`, `predicate`, `fluent`, `vocabulary`, `directive` or `builtin`.
    pub kind: &'static str,
}

/// What is known of a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownHover {
    /// Where the name begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What is known of it.
    pub markdown: String,
}
