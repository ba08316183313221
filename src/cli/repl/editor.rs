//! The line editor at a terminal: several lines, history, completion, hints.

use std::borrow::Cow;
use std::path::PathBuf;

use regola::session::{is_command, is_entry};
use regola::syntax::parse::is_complete;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper, Result};

use crate::lines::as_io;

/// The editor of the session.
pub type SessionEditor = Editor<Assistant, FileHistory>;

/// An editor that knows these names.
pub fn open(names: Vec<String>) -> std::io::Result<SessionEditor> {
    let config = Config::builder().completion_type(CompletionType::List).build();
    let mut editor = Editor::with_config(config).map_err(as_io)?;
    editor.set_helper(Some(Assistant { names }));
    Ok(editor)
}

/// Makes other names known.
pub fn set_names(editor: &mut SessionEditor, names: Vec<String>) {
    editor.set_helper(Some(Assistant { names }));
}

/// Where what was typed is kept from one session to the next: a file in the user's data folder.
pub fn history_file() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        variable("APPDATA")?
    } else if cfg!(target_os = "macos") {
        variable("HOME")?.join("Library/Application Support")
    } else {
        variable("XDG_DATA_HOME").or_else(|| Some(variable("HOME")?.join(".local/share")))?
    };
    let folder = data.join("regola");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// Knows what may be typed.
pub struct Assistant {
    /// In the order of the alphabet.
    names: Vec<String>,
}

impl Assistant {
    /// The names that begin with the word before the cursor, and where that word begins.
    fn names_for(&self, line: &str, cursor: usize) -> (usize, Vec<&String>) {
        let before = &line[..cursor];
        let start = before.rfind(|letter: char| !letter.is_alphanumeric() && letter != '_').map_or(0, |at| {
            let letter = before[at..].chars().next().map_or(1, char::len_utf8);
            if at == 0 && before.starts_with(':') { 0 } else { at + letter }
        });
        let word = &before[start..];
        let fitting = self.names.iter().filter(|name| !word.is_empty() && name.starts_with(word));
        (start, fitting.collect())
    }
}

impl Helper for Assistant {}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _context: &Context<'_>) -> Result<(usize, Vec<String>)> {
        let (start, names) = self.names_for(line, cursor);
        Ok((start, names.into_iter().cloned().collect()))
    }
}

/// A hint that is only looked at.
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

    /// On a further line, how to end the goal; on a command, the rest of its name.
    fn hint(&self, line: &str, cursor: usize, _context: &Context<'_>) -> Option<Hint> {
        if cursor < line.len() {
            return None;
        }
        if is_command(line) {
            let (_, names) = self.names_for(line, cursor);
            return match names.as_slice() {
                [only] if line.len() > 1 => Some(Hint(only[line.len()..].to_owned())),
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
    /// An empty line ends a goal too, for whoever forgets the full stop.
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        let text = context.input();
        let whole = is_entry(text) || text.ends_with('\n');
        Ok(if whole { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}
