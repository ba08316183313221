//! Session files: the entries of a session in a file.
//!
//! ```text
//! :load othello.rules
//!
//! %% Captures
//! % A comment.
//! :play f5
//! cell(5, 5, P).
//! ```
//!
//! A line that begins with `%%` is a heading, one that begins with `%` a comment, one that begins
//! with a colon a command. A goal ends at its full stop, or at an empty line if the full stop is
//! missing. Comments may stand inside a goal.

use super::entry::{is_command, is_entry};

/// A session file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The sections, each with the entries under one heading; only the first may have no heading.
    pub sections: Vec<ScriptSection>,
}

/// A heading with the entries under it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptSection {
    /// The heading; none for the entries before the first one.
    pub heading: Option<String>,
    /// The line of the heading, from 1.
    pub line: usize,
    /// The entries.
    pub entries: Vec<ScriptEntry>,
}

/// An entry: a goal or a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptEntry {
    /// The first line, from 1.
    pub line: usize,
    /// The whole text, without the end of the last line.
    pub text: String,
}

impl Script {
    /// Reads a session file. Any text can be entered, so there are no errors.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut script = Script {
            sections: vec![ScriptSection {
                line: 1,
                ..ScriptSection::default()
            }],
        };
        entries(text.trim_start_matches('\u{feff}'))
            .into_iter()
            .for_each(|entry| script.add(entry));
        script
            .sections
            .retain(|section| section.heading.is_some() || !section.entries.is_empty());
        script
    }

    /// Adds an entry, begins another section at a heading, or skips a comment.
    fn add(&mut self, entry: ScriptEntry) {
        if let Some(heading) = entry.text.strip_prefix("%%") {
            let heading =
                heading.trim_matches(|letter: char| letter == '%' || letter.is_whitespace());
            let (heading, line) = (Some(heading.to_owned()), entry.line);
            self.sections.push(ScriptSection {
                heading,
                line,
                entries: Vec::new(),
            });
        } else if !entry.text.starts_with('%') {
            self.sections
                .last_mut()
                .expect("there is a section from the start")
                .entries
                .push(entry);
        }
    }
}

/// Returns the entries of a text, comments included.
#[must_use]
pub fn entries(text: &str) -> Vec<ScriptEntry> {
    let mut lines = EntryLines::default();
    let mut entries: Vec<ScriptEntry> = text.lines().flat_map(|line| lines.take(line)).collect();
    entries.extend(lines.finish());
    entries
}

/// Joins lines to entries. Comments are entries too.
#[derive(Clone, Debug, Default)]
pub struct EntryLines {
    /// The number of lines so far.
    number: usize,
    /// A goal that is not complete yet.
    pending: Option<ScriptEntry>,
}

impl EntryLines {
    /// Takes another line and returns the entries that are now complete.
    pub fn take(&mut self, line: &str) -> Vec<ScriptEntry> {
        self.number += 1;
        let line = if self.pending.is_none() {
            line.trim()
        } else {
            line.trim_end()
        };
        let stands_alone = line.is_empty() || line.starts_with("%%") || is_command(line);
        let mut whole: Vec<ScriptEntry> =
            self.pending.take_if(|_| stands_alone).into_iter().collect();
        if line.is_empty() {
            return whole;
        }
        let entry = match self.pending.take() {
            Some(ScriptEntry { line: first, text }) => ScriptEntry {
                line: first,
                text: format!("{text}\n{line}"),
            },
            None => ScriptEntry {
                line: self.number,
                text: line.to_owned(),
            },
        };
        if is_entry(&entry.text) {
            whole.push(entry);
        } else {
            self.pending = Some(entry);
        }
        whole
    }

    /// Returns the incomplete entry at the end of the text, if there is one.
    pub fn finish(&mut self) -> Option<ScriptEntry> {
        self.pending.take()
    }
}
