//! What a run of a session file shows: each heading with its verdict, its errors, and the lines that
//! differ from the snapshot. Knows nothing of files.

use super::limits;
use super::protocol::{
    SessionEnd, SessionFault, ShownChange, ShownLine, ShownVerdict, TestedHeading,
};
use crate::snapshot::{
    ChangedLine, EndReason, EndedRun, LineChange, SessionOutcome, StoredSnapshot, Transcript,
    Verdict, difference,
};

/// Why a run was ended.
pub fn end_in_words(EndedRun { line, reason }: EndedRun, cancelled: bool) -> SessionEnd {
    let text = match reason {
        EndReason::TooLong => format!(
            "stopped, because the output is longer than {} KiB",
            limits::SESSION_OUTPUT >> 10
        ),
        EndReason::Interrupted if cancelled => "stopped".to_owned(),
        EndReason::Interrupted => format!(
            "stopped, because the file took longer than {} seconds",
            limits::SESSION_TIME.as_secs()
        ),
    };
    SessionEnd {
        line,
        text,
        cancelled,
    }
}

/// A heading with its output. The text of its difference is taken from `room`.
pub fn shown_heading(outcome: SessionOutcome, room: &mut usize) -> TestedHeading {
    let (difference, further) = shown_lines(outcome.difference(), room);
    let first = outcome.transcript.places.first().copied();
    let line = outcome.place().or(first).map(|(line, _)| line);
    let (verdict, faults) = match &outcome.verdict {
        Verdict::Same => (ShownVerdict::Same, Vec::new()),
        Verdict::New => (ShownVerdict::New, faults(&outcome.transcript, "")),
        Verdict::Different(stored) => {
            (ShownVerdict::Different, faults(&outcome.transcript, stored))
        }
    };
    TestedHeading {
        heading: outcome.transcript.heading,
        verdict,
        line,
        faults,
        difference,
        further,
    }
}

/// A snapshot without a heading. Its text is taken from `room`.
pub fn missing_heading(name: String, stored: StoredSnapshot, room: &mut usize) -> TestedHeading {
    let (difference, further) = shown_lines(difference(&stored.text, ""), room);
    TestedHeading {
        heading: stored.description.or(Some(name)),
        verdict: ShownVerdict::Missing,
        line: None,
        faults: Vec::new(),
        difference,
        further,
    }
}

/// The errors of a transcript that are not in its snapshot `stored`, where they are expected.
fn faults(transcript: &Transcript, stored: &str) -> Vec<SessionFault> {
    let lines: Vec<&str> = transcript.text.lines().collect();
    let places = &transcript.places;
    let ends = places[1.min(places.len())..]
        .iter()
        .map(|(_, at)| at - 1)
        .chain([lines.len()]);
    places
        .iter()
        .zip(ends)
        .filter(|((line, _), _)| transcript.faults.contains(line))
        .filter_map(|(&(line, at), end)| {
            let output = lines.get(at..end)?;
            let text = output.iter().find(|text| text.starts_with("error"))?;
            let is_expected = stored.lines().any(|known| known == *text);
            (!is_expected).then(|| SessionFault {
                line,
                text: (*text).to_owned(),
            })
        })
        .collect()
}

/// The lines for which there is room, and the number of the others.
fn shown_lines(groups: Vec<Vec<ChangedLine>>, room: &mut usize) -> (Vec<ShownLine>, usize) {
    let (mut shown, mut further) = (Vec::new(), 0);
    for (number, group) in groups.into_iter().enumerate() {
        let gap = (number > 0).then(|| ShownLine {
            change: ShownChange::Gap,
            text: String::new(),
        });
        for line in gap.into_iter().chain(group.into_iter().map(shown_line)) {
            match room.checked_sub(line.text.len() + 1) {
                Some(left) if further == 0 => {
                    *room = left;
                    shown.push(line);
                }
                _ => further += 1,
            }
        }
    }
    (shown, further)
}

fn shown_line(ChangedLine { change, text }: ChangedLine) -> ShownLine {
    let change = match change {
        LineChange::Same => ShownChange::Same,
        LineChange::Removed => ShownChange::Removed,
        LineChange::Added => ShownChange::Added,
    };
    ShownLine { change, text }
}
