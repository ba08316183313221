//! The differences between a transcript and its snapshot, line by line.

use std::time::Duration;

use similar::{ChangeTag, TextDiff};

use super::outcome::{SessionOutcome, Verdict};

/// The number of lines that are shown around a difference.
const CONTEXT: usize = 3;

/// The time after which long texts that have little in common are compared less exactly.
const PATIENCE: Duration = Duration::from_secs(5);

/// In which text a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineChange {
    /// In both.
    Same,
    /// In the old one alone.
    Removed,
    /// In the new one alone.
    Added,
}

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLine {
    /// In which text it is.
    pub change: LineChange,
    /// The line, without its end.
    pub text: String,
}

/// Returns the lines that differ, with some lines around them. Lines that are far from each other
/// are in different groups.
#[must_use]
pub fn difference(old: &str, new: &str) -> Vec<Vec<ChangedLine>> {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
    let line = |change: similar::Change<&str>| ChangedLine {
        change: match change.tag() {
            ChangeTag::Equal => LineChange::Same,
            ChangeTag::Delete => LineChange::Removed,
            ChangeTag::Insert => LineChange::Added,
        },
        text: change.value().trim_end_matches('\n').to_owned(),
    };
    diff.grouped_ops(CONTEXT)
        .iter()
        .map(|group| {
            let changes = group
                .iter()
                .flat_map(|operation| diff.iter_changes(operation));
            changes.map(line).collect()
        })
        .collect()
}

impl SessionOutcome {
    /// Returns the lines in which the transcript differs from its snapshot, as [`difference`] does. A
    /// transcript without a snapshot is new as a whole.
    #[must_use]
    pub fn difference(&self) -> Vec<Vec<ChangedLine>> {
        let text = &self.transcript.text;
        match &self.verdict {
            Verdict::Same => Vec::new(),
            Verdict::New => difference("", text),
            Verdict::Different(stored) => difference(&ended(stored), &ended(text.trim_end())),
        }
    }
}

fn ended(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("{text}\n")
    }
}
