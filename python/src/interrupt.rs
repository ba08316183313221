//! Long work: other threads of Python go on meanwhile, and Ctrl-C stops it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use regola::search::{Progress, Watch};

/// The time between two looks for Ctrl-C.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A flag that Ctrl-C sets, as the observer of a search.
#[derive(Clone, Debug, Default)]
pub struct Stop(pub Arc<AtomicBool>);

impl Stop {
    /// Whether the work is to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Watch for Stop {
    fn look(&mut self, _progress: Progress) -> ControlFlow<()> {
        match self.is_set() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Does some work on another thread without the lock of the interpreter. Ctrl-C sets the flag, waits
/// for the end of the work, and is raised.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(Stop) -> T + Send) -> PyResult<T> {
    let stop = Stop::default();
    let (done, is_done) = channel();
    let is_done = Mutex::new(is_done);
    let received = || is_done.lock().unwrap_or_else(PoisonError::into_inner);
    thread::scope(|scope| {
        let own = stop.clone();
        scope.spawn(move || {
            // Nobody waits any more only after an interruption.
            let _ = done.send(work(own));
        });
        loop {
            let waited = py.detach(|| received().recv_timeout(BETWEEN_LOOKS));
            match waited {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(interruption) = py.check_signals() {
                        stop.0.store(true, Ordering::Relaxed);
                        // The work is told to stop, and the scope waits for it.
                        py.detach(|| received().recv()).ok();
                        return Err(interruption);
                    }
                }
                // The thread has panicked, which the scope passes on.
                Err(RecvTimeoutError::Disconnected) => unreachable!("the work ends with a result"),
            }
        }
    })
}
