//! Reports of a run of session files.

use std::fmt::Write as _;
use std::io::{self, Write};

use regola::snapshot::{LineChange, SessionOutcome, Verdict};
use regola::syntax::render::Style;
use serde_json::json;

use crate::json;
use crate::output;
use crate::trouble::Trouble;

/// The number of transcripts with each result.
#[derive(Debug, Default)]
pub struct OutcomeTally {
    same: usize,
    different: usize,
    new: usize,
    accepted: usize,
    pub orphans: usize,
    pub removed: usize,
    /// The number of records that are right, and of those that are wrong.
    right_records: usize,
    wrong_records: usize,
    /// The number of session files that could not be read.
    pub unreadable: usize,
}

impl OutcomeTally {
    pub fn count(&mut self, verdict: &Verdict, accepted: bool) {
        match verdict {
            _ if accepted => self.accepted += 1,
            Verdict::Same => self.same += 1,
            Verdict::New => self.new += 1,
            Verdict::Different(_) => self.different += 1,
        }
    }

    pub fn count_record(&mut self, is_right: bool) {
        match is_right {
            true => self.right_records += 1,
            false => self.wrong_records += 1,
        }
    }

    /// Whether everything is equal to its snapshot, and every record is right.
    pub fn is_good(&self) -> bool {
        self.has_all_snapshots() && self.wrong_records == 0
    }

    /// Whether everything is equal to its snapshot.
    fn has_all_snapshots(&self) -> bool {
        self.different + self.new + self.orphans == 0
    }
}

/// Reports the results one by one.
pub struct TestReport<'r> {
    as_json: bool,
    out: &'r mut dyn Write,
}

impl<'r> TestReport<'r> {
    pub fn new(as_json: bool, out: &'r mut dyn Write) -> Self {
        TestReport { as_json, out }
    }

    /// Reports one result. Equal output is reported only in JSON.
    pub fn outcome(
        &mut self,
        session: &str,
        outcome: &SessionOutcome,
        accepted: bool,
    ) -> io::Result<()> {
        let name = &outcome.transcript.name;
        let line = outcome
            .place()
            .or(outcome.transcript.places.first().copied())
            .map(|(line, _)| line);
        if self.as_json {
            return json::write(self.out, &object(session, line, outcome, accepted));
        }
        let place = line.map_or_else(|| session.to_owned(), |line| format!("{session}:{line}"));
        match &outcome.verdict {
            Verdict::Same => Ok(()),
            _ if accepted => writeln!(self.out, "accepted: {name} ({place})"),
            Verdict::New => {
                writeln!(self.out, "{}: {name} ({place})", bold("new"))?;
                writeln!(self.out, "{}", difference(outcome))
            }
            Verdict::Different(_) => {
                writeln!(self.out, "{}: {name} ({place})", bold("different"))?;
                if let Some(entry) = first_entry(outcome) {
                    writeln!(self.out, "from here on: {entry}")?;
                }
                writeln!(self.out, "{}", difference(outcome))
            }
        }
    }

    /// Reports a game of a file of records, which begins in the line `line`. A right one is reported
    /// only in JSON.
    pub fn record(
        &mut self,
        path: &str,
        game: usize,
        line: usize,
        fault: Option<&Trouble>,
    ) -> io::Result<()> {
        if self.as_json {
            let outcome = if fault.is_some() { "wrong" } else { "right" };
            let mut object =
                json!({ "record": path, "game": game, "line": line, "outcome": outcome });
            if let Some(fault) = fault {
                object["reason"] = json!(fault.to_string());
            }
            return json::write(self.out, &object);
        }
        match fault {
            None => Ok(()),
            Some(fault) => {
                writeln!(self.out, "{}: game {game} ({path}:{line})", bold("wrong"))?;
                writeln!(self.out, "{}\n", fault.text(Style::Coloured).trim_end())
            }
        }
    }

