//! Tests of session files: what a host with a disk provides. The files and their snapshots are behind
//! a trait, because a page without a machine behind it has neither.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::protocol::{SessionList, TestedSession};
use super::search::SearchJob;
use super::setting::Setting;
use super::texts::ChangedTexts;
use crate::session::Trouble;

/// Runs session files and compares their output with snapshots.
pub trait SessionTests: Debug + Send + Sync {
    /// The session files of the game with the main file `main`.
    fn list(&self, texts: &ChangedTexts, main: &str) -> SessionList;

    /// Runs a session file. If the page accepted its output, stores that.
    ///
    /// # Errors
    /// If it is no session file of the game or cannot be read, or its snapshots cannot be used.
    fn run(&self, test: &SessionTest) -> Result<TestedSession, Trouble>;
}

/// A run of a session file.
#[derive(Clone, Debug)]
pub struct SessionTest {
    /// The session file.
    pub path: String,
    /// The main file of the game.
    pub main: String,
    /// The texts by which it runs.
    pub texts: ChangedTexts,
    /// The output that the page accepted, as [`TestedSession::output`].
    pub accepted: Option<String>,
    /// Stops the run.
    pub stop: Arc<AtomicBool>,
}

/// The session files of the game; none without a disk.
pub fn list(setting: &Setting, texts: &ChangedTexts) -> Option<SessionList> {
    let tests = setting.tests.as_ref()?;
    Some(tests.list(texts, &setting.path))
}

/// The run of a session file by these texts. The flag `stop` ends it.
///
/// # Errors
/// If there is no disk.
pub fn run(
    setting: &Setting,
    path: String,
    texts: ChangedTexts,
    stop: Arc<AtomicBool>,
) -> Result<SearchJob, Trouble> {
    job(setting, path, texts, None, stop)
}

/// The run of a session file by the saved texts, after which its output is stored if it is
/// `output`.
///
/// # Errors
/// If there is no disk, or some of the texts `now` are not saved.
pub fn accept(
    setting: &Setting,
    path: String,
    output: String,
    now: &ChangedTexts,
    stop: Arc<AtomicBool>,
) -> Result<SearchJob, Trouble> {
    if let Some(unsaved) = now.unsaved().next() {
        return Err(Trouble::Use(format!(
            "`{unsaved}` has changes that are not saved, and what is accepted must be the output of the saved rules: \
             save it first"
        )));
    }
    let saved = ChangedTexts::saved(&setting.files);
    job(setting, path, saved, Some(output), stop)
}

fn job(
    setting: &Setting,
    path: String,
    texts: ChangedTexts,
    accepted: Option<String>,
    stop: Arc<AtomicBool>,
) -> Result<SearchJob, Trouble> {
    let Some(tests) = setting.tests.as_ref().map(Arc::clone) else {
        return Err(Trouble::Use(
            "session tests need the program `regola studio`".to_owned(),
        ));
    };
    let test = SessionTest {
        path,
        main: setting.path.clone(),
        texts,
        accepted,
        stop,
    };
    Ok(SearchJob::Test { tests, test })
}
