//! A transcript held against what was kept.

use super::folder::Folder;
use super::form::{KeptOutcome, normal};
use super::transcript::Transcript;

/// How a transcript compares with what was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is the same.
    Same,
    /// Nothing was kept.
    New,
    /// Something else was kept: this text.
    Different(String),
}

/// A transcript and its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionOutcome {
    /// The transcript.
    pub transcript: Transcript,
    /// How it compares.
    pub verdict: Verdict,
}

impl SessionOutcome {
    /// Holds a transcript against what a folder has of its name. A file that cannot be read as a
    /// kept one counts as different.
    ///
    /// # Errors
    /// When there is a file that cannot be read at all.
    pub fn of(transcript: Transcript, folder: &Folder) -> Result<Self, String> {
        let verdict = match folder.read(&transcript.name)? {
            None => Verdict::New,
            Some(file) => match KeptOutcome::read(&file) {
                Ok(kept) if kept.text == normal(&transcript.text) => Verdict::Same,
                Ok(kept) => Verdict::Different(kept.text),
                Err(_) => Verdict::Different(file),
            },
        };
        Ok(SessionOutcome {
            transcript,
            verdict,
        })
    }

    /// The line of the session file from whose entry on the outcome differs, and that entry's first
    /// line in the text; none if nothing differs.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        let Verdict::Different(kept) = &self.verdict else {
            return None;
        };
        let text = normal(&self.transcript.text);
        let (new, old): (Vec<&str>, Vec<&str>) = (text.lines().collect(), kept.lines().collect());
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
