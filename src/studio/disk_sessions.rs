//! Session files of this machine. They run as `regola test` runs them, but by the texts of the page,
//! and they read only files in the folder of the game.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::is_separator;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use super::limits;
use super::protocol::{SessionList, TestedHeading, TestedSession};
use super::session_tests::{SessionTest, SessionTests};
use super::tested::{end_in_words, missing_heading, shown_heading};
use super::texts::ChangedTexts;
use crate::clock;
use crate::session::{Command, Script, Trouble};
use crate::snapshot::{
    Folder, NamedGames, SessionFile, SessionOutcome, SessionRun, StoredSnapshot, TestHost,
    Transcript, Verdict,
};
use crate::syntax::load::Reader;

/// How long the end of a run may be noticed late.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// The tests of this machine.
#[derive(Debug)]
pub struct DiskSessions {
    /// The games that session files load by name.
    pub games: Option<&'static dyn NamedGames>,
}

impl SessionTests for DiskSessions {
    /// They lie beside the main file or in the folder `tests` beside it. They load a file of the game,
    /// or have the name of the main file.
    fn list(&self, texts: &ChangedTexts, main: &str) -> SessionList {
        let folder = folder_of(main);
        let game = texts.files(main);
        let own = [folder.to_owned(), format!("{folder}tests/")]
            .map(|folder| format!("{folder}{}.session", stem_of(main)));
        let belongs = |path: &String| {
            !texts.leads_out(main, path) && (own.contains(path) || loads_any(path, texts, &game))
        };
        let there = session_files(folder)
            .into_iter()
            .chain(session_files(&format!("{folder}tests/")));
        SessionList {
            files: there.filter(belongs).take(limits::SESSIONS).collect(),
        }
    }

    fn run(&self, test: &SessionTest) -> Result<TestedSession, Trouble> {
        let SessionTest { path, main, .. } = test;
        if !self.list(&test.texts, main).files.contains(path) {
            return Err(Trouble::Use(format!(
                "`{path}` is no session file of this game"
            )));
        }
        let file = SessionFile::read(path)?;
        let host = TestHost {
            folder: file.folder().to_owned(),
            files: GameFolder {
                texts: test.texts.clone(),
                main: main.clone(),
            },
            games: self.games,
        };
        let run = within_time(&test.stop, |interrupt| {
            let most = limits::SESSION_OUTPUT;
            file.run_on(Box::new(host), limits::SESSION, most, interrupt)
        })?;
        let output = version_of(&run.transcripts);
        let folder = Folder::near(path);
        if let Some(accepted) = &test.accepted {
            let was_cancelled = run.ended.is_some() && test.stop.load(Ordering::Relaxed);
            if was_cancelled {
                return Err(Trouble::Stopped("stopped".to_owned()));
            }
            store(path, &folder, &run, *accepted == output)?;
        }
        shown(test, &folder, run, output)
    }
}

/// Stores the output of a run as `regola test --accept` does, and removes the snapshots that the
/// session file does not need any more.
fn store(path: &str, folder: &Folder, run: &SessionRun, was_shown: bool) -> Result<(), Trouble> {
    if run.ended.is_some() {
        return Err(Trouble::Use(
            "the run was ended before the end of the file, so nothing is stored".to_owned(),
        ));
    }
    if !was_shown {
        return Err(Trouble::Use(
            "the output is no longer what was shown, so nothing is stored: run the tests again"
                .to_owned(),
        ));
    }
    for outcome in compared(path, folder, run)? {
        match outcome.verdict {
            Verdict::Same => folder.drop_pending(&outcome.transcript.name),
            _ => folder
                .keep(&outcome.transcript, path)
                .map_err(Trouble::Use)?,
        }
    }
    for name in without_heading(path, folder, run) {
        folder.remove(&name).map_err(Trouble::Use)?;
    }
    Ok(())
}

/// Compares the output of a run with its snapshots.
fn compared(path: &str, folder: &Folder, run: &SessionRun) -> Result<Vec<SessionOutcome>, Trouble> {
    let compared = |transcript: &Transcript| {
        folder.claim(&transcript.name, path)?;
        SessionOutcome::of(transcript.clone(), folder)
    };
    run.transcripts
        .iter()
        .map(|transcript| compared(transcript).map_err(Trouble::Use))
        .collect()
}

/// The names of the snapshots of a session file that has no such heading any more.
fn without_heading(path: &str, folder: &Folder, run: &SessionRun) -> Vec<String> {
    // The headings after the end of the run are not known.
    if run.ended.is_some() {
        return Vec::new();
    }
    let names: Vec<String> = run
        .transcripts
        .iter()
        .map(|transcript| transcript.name.clone())
        .collect();
    folder
        .orphans(&[path.to_owned()], &names)
        .into_iter()
        .filter(|orphan| orphan.session == path)
        .map(|orphan| orphan.name)
        .collect()
}

