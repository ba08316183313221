//! Session files of this machine. They run as `regola test` runs them, but by the texts of the page,
//! and they read only files in the folder of the game.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use super::choose::limited as limited_strength;
use super::limits;
use super::protocol::{SessionList, TestedHeading, TestedSession};
use super::session_files;
use super::session_tests::{SessionTest, SessionTests};
use super::tested::{end_in_words, missing_heading, shown_heading};
use super::texts::ChangedTexts;
use crate::clock;
use crate::session::Trouble;
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
    fn list(&self, texts: &ChangedTexts, main: &str) -> SessionList {
        SessionList {
            files: session_files::of_game(texts, main),
        }
    }

    fn run(&self, test: &SessionTest) -> Result<TestedSession, Trouble> {
        let SessionTest { path, main, .. } = test;
        if !session_files::is_of_game(path, &test.texts, main) {
            return Err(Trouble::Use(format!(
                "`{path}` is no session file of this game"
            )));
        }
        let file = SessionFile::read_up_to(path, limits::SESSION_TEXT)?;
        if file.sections() > limits::SESSION_HEADINGS {
            return Err(Trouble::Use(format!(
                "`{path}` has more than {} headings: run it with `regola test`",
                limits::SESSION_HEADINGS
            )));
        }
        let host = TestHost {
            folder: file.folder().to_owned(),
            files: GameFolder {
                texts: test.texts.clone(),
                main: main.clone(),
            },
            games: self.games,
            limited: limited_strength,
        };
        let run = within_time(&test.stop, |interrupt| {
            let most = limits::SESSION_OUTPUT;
            file.run_on(Box::new(host), limits::SESSION, most, interrupt)
        })?;
        let output = version_of(&run.transcripts);
        let folder = Folder::near(path);
        let mut missing = without_heading(path, &folder, &run);
        refuse_links(&folder, &run, &missing)?;
        if let Some(accepted) = &test.accepted {
            let was_cancelled = run.ended.is_some() && test.stop.load(Ordering::Relaxed);
            if was_cancelled {
                return Err(Trouble::Stopped("stopped".to_owned()));
            }
            store(path, &folder, &run, &missing, *accepted == output)?;
            missing.clear();
        }
        shown(test, &folder, run, &missing, output)
    }
}

/// Refuses snapshots that lie elsewhere: they would be shown, and written over.
fn refuse_links(folder: &Folder, run: &SessionRun, missing: &[String]) -> Result<(), Trouble> {
    let names = run.transcripts.iter().map(|transcript| &transcript.name);
    let files = names.chain(missing).map(|name| folder.file(name));
    let is_link =
        |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_symlink());
    match [folder.path().to_owned()]
        .into_iter()
        .chain(files)
        .find(|file| is_link(file))
    {
        None => Ok(()),
        Some(link) => Err(Trouble::Use(format!(
            "`{}` is a symbolic link: the studio neither shows nor writes what lies elsewhere; use `regola test`",
            link.display()
        ))),
    }
}

/// Stores the output of a run as `regola test --accept` does, and removes the snapshots `missing`, which
/// the session file does not need any more.
fn store(
    path: &str,
    folder: &Folder,
    run: &SessionRun,
    missing: &[String],
    was_shown: bool,
) -> Result<(), Trouble> {
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
    for name in missing {
        folder.remove(name).map_err(Trouble::Use)?;
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
    missing: &[String],
    output: String,
) -> Result<TestedSession, Trouble> {
    let path = &test.path;
    let mut room = limits::SESSION_DIFFERENCE;
    let mut headings: Vec<TestedHeading> = compared(path, folder, &run)?
        .into_iter()
        .map(|outcome| shown_heading(outcome, &mut room))
        .collect();
    for name in missing {
        let file = folder.read(name).map_err(Trouble::Use)?;
        let stored = file
            .and_then(|file| StoredSnapshot::read(&file).ok())
            .unwrap_or_default();
        headings.push(missing_heading(name.clone(), stored, &mut room));
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
        let changed = self
            .texts
            .changed()
            .find(|changed| session_files::is_same(changed, path));
        self.texts.read(changed.unwrap_or(path))
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        self.texts.leads_out(main, path)
    }
}
