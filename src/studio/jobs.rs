//! What a desk has still to do, and who may stop it: the page, the clock, the end of the
//! connection.
//!
//! Knows questions by their ids only.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::limits;

/// Why a question is not taken.
pub const TOO_MANY_QUESTIONS: &str = "too many questions wait for their answers";

/// The jobs of a desk: one for each question without an answer.
#[derive(Debug, Default)]
pub struct Jobs {
    all: Mutex<All>,
}

#[derive(Debug, Default)]
struct All {
    jobs: HashMap<u64, KnownJob>,
    closed: bool,
}

/// What is known of a job.
#[derive(Debug, Default)]
struct KnownJob {
    /// Why it is to stop.
    stop: Option<JobStop>,
    /// What stops it where it is done; none while it waits.
    signal: Option<Arc<Signal>>,
}

/// What stops the job that a thread does.
#[derive(Debug, Default)]
struct Signal {
    flag: Arc<AtomicBool>,
    /// Wakes a job that waits for its turn.
    stopped: Notify,
}

/// Why a job was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobStop {
    /// The page wants it no more.
    Cancelled,
    /// It took too long.
    TooLong,
    /// The page has gone.
    Closed,
}

impl Jobs {
    /// Takes a question in.
    ///
    /// # Errors
    /// Why it cannot be taken, as a person reads it.
    pub fn arrive(&self, id: u64) -> Result<(), &'static str> {
        let mut all = self.all();
        if all.jobs.contains_key(&id) {
            return Err("another question has this id");
        }
        if all.jobs.len() >= limits::QUESTIONS {
            return Err(TOO_MANY_QUESTIONS);
        }
        all.jobs.insert(id, KnownJob::default());
        Ok(())
    }

    /// Stops a job that waits or is being done; others are not touched.
    pub fn stop(&self, id: u64, why: JobStop) {
        if let Some(known) = self.all().jobs.get_mut(&id) {
            known.stop(why);
        }
    }

    /// Stops everything for ever.
    pub fn close(&self) {
        let mut all = self.all();
        all.closed = true;
        all.jobs
            .values_mut()
            .for_each(|known| known.stop(JobStop::Closed));
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KnownJob {
    fn stop(&mut self, why: JobStop) {
        self.stop.get_or_insert(why);
        if let Some(signal) = &self.signal {
            signal.flag.store(true, Ordering::Relaxed);
            signal.stopped.notify_one();
        }
    }
}

/// A thread that does jobs, one after the other.
#[derive(Debug)]
pub struct Hand {
    jobs: Arc<Jobs>,
    signal: Arc<Signal>,
}

impl Hand {
    /// One more for these jobs.
    pub fn new(jobs: Arc<Jobs>) -> Self {
        Self {
            jobs,
            signal: Arc::default(),
        }
    }

    /// The flag that stops whatever job it does: for the rules that the thread asks.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.signal.flag)
    }

    /// The jobs.
    pub fn jobs(&self) -> Arc<Jobs> {
        Arc::clone(&self.jobs)
    }

    /// A job's turn has come, unless it was stopped before.
    pub fn begin(&self, id: u64) -> Result<Job, JobStop> {
        let mut all = self.jobs.all();
        let stopped = if all.closed {
            Some(JobStop::Closed)
        } else {
            all.jobs.get(&id).and_then(|known| known.stop)
        };
        if let Some(stop) = stopped {
            all.jobs.remove(&id);
            return Err(stop);
        }
        all.jobs.entry(id).or_default().signal = Some(Arc::clone(&self.signal));
        self.signal.flag.store(false, Ordering::Relaxed);
        Ok(Job {
            id,
            jobs: self.jobs(),
            signal: Arc::clone(&self.signal),
        })
    }
}

/// A job that is being done.
#[derive(Debug)]
pub struct Job {
    id: u64,
    jobs: Arc<Jobs>,
    signal: Arc<Signal>,
}

impl Job {
    /// Whether it is to stop.
    pub fn is_stopped(&self) -> bool {
        self.signal.flag.load(Ordering::Relaxed)
    }

    /// Why it is to stop.
    pub fn why(&self) -> Option<JobStop> {
        self.jobs
            .all()
            .jobs
            .get(&self.id)
            .and_then(|known| known.stop)
    }

    /// Comes back when somebody may have stopped it.
    pub async fn stopped(&self) {
        self.signal.stopped.notified().await;
    }

    /// It has ended; why, if it was stopped.
    pub fn end(&self) -> Option<JobStop> {
        self.jobs
            .all()
            .jobs
            .remove(&self.id)
            .and_then(|known| known.stop)
    }

    /// It waits again, for another thread.
    pub fn put_back(&self) {
        if let Some(known) = self.jobs.all().jobs.get_mut(&self.id) {
            known.signal = None;
        }
    }
}
