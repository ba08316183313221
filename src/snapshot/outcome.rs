//! A transcript compared with a snapshot.

use super::folder::Folder;
use super::form::{StoredSnapshot, normal};
use super::transcript::Transcript;

/// The result of comparing a transcript with a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are equal.
    Same,
    /// There is no snapshot.
    New,
    /// The snapshot has this other text.
    Different(String),
}

/// A transcript and its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionOutcome {
    /// The transcript.
    pub transcript: Transcript,
    /// The result of the comparison.
    pub verdict: Verdict,
}

impl SessionOutcome {
    /// Compares a transcript with the snapshot of its name in `folder`. A file that is not in the
    /// format of snapshots counts as different.
    ///
    /// # Errors
    /// When the file exists and cannot be read.
    pub fn of(transcript: Transcript, folder: &Folder) -> Result<Self, String> {
        let verdict = match folder.read(&transcript.name)? {
            None => Verdict::New,
            Some(file) => match StoredSnapshot::read(&file) {
                Ok(stored) if stored.text == normal(&transcript.text) => Verdict::Same,
                Ok(stored) => Verdict::Different(stored.text),
                Err(_) => Verdict::Different(file),
            },
        };
        Ok(SessionOutcome {
            transcript,
            verdict,
        })
    }

    /// Returns the entry at the first difference: its line in the session file, and its first line
    /// in the text of the transcript. Returns none if nothing differs.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        let Verdict::Different(stored) = &self.verdict else {
            return None;
        };
        let text = normal(&self.transcript.text);
        let (new, old): (Vec<&str>, Vec<&str>) = (text.lines().collect(), stored.lines().collect());
        let same = new
            .iter()
            .zip(&old)
            .take_while(|(one, other)| one == other)
            .count();
        let entries = &self.transcript.places;
        entries
            .iter()
            .rev()
            .find(|(_, at)| *at <= same + 1)
            .or(entries.first())
            .copied()
    }
}
