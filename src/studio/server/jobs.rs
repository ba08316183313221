//! The unfinished jobs of a desk. The page, the clock and the end of the connection can stop them.
//!
//! A job is known here only by the id of its question.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::limits;
use crate::studio::stop::too_long;

/// The message for a question that is refused because too many wait.
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

/// The state of a job.
#[derive(Debug, Default)]
struct KnownJob {
    /// Why the job is to stop; `None` if it is not.
    stop: Option<JobStop>,
    /// Stops the thread that does the job; `None` while the job waits.
    signal: Option<Arc<Signal>>,
}

/// Tells a thread to stop the job that it does.
#[derive(Debug, Default)]
struct Signal {
    flag: Arc<AtomicBool>,
    /// Wakes a job that waits for a free place.
    stopped: Notify,
}

/// Why a job was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobStop {
    /// The page cancelled it.
    Cancelled,
    /// It took too long.
    TooLong,
    /// The connection was closed.
    Closed,
}

impl JobStop {
    /// The text for the user.
    pub fn message(self) -> String {
        match self {
            JobStop::Cancelled | JobStop::Closed => "cancelled".to_owned(),
            JobStop::TooLong => too_long(),
        }
    }
}

impl Jobs {
    /// Adds a job for the question `id`.
    ///
    /// # Errors
    /// If another question has this id, or too many questions wait. The text is for the user of the
    /// page.
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

    /// Stops a job that waits or runs. Does nothing if there is no job with this id.
    pub fn stop(&self, id: u64, why: JobStop) {
        if let Some(known) = self.all().jobs.get_mut(&id) {
            known.stop(why);
        }
    }

    /// Stops all jobs, and all that come later.
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

/// The part of a thread that takes jobs, one after the other.
#[derive(Debug)]
pub struct JobRunner {
    jobs: Arc<Jobs>,
    signal: Arc<Signal>,
}

impl JobRunner {
    /// Creates another one for these jobs.
    pub fn new(jobs: Arc<Jobs>) -> Self {
        Self {
            jobs,
            signal: Arc::default(),
        }
    }

    /// The flag that stops the present job. It interrupts the rules that the thread asks.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.signal.flag)
    }

    /// The jobs.
    pub fn jobs(&self) -> Arc<Jobs> {
        Arc::clone(&self.jobs)
    }

    /// Begins a job, unless it was stopped while it waited.
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

/// A job that a thread is doing.
#[derive(Debug)]
pub struct Job {
    id: u64,
    jobs: Arc<Jobs>,
    signal: Arc<Signal>,
}

impl Job {
    /// Whether it has to stop.
    pub fn is_stopped(&self) -> bool {
        self.signal.flag.load(Ordering::Relaxed)
    }

    /// Waits for a signal that the job may have been stopped.
    pub async fn stopped(&self) {
        self.signal.stopped.notified().await;
    }

    /// Ends the job. Returns why it was stopped, if it was.
    pub fn end(&self) -> Option<JobStop> {
        self.jobs
            .all()
            .jobs
            .remove(&self.id)
            .and_then(|known| known.stop)
    }

    /// Lets the job wait again, for another thread.
    pub fn put_back(&self) {
        if let Some(known) = self.jobs.all().jobs.get_mut(&self.id) {
            known.signal = None;
        }
    }
}
