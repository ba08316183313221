//! Entries: which texts are whole, and which of them are commands.

use super::command::Command;
use crate::syntax::parse::is_complete;

/// Whether an entry is a command and no goal.
#[must_use]
pub fn is_command(text: &str) -> bool {
    text.starts_with(':') && !text.starts_with(":-")
}

/// Whether a text is whole: a command, nothing at all, a goal that needs no more lines.
#[must_use]
pub fn is_entry(text: &str) -> bool {
    let text = text.trim();
    let stands_alone = matches!(text, "" | ";" | "?") || text.starts_with('%');
    stands_alone || is_command(text) || is_command_without_colon(text) || is_complete(text)
}

/// Whether a text looks like a command for which only the colon was forgotten.
pub(super) fn is_command_without_colon(text: &str) -> bool {
    let word = text.split_whitespace().next();
    let is_goal = text.contains(['(', ',', '=', '\n']);
    !is_goal && word.is_some_and(|word| Command::ALL.iter().any(|command| command.name == word))
}