    /// Reports a session file or a file of records that cannot be read.
    pub fn unreadable(&mut self, session: &str, trouble: &Trouble) -> io::Result<()> {
        if self.as_json {
            let text = trouble.to_string();
            let reason = text.strip_prefix("error: ").unwrap_or(&text);
            return json::write(
                self.out,
                &json!({ "session": session, "outcome": "unreadable", "reason": reason }),
            );
        }
        output::errors().write_all(trouble.text(Style::Coloured).as_bytes())
    }

    /// Reports a snapshot that no session file needs.
    pub fn orphan(&mut self, session: &str, name: &str, removed: bool) -> io::Result<()> {
        if self.as_json {
            let object = json!({ "session": session, "snapshot": name, "outcome": "orphaned", "accepted": removed });
            return json::write(self.out, &object);
        }
        match removed {
            true => writeln!(
                self.out,
                "removed: {name}, for which {session} does not ask any more"
            ),
            false => writeln!(
                self.out,
                "{}: {name}, for which {session} does not ask any more",
                bold("orphaned")
            ),
        }
    }

    /// Reports the number of transcripts with each result.
    pub fn sum(&mut self, tally: &OutcomeTally) -> io::Result<()> {
        if self.as_json {
            return Ok(());
        }
        let counts = [
            (tally.same, "the same"),
            (tally.different, "different"),
            (tally.new, "new"),
            (tally.accepted, "accepted"),
            (tally.orphans, "orphaned"),
            (tally.removed, "removed"),
            (tally.right_records, "played again"),
            (tally.wrong_records, "wrong"),
            (tally.unreadable, "not read"),
        ];
        let counts = counts
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, what)| format!("{number} {what}"));
        let counts: Vec<String> = counts.collect();
        let all = if counts.is_empty() {
            "nothing was asked".to_owned()
        } else {
            counts.join(", ")
        };
        writeln!(self.out, "{all}")?;
        if !tally.has_all_snapshots() {
            writeln!(self.out, "If that is right, `--accept` keeps it.")?;
        }
        Ok(())
    }
}

/// Returns a result as JSON.
fn object(
    session: &str,
    line: Option<usize>,
    outcome: &SessionOutcome,
    accepted: bool,
) -> serde_json::Value {
    let transcript = &outcome.transcript;
    let word = match &outcome.verdict {
        Verdict::Same => "same",
        Verdict::New => "new",
        Verdict::Different(_) => "different",
    };
    let mut object = json!({ "session": session, "snapshot": transcript.name, "outcome": word });
    object["heading"] = json!(transcript.heading);
    object["line"] = json!(line);
    object["accepted"] = json!(accepted);
    if let Verdict::Different(kept) = &outcome.verdict {
        (object["kept"], object["found"]) = (json!(kept), json!(transcript.text.trim_end()));
    }
    object
}

/// Returns the entry at the first difference.
fn first_entry(outcome: &SessionOutcome) -> Option<&str> {
    let (_, at) = outcome.place()?;
    outcome.transcript.text.lines().nth(at - 1)
}

/// Returns the lines that differ, with some lines around them: old lines after `-`, in red if there
/// are colours, new lines after `+`, in green.
fn difference(outcome: &SessionOutcome) -> String {
    let mut text = String::new();
    for (number, group) in outcome.difference().iter().enumerate() {
        if number > 0 {
            text += "  ...\n";
        }
        for line in group {
            let written = match (line.change, &line.text) {
                (LineChange::Removed, line) => writeln!(text, "\x1b[31m- {line}\x1b[0m"),
                (LineChange::Added, line) => writeln!(text, "\x1b[32m+ {line}\x1b[0m"),
                (LineChange::Same, line) => writeln!(text, "{}", format!("  {line}").trim_end()),
            };
            written.expect("writing to a string cannot fail");
        }
    }
    text
}

fn bold(word: &str) -> String {
    format!("\x1b[1m{word}\x1b[0m")
}
