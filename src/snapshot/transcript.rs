//! The entries of a session file with their output.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::host::TestHost;
use super::names::{self, folded};
use crate::logic::Limits;
use crate::session::{AfterEntry, FirstAnswers, Host, Script, ScriptSection, Session, Trouble};
use crate::syntax::limits::MAX_FILE_SIZE;
use crate::syntax::load::FileReader;

/// The most answers to one query that are stored.
const MAX_ANSWERS: usize = 1000;

/// A session file that was read.
#[derive(Clone, Debug)]
pub struct SessionFile {
    /// The path of the file.
    pub path: String,
    /// The content of the file.
    pub script: Script,
}

/// The output of the entries under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The name of its snapshot: the session's name, and the heading in lower case.
    pub name: String,
    /// The heading; none for the entries before the first one.
    pub heading: Option<String>,
    /// The entries, each after `?- ` and followed by its output.
    pub text: String,
    /// For each entry its line in the session file and its first line in the text, both from 1.
    pub places: Vec<(usize, usize)>,
    /// The lines of the entries that had an error.
    pub faults: Vec<usize>,
}

/// The run of a session file, as far as it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRun {
    /// The output under each heading that was finished.
    pub transcripts: Vec<Transcript>,
    /// Where the run was ended, if it was.
    pub ended: Option<EndedRun>,
}

/// An entry at which a run was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedRun {
    /// Its line in the session file.
    pub line: usize,
    /// Why the run was ended.
    pub reason: EndReason,
}

/// Why a run was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The flag that interrupts it was set.
    Interrupted,
    /// There was too much output.
    TooLong,
}

impl SessionFile {
    /// Reads a session file.
    ///
    /// # Errors
    /// When it cannot be read, or snapshots with its name could not exist on every system.
    pub fn read(path: &str) -> Result<Self, Trouble> {
        Self::read_up_to(path, MAX_FILE_SIZE)
    }

    /// Reads a session file of `most` bytes at most.
    ///
    /// # Errors
    /// As for [`SessionFile::read`], and when it is longer.
    pub fn read_up_to(path: &str, most: usize) -> Result<Self, Trouble> {
        let cannot = |reason: &str| Trouble::Use(format!("cannot read `{path}`: {reason}"));
        if let Some(reason) = names::refusal(stem(path)) {
            return Err(Trouble::Use(format!(
                "outcomes of `{}` cannot be kept: {reason}",
                path.escape_debug()
            )));
        }
        let bytes = FileReader
            .read_up_to(path, most)
            .map_err(|reason| cannot(&reason))?;
        if bytes.len() > most {
            return Err(cannot(&format!("it is longer than {} KiB", most >> 10)));
        }
        let text = String::from_utf8(bytes).map_err(|_| cannot("it is not UTF-8"))?;
        Ok(SessionFile {
            path: path.to_owned(),
            script: Script::read(&text),
        })
    }

    /// Returns the name of the file without folder and ending.
    #[must_use]
    pub fn stem(&self) -> &str {
        stem(&self.path)
    }

    /// Returns the number of headings, and one more for the entries before the first one.
    #[must_use]
    pub fn sections(&self) -> usize {
        self.script.sections.len()
    }

    /// Returns the folder of the file, with the slash at its end; empty for the current folder.
    #[must_use]
    pub fn folder(&self) -> &str {
        folder_of(&self.path)
    }

