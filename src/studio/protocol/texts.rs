//! What the server sends about the texts of a game.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{FilePlace, TabState};
use crate::syntax::diagnostic::Severity;

/// A file of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileText {
    /// Its path.
    pub path: String,
    /// Its text; empty if there is no file.
    pub text: String,
    /// The version of the file on the disk, which changes with its content; none if there is no
    /// file.
    pub version: Option<String>,
    /// The paths of all files of the game, the main file first.
    pub files: Vec<String>,
}

/// The versions of the files of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileVersions {
    /// The path of each file, the main file first, and its version as [`FileText::version`].
    pub files: Vec<(String, Option<String>)>,
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

impl From<Severity> for ShownSeverity {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => ShownSeverity::Error,
            Severity::Warning => ShownSeverity::Warning,
        }
    }
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

/// The places of a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamePlaces {
    /// The name as it stands in the text, or the predicate as `cell/3`.
    pub name: String,
    /// The places, in the order of files and offsets; not more than the page can show.
    pub places: Vec<NamePlace>,
}

/// A place of a name, with its line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamePlace {
    /// Where it is.
    #[serde(flatten)]
    pub place: FilePlace,
    /// The number of its line, from 1.
    pub line: usize,
    /// The text of the line, without the white space around it.
    pub code: String,
}

/// Texts with a change, by the paths of their files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewTexts {
    /// All of each text.
    pub texts: BTreeMap<String, String>,
}

/// A text in its standard form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormattedText {
    /// All of the text; null if it cannot be parsed.
    pub text: Option<String>,
}

/// The ranges of a text that can be folded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextFolds {
    /// The ranges in their order.
    pub folds: Vec<TextFold>,
}

/// A range that can be folded: the end of its first line stays visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TextFold {
    /// The offset of its beginning.
    pub from: usize,
    /// The offset of its end.
    pub to: usize,
}

/// The rules in words: the comments of the rule files that tell how the game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesInWords {
    /// The parts, in the order in which they are read; none if there are no such comments.
    pub sections: Vec<ShownRules>,
}

/// A part of the rules in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownRules {
    /// What it is about: `Moves`.
    pub title: &'static str,
    /// The text, as Markdown.
    pub markdown: String,
}
