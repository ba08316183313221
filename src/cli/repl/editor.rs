//! The line editor at a terminal: several lines, history, completion, hints.

use std::borrow::Cow;
use std::path::Path;

use regola::files;
use regola::game::same_when_typed;
use regola::session::{Candidate, Completions, WordCompletion, is_command, is_entry};
use regola::syntax::parse::is_complete;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper, Result};

use crate::lines::as_io;

/// The editor of the session.
pub type SessionEditor = Editor<Assistant, FileHistory>;

/// Returns an editor that completes words.
pub fn open(completions: Completions) -> std::io::Result<SessionEditor> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .build();
    let mut editor = Editor::with_config(config).map_err(as_io)?;
    set_completions(&mut editor, completions);
    Ok(editor)
}

/// Replaces what the editor completes.
pub fn set_completions(editor: &mut SessionEditor, completions: Completions) {
    editor.set_helper(Some(Assistant {
        completions,
        files: FilenameCompleter::new(),
    }));
}

/// Writes the history to its file. If it is empty the file stays unchanged.
#[allow(clippy::disallowed_methods, reason = "into a temporary file")]
pub fn save_history(editor: &mut SessionEditor, path: &Path) -> std::io::Result<()> {
    files::write_by(path, |new| {
        editor.save_history(new).map_err(as_io)?;
        let is_empty = std::fs::metadata(new)?.len() == 0;
        if is_empty {
            Err(std::io::Error::other("nothing was typed"))
        } else {
            Ok(())
        }
    })
}

/// Completes words, and shows hints.
pub struct Assistant {
    completions: Completions,
    files: FilenameCompleter,
}

impl Assistant {
    /// Whether the text is only a legal move: a slip that needs no further line.
    fn is_bare_move(&self, text: &str) -> bool {
        self.completions
            .moves()
            .iter()
            .any(|written| same_when_typed(written, text))
    }
}

impl Helper for Assistant {}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _context: &Context<'_>,
    ) -> Result<(usize, Vec<Pair>)> {
        match self.completions.complete(&line[..cursor]) {
            WordCompletion::File(_) => self.files.complete_path(line, cursor),
            WordCompletion::Words(start, words) => {
                let pair = |word: Candidate| Pair {
                    display: word.display,
                    replacement: word.text,
                };
                Ok((start, words.into_iter().map(pair).collect()))
            }
        }
    }
}

/// A hint that is shown and cannot be inserted.
pub struct Hint(String);

impl rustyline::hint::Hint for Hint {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for Assistant {
    type Hint = Hint;

    /// On a further line, returns how to end the goal; on a command, the rest of its name.
    fn hint(&self, line: &str, cursor: usize, _context: &Context<'_>) -> Option<Hint> {
        if cursor < line.len() {
            return None;
        }
        if is_command(line) {
            return match self.completions.complete(line) {
                WordCompletion::Words(0, words) if line.len() > 1 && words.len() == 1 => words[0]
                    .text
                    .strip_prefix(line)
                    .map(|rest| Hint(rest.to_owned())),
                _ => None,
            };
        }
        let unfinished = line.ends_with('\n') && !is_complete(line);
        unfinished.then(|| Hint("   a full stop or an empty line ends the goal".to_owned()))
    }
}

impl Highlighter for Assistant {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[m"))
    }
}

impl Validator for Assistant {
    /// An empty line also ends a goal, in case the full stop is forgotten.
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        let text = context.input();
        let whole = is_entry(text) || self.is_bare_move(text) || text.ends_with('\n');
        Ok(if whole {
            ValidationResult::Valid(None)
        } else {
            ValidationResult::Incomplete
        })
    }
}
