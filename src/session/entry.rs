//! Entries: which texts are complete, and which of them are commands.

use super::command::Command;
use crate::syntax::parse::is_complete;

/// Whether an entry is a command, not a goal.
#[must_use]
pub fn is_command(text: &str) -> bool {
    text.starts_with(':') && !text.starts_with(":-")
}

/// Whether a text is complete: a command, a comment, no text at all, or a goal that needs no
/// further lines.
#[must_use]
pub fn is_entry(text: &str) -> bool {
    let text = text.trim();
    let stands_alone = matches!(text, "" | ";" | "?") || text.starts_with('%');
    stands_alone || is_command(text) || is_command_without_colon(text) || is_complete(text)
}

/// Whether a text looks like a command without its colon.
pub(super) fn is_command_without_colon(text: &str) -> bool {
    let word = text.split_whitespace().next();
    let is_goal = text.contains(['(', ',', '=', '\n']);
    !is_goal && word.is_some_and(|word| Command::ALL.iter().any(|command| command.name == word))
}
