//! What the two threads of a desk share: each does one job after the other, and sends the answers.

use std::cell::Cell;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use tokio::runtime::Handle;
use tokio::sync::mpsc::Sender;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::jobs::{Job, JobRunner, JobStop, Jobs};
use crate::session::Trouble;
use crate::studio::limits;
use crate::studio::protocol::{AnyAnswer, Reply, RequestFault, Said};
use crate::studio::stop::fault_text;

/// The stack of a thread, in bytes. Searches and proofs are recursive.
const STACK: usize = 16 << 20;

/// The text for a question that met a bug of this program.
pub const FAILED: &str = "an error in Regola itself: load the page anew to go on";

/// Starts a thread with a stack that is large enough for rules.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name(name.to_owned())
        .stack_size(STACK)
        .spawn(work)
        .map(drop)
}

/// One of the threads.
pub struct Worker {
    runner: JobRunner,
    said: Sender<Reply>,
    handle: Handle,
    /// Whether a job panicked. The data of the thread may be wrong since then.
    has_failed: Cell<bool>,
}

impl Worker {
    /// Creates another one for these jobs. Its messages go to `said`.
    pub fn new(jobs: &Arc<Jobs>, said: Sender<Reply>) -> Self {
        Worker {
            runner: JobRunner::new(Arc::clone(jobs)),
            said,
            handle: Handle::current(),
            has_failed: Cell::new(false),
        }
    }

    /// Takes the jobs, and stops them.
    pub fn runner(&self) -> &JobRunner {
        &self.runner
    }

    /// The runtime of the connection.
    pub fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Does a job. If `work` returns no answer, it has put the job back for another thread. Breaks
    /// if the connection is closed.
    pub fn work(
        &self,
        id: u64,
        work: impl FnOnce(&Job, &mut dyn FnMut(Said)) -> Result<Option<AnyAnswer>, Trouble>,
    ) -> ControlFlow<()> {
        let job = match self.runner.begin(id) {
            Ok(job) => job,
            Err(stop) => return self.say(id, fault(stop.message())),
        };
        // A progress message that does not fit into the channel is dropped.
        let mut progress = |said| drop(self.said.try_send(Reply { id, said }));
        // A panic must not leave the page waiting.
        let worked = match self.has_failed.get() {
            false => catch_unwind(AssertUnwindSafe(|| work(&job, &mut progress))).map_err(drop),
            true => Err(()),
        };
        match worked {
            Ok(Ok(None)) => ControlFlow::Continue(()),
            Ok(Ok(Some(answer))) => {
                job.end();
                self.say(id, Said::Answer(answer))
            }
            Ok(Err(trouble)) => {
                let stop = job.end().unwrap_or(JobStop::Cancelled);
                self.say(id, fault(fault_text(&trouble, || stop.message())))
            }
            Err(()) => {
                job.end();
                self.has_failed.set(true);
                self.say(id, fault(FAILED.to_owned()))
            }
        }
    }

    fn say(&self, id: u64, said: Said) -> ControlFlow<()> {
        match self.said.blocking_send(Reply { id, said }) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Stops the job if it runs longer than `limits::TIME` from now. Dropping the timer ends
    /// this.
    pub fn start_clock(&self, id: u64) -> JobTimer {
        let jobs = self.runner.jobs();
        JobTimer(self.handle.spawn(async move {
            sleep(limits::TIME).await;
            jobs.stop(id, JobStop::TooLong);
        }))
    }
}

/// A running time limit of a job.
pub struct JobTimer(JoinHandle<()>);

impl Drop for JobTimer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn fault(text: String) -> Said {
    Said::Fault(RequestFault { text })
}
