//! Session files: what one enters in a session, written down.
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
//! A line that begins with `%%` is a heading, one that begins with `%` a comment, one with a colon
//! a command. A goal goes on to its full stop, or to an empty line for whoever forgot it; comments
//! may stand inside it.

use super::entry::{is_command, is_entry};

/// A session file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Its parts, each with what stands under one heading; only the first may have none.
    pub sections: Vec<ScriptSection>,
}

/// What stands under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptSection {
    /// The heading; none for what stands before the first one.
    pub heading: Option<String>,
    /// Its line, from 1.
    pub line: usize,
    /// What is entered.
    pub entries: Vec<ScriptEntry>,
}

/// Something that is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptEntry {
    /// Its first line, from 1.
    pub line: usize,
    /// All of it, without the end of the last line.
    pub text: String,
}

impl Script {
    /// Reads a session file. There is nothing that cannot be entered, so there are no faults.
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

    /// Adds an entry, begins another section with a heading, or passes a comment over.
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

/// The entries of a text, comments too.
#[must_use]
pub fn entries(text: &str) -> Vec<ScriptEntry> {
    let mut lines = EntryLines::default();
    let mut entries: Vec<ScriptEntry> = text.lines().flat_map(|line| lines.take(line)).collect();
    entries.extend(lines.finish());
    entries
}

/// Puts lines together to entries; comments are entries too.
#[derive(Clone, Debug, Default)]
pub struct EntryLines {
    /// How many lines there were.
    number: usize,
    /// A goal that goes on.
    pending: Option<ScriptEntry>,
}

impl EntryLines {
    /// Takes another line, and gives what is whole now.
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

    /// There are no more lines: gives what has not been ended.
    pub fn finish(&mut self) -> Option<ScriptEntry> {
        self.pending.take()
    }
}
