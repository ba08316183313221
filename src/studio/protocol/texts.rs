//! What the server sends about the texts of a game.

use serde::Serialize;

use super::TabState;

/// A file of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileText {
    /// Its path.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The version of the file on the disk, which changes with its content; none if there is no
    /// file.
    pub version: Option<String>,
    /// The paths of all files of the game, the main file first.
    pub files: Vec<String>,
}

/// The result of saving a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SaveResult {
    /// Whether the text was written. It was not if the file has another version than the page
    /// knows.
    pub written: bool,
    /// The version of the file that is on the disk now, as [`FileText::version`].
    pub version: Option<String>,
}

/// The result of an edit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edited {
    /// Errors and warnings, errors first; not more than the page can show.
    pub diagnostics: Vec<ShownDiagnostic>,
    /// The state of the game by the new rules. Null if the new rules cannot be played; then the old
    /// rules still apply.
    pub state: Option<Box<TabState>>,
}

/// An error or a warning with its place in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownDiagnostic {
    /// The offset of its beginning.
    pub from: usize,
    /// The offset of its end.
    pub to: usize,
    /// Whether it is an error or a warning.
    pub severity: ShownSeverity,
    /// What is wrong.
    pub message: String,
    /// The code, for `regola explain`.
    pub code: String,
    /// How to mend it; empty if no way is known.
    pub help: String,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShownSeverity {
    /// The game cannot be played.
    Error,
    /// The game can still be played.
    Warning,
}

/// Completions at an offset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownCompletions {
    /// The offset at which the word under the cursor begins.
    pub from: usize,
    /// The completions of this word.
    pub items: Vec<CompletionItem>,
}

/// One completion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CompletionItem {
    /// The text in the list: `cell/3`.
    pub label: String,
    /// The text that is inserted.
    pub insert: String,
    /// A description.
    pub detail: String,
    /// `variable`, `predicate`, `fluent`, `vocabulary`, `directive` or `builtin`.
    pub kind: &'static str,
}

/// Information about a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownHover {
    /// The offset at which the name begins.
    pub from: usize,
    /// The offset at which the name ends.
    pub to: usize,
    /// The information, as Markdown.
    pub markdown: String,
}
