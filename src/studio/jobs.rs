//! What a desk does and has still to do, and who may stop it: the page, the clock, the end of the connection.
//!
//! Knows questions by their ids only.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The jobs of a desk.
#[derive(Debug, Default)]
pub struct Jobs {
    all: Mutex<All>,
    /// Stops the job that runs: the rules' own flag too.
    flag: Arc<AtomicBool>,
    /// Wakes a job that waits for its turn when it is stopped.
    stopped: Notify,
}

#[derive(Debug, Default)]
struct All {
    waiting: HashSet<u64>,
    running: Option<u64>,
    /// Why the running one is to stop.
    why: Option<Stop>,
    closed: bool,
}

/// Why a job was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The page wants it no more.
    Cancelled,
    /// It took too long.
    TooLong,
    /// The page has gone.
    Closed,
}

impl Jobs {
    /// The flag that stops what runs.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Whether what runs is to stop.
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Comes back when somebody may have stopped what runs.
    pub async fn stopped(&self) {
        self.stopped.notified().await;
    }

    /// A question has come; whether its id is new among those without an answer.
    pub fn arrive(&self, id: u64) -> bool {
        let mut all = self.all();
        all.running != Some(id) && all.waiting.insert(id)
    }

    /// The question's turn has come, unless it was stopped before.
    pub fn begin(&self, id: u64) -> Result<(), Stop> {
        let mut all = self.all();
        if all.closed {
            return Err(Stop::Closed);
        }
        if !all.waiting.remove(&id) {
            return Err(Stop::Cancelled);
        }
        all.running = Some(id);
        all.why = None;
        self.flag.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// What runs has ended; why, if it was stopped.
    pub fn end(&self) -> Option<Stop> {
        let mut all = self.all();
        all.running = None;
        all.why.take()
    }

    /// Why what runs is to stop.
    pub fn why(&self) -> Option<Stop> {
        self.all().why
    }

    /// Stops a question that waits or runs; others are not touched.
    pub fn stop(&self, id: u64, why: Stop) {
        let mut all = self.all();
        all.waiting.remove(&id);
        if all.running == Some(id) {
            self.stop_running(&mut all, why);
        }
    }

    /// Stops everything for ever.
    pub fn close(&self) {
        let mut all = self.all();
        all.closed = true;
        self.stop_running(&mut all, Stop::Closed);
    }

    fn stop_running(&self, all: &mut All, why: Stop) {
        all.why.get_or_insert(why);
        self.flag.store(true, Ordering::Relaxed);
        self.stopped.notify_one();
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
