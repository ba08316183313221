//! The differences between two texts, line by line.

use std::fmt::Write;

use similar::{ChangeTag, TextDiff};

/// The number of lines that are shown around a difference.
const CONTEXT: usize = 3;

/// Returns the lines that differ, with some lines around them: old lines after `-`, in red if there
/// are colours, new lines after `+`, in green.
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
