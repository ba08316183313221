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
//! A line that begins with `%%` is a heading, one that begins with `%` a comment, one with a colon a command. A goal
//! goes on to its full stop, or to an empty line for whoever forgot it.

use super::command::is_command;
use super::session::is_entry;

/// A session file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Its parts, each with what stands under one heading; only the first may have none.
    pub sections: Vec<Section>,
}

/// What stands under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The heading; none for what stands before the first one.
    pub heading: Option<String>,
    /// Its line, from 1.
    pub line: usize,
    /// What is entered.
    pub entries: Vec<Entry>,
}

/// Something that is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its first line, from 1.
    pub line: usize,
    /// All of it, without the end of the last line.
    pub text: String,
}

impl Script {
    /// Reads a session file. There is nothing that cannot be entered, so there are no faults.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut script = Script { sections: vec![Section { line: 1, ..Section::default() }] };
        let mut pending: Option<Entry> = None;
        for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end())) {
            let stands_alone = line.is_empty() || line.starts_with('%') || is_command(line);
            if let Some(entry) = pending.take_if(|_| stands_alone) {
                script.enter(entry);
            }
            match line.strip_prefix("%%") {
                Some(heading) => script.begin(heading, number),
                None if line.is_empty() || line.starts_with('%') => {}
                None => {
                    let entry = joined(pending.take(), number, line);
                    match is_entry(&entry.text) {
                        true => script.enter(entry),
                        false => pending = Some(entry),
                    }
                }
            }
        }
        pending.into_iter().for_each(|entry| script.enter(entry));
        script.sections.retain(|section| section.heading.is_some() || !section.entries.is_empty());
        script
    }

    fn begin(&mut self, heading: &str, line: usize) {
        let heading = Some(heading.trim_matches(|letter: char| letter == '%' || letter.is_whitespace()).to_owned());
        self.sections.push(Section { heading, line, entries: Vec::new() });
    }

    fn enter(&mut self, entry: Entry) {
        let section = self.sections.last_mut().expect("there is a section from the start");
        section.entries.push(entry);
    }
}

/// An entry with another line.
fn joined(pending: Option<Entry>, number: usize, line: &str) -> Entry {
    match pending {
        Some(Entry { line: first, text }) => Entry { line: first, text: format!("{text}\n{line}") },
        None => Entry { line: number, text: line.to_owned() },
    }
}
