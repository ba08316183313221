//! What differs between two texts, line by line.

use std::fmt::Write;

use similar::{ChangeTag, TextDiff};

/// How many lines are shown around what differs.
const CONTEXT: usize = 3;

/// The lines that differ, with some around them: those that are gone after `-`, in red where there
/// are colours, new ones after `+`, in green.
pub fn lines(old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let mut text = String::new();
    for (number, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if number > 0 {
            text += "  ...\n";
        }
        for change in group
            .iter()
            .flat_map(|operation| diff.iter_changes(operation))
        {
            let line = change.value().trim_end_matches('\n');
            let written = match change.tag() {
                ChangeTag::Delete => writeln!(text, "\x1b[31m- {line}\x1b[0m"),
                ChangeTag::Insert => writeln!(text, "\x1b[32m+ {line}\x1b[0m"),
                ChangeTag::Equal => writeln!(text, "{}", format!("  {line}").trim_end()),
            };
            written.expect("writing to a string cannot fail");
        }
    }
    text
}