fn shown(
    test: &SessionTest,
    folder: &Folder,
    run: SessionRun,
    output: String,
) -> Result<TestedSession, Trouble> {
    let path = &test.path;
    let mut room = limits::SESSION_DIFFERENCE;
    let mut headings: Vec<TestedHeading> = compared(path, folder, &run)?
        .into_iter()
        .map(|outcome| shown_heading(outcome, &mut room))
        .collect();
    for name in without_heading(path, folder, &run) {
        let file = folder.read(&name).map_err(Trouble::Use)?;
        let stored = file
            .and_then(|file| StoredSnapshot::read(&file).ok())
            .unwrap_or_default();
        headings.push(missing_heading(name, stored, &mut room));
    }
    let cancelled = test.stop.load(Ordering::Relaxed);
    Ok(TestedSession {
        path: path.clone(),
        output,
        headings,
        ended: run.ended.map(|ended| end_in_words(ended, cancelled)),
    })
}

/// A hash of the output of a session file.
fn version_of(transcripts: &[Transcript]) -> String {
    let mut hasher = DefaultHasher::new();
    for Transcript { name, text, .. } in transcripts {
        (name, text).hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

/// Does some work, with a flag that is set when `stop` is set or the time of a run is over. A session
/// resets its flag at each entry, so it is set again until the work has ended.
fn within_time<T>(
    stop: &AtomicBool,
    work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, Trouble>,
) -> Result<T, Trouble> {
    let (interrupt, has_ended) = (Arc::<AtomicBool>::default(), AtomicBool::new(false));
    let elapsed = clock::stopwatch();
    thread::scope(|scope| {
        let watcher = thread::Builder::new().spawn_scoped(scope, || {
            while !has_ended.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) || elapsed() > limits::SESSION_TIME {
                    interrupt.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(BETWEEN_LOOKS);
            }
        })?;
        let _ending = Ending(&has_ended, watcher.thread());
        work(&interrupt)
    })
}

/// Ends the thread that watches some work, however the work ends.
struct Ending<'a>(&'a AtomicBool, &'a Thread);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.unpark();
    }
}

/// Reads the texts of the page, and other files in the folder of the game.
#[derive(Debug)]
struct GameFolder {
    texts: ChangedTexts,
    main: String,
}

impl Reader for GameFolder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        if self.texts.leads_out(&self.main, path) {
            return Err("it is outside the folder of the game".to_owned());
        }
        let changed = self.texts.changed().find(|changed| is_same(changed, path));
        self.texts.read(changed.unwrap_or(path))
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        self.texts.leads_out(main, path)
    }
}

/// The session files in a folder, in the order of the alphabet.
fn session_files(folder: &str) -> Vec<String> {
    let place = if folder.is_empty() { "." } else { folder };
    let mut names: Vec<String> = fs::read_dir(place)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".session"))
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| format!("{folder}{name}"))
        .collect()
}

/// Whether a session file has a command that loads one of these files.
fn loads_any(path: &str, texts: &ChangedTexts, files: &[String]) -> bool {
    let Ok(text) = texts.read(path).map(String::from_utf8) else {
        return false;
    };
    let script = Script::read(&text.unwrap_or_default());
    let folder = folder_of(path);
    let entries = script.sections.iter().flat_map(|section| &section.entries);
    entries.filter_map(|entry| loaded(&entry.text)).any(|name| {
        let named = match name.starts_with('/') {
            true => name.to_owned(),
            false => format!("{folder}{name}"),
        };
        files.iter().any(|file| is_same(file, &named))
    })
}

/// The file that an entry loads, if it is that command.
fn loaded(entry: &str) -> Option<&str> {
    let (name, file) = entry.strip_prefix(':')?.split_once(char::is_whitespace)?;
    let command = Command::find(name).ok()?;
    (command.name == "load").then(|| file.trim().trim_end_matches('.'))
}

/// Whether two paths are those of one file.
fn is_same(one: &str, other: &str) -> bool {
    let real = |path: &str| fs::canonicalize(path).ok();
    steps(one) == steps(other) || real(one).is_some_and(|file| Some(file) == real(other))
}

/// The steps of a path, without those that lead nowhere.
fn steps(path: &str) -> Vec<&str> {
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split('/').filter(|step| *step != ".") {
        match (step, steps.last()) {
            ("..", Some(last)) if !matches!(*last, "" | "..") => drop(steps.pop()),
            ("", Some(_)) => {}
            _ => steps.push(step),
        }
    }
    steps
}

/// The folder of a file, with the slash at its end; empty for the current folder.
fn folder_of(path: &str) -> &str {
    path.rfind(is_separator).map_or("", |end| &path[..=end])
}

/// The name of a rule file without folder and ending.
fn stem_of(path: &str) -> &str {
    let name = &path[folder_of(path).len()..];
    name.strip_suffix(".rules").unwrap_or(name)
}