    /// Enters all entries in one session. Files that they name are read from the folder of the
    /// session file; nothing is written. Setting the flag `interrupt` stops the run. The entries
    /// before the first heading only prepare the session, so they have no transcript, unless one of
    /// them has an error or the file has no heading.
    ///
    /// # Errors
    /// When the run was stopped.
    pub fn transcripts(
        &self,
        limits: Limits,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Vec<Transcript>, Trouble> {
        let folder = self.folder().to_owned();
        let host = TestHost {
            folder,
            files: FileReader,
            games: None,
            limited: |strength| strength.clone(),
        };
        self.transcripts_on(Box::new(host), limits, interrupt)
    }

    /// Enters all entries in one session of a host. The host reads the files that they name.
    ///
    /// # Errors
    /// When the run was stopped.
    pub fn transcripts_on(
        &self,
        host: Box<dyn Host>,
        limits: Limits,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Vec<Transcript>, Trouble> {
        let run = self.run_on(host, limits, usize::MAX, interrupt)?;
        match run.ended {
            None => Ok(run.transcripts),
            Some(_) => Err(Trouble::Stopped("stopped".to_owned())),
        }
    }

    /// Enters all entries in one session of a host, up to the entry with which there are more than
    /// `most` bytes of output, or the run is interrupted.
    ///
    /// # Errors
    /// When the session cannot go on.
    pub fn run_on(
        &self,
        host: Box<dyn Host>,
        limits: Limits,
        most: usize,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<SessionRun, Trouble> {
        let mut session = Session::empty(host, limits).with_interrupt(Arc::clone(interrupt));
        let mut transcripts: Vec<Transcript> = Vec::new();
        let mut room = most;
        for section in &self.script.sections {
            let name = self.name_of(section, &transcripts);
            let transcript = match enter(section, name, &mut session, &mut room, interrupt)? {
                Ok(transcript) => transcript,
                Err(ended) => {
                    return Ok(SessionRun {
                        transcripts,
                        ended: Some(ended),
                    });
                }
            };
            let prepares = section.heading.is_none() && self.script.sections.len() > 1;
            if !prepares || session.had_faults() {
                transcripts.push(transcript);
            }
            if session.is_over() {
                break;
            }
        }
        Ok(SessionRun {
            transcripts,
            ended: None,
        })
    }

    /// Returns the name of a section's transcript; a number distinguishes equal headings.
    fn name_of(&self, section: &ScriptSection, before: &[Transcript]) -> String {
        let name = match &section.heading {
            Some(heading) => format!("{}__{}", self.stem(), slug(heading)),
            None => self.stem().to_owned(),
        };
        let is_free = |name: &String| {
            before
                .iter()
                .all(|other| folded(&other.name) != folded(name))
        };
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        std::iter::once(name.clone())
            .chain(numbered)
            .find(is_free)
            .expect("there are more numbers than sections")
    }
}

/// Returns the folder of a file, with the slash at its end; empty for the current folder.
pub(crate) fn folder_of(path: &str) -> &str {
    path.rfind(std::path::is_separator)
        .map_or("", |end| &path[..=end])
}

/// Returns the name of a session file without folder and ending.
pub(super) fn stem(path: &str) -> &str {
    let name = path
        .rsplit(std::path::is_separator)
        .next()
        .unwrap_or_default();
    name.strip_suffix(".session").unwrap_or(name)
}

/// Returns a heading in lower case, with `_` in place of each group of characters that are no
/// letters or digits. It is cut so that a file's name can contain it.
fn slug(heading: &str) -> String {
    const MAX_BYTES: usize = 120;
    let lower = heading.to_lowercase();
    let words = lower
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("_");
    let end = (0..=slug.len().min(MAX_BYTES))
        .rev()
        .find(|end| slug.is_char_boundary(*end))
        .unwrap_or(0);
    slug[..end].to_owned()
}

/// Enters the entries of a section. Takes the length of the output from `room`.
fn enter(
    section: &ScriptSection,
    name: String,
    session: &mut Session,
    room: &mut usize,
    interrupt: &AtomicBool,
) -> Result<Result<Transcript, EndedRun>, Trouble> {
    let mut output = Output {
        text: Vec::new(),
        room: *room,
        is_full: false,
    };
    let (mut places, mut faults) = (Vec::new(), Vec::new());
    for entry in &section.entries {
        let line = entry.line;
        let before = output.text.iter().filter(|byte| **byte == b'\n').count();
        places.push((line, before + 1));
        let faults_before = session.faults();
        let entered = writeln!(output, "?- {}", entry.text)
            .map_err(Trouble::from)
            .and_then(|()| session.enter(&entry.text, &mut output, &mut FirstAnswers(MAX_ANSWERS)));
        if output.is_full {
            let reason = EndReason::TooLong;
            return Ok(Err(EndedRun { line, reason }));
        }
        let next = entered?;
        if interrupt.load(Ordering::Relaxed) {
            let reason = EndReason::Interrupted;
            return Ok(Err(EndedRun { line, reason }));
        }
        if session.faults() > faults_before {
            faults.push(line);
        }
        if next == AfterEntry::Quit {
            break;
        }
    }
    *room = output.room;
    let text = String::from_utf8_lossy(&output.text).into_owned();
    Ok(Ok(Transcript {
        name,
        heading: section.heading.clone(),
        text,
        places,
        faults,
    }))
}

/// The output of entries, as far as there is room for it.
struct Output {
    text: Vec<u8>,
    /// The bytes that are left.
    room: usize,
    /// Whether something did not fit.
    is_full: bool,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.room {
            self.is_full = true;
            return Err(io::Error::other("there is too much output"));
        }
        self.room -= bytes.len();
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
