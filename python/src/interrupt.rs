//! Long work: other threads of Python go on meanwhile, and Ctrl-C stops it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// Waits for what another thread sends, without the lock of the interpreter; `None` if it sends no
/// more. Ctrl-C sets the flag, and is raised.
pub fn received<T: Send>(
    py: Python<'_>,
    receiver: &Mutex<Receiver<T>>,
    stop: &Stop,
) -> PyResult<Option<T>> {
    loop {
        match py.detach(|| locked(receiver).recv_timeout(BETWEEN_LOOKS)) {
            Ok(sent) => return Ok(Some(sent)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py
                .check_signals()
                .inspect_err(|_| stop.0.store(true, Ordering::Relaxed))?,
        }
    }
}

fn locked<T>(receiver: &Mutex<Receiver<T>>) -> MutexGuard<'_, Receiver<T>> {
    receiver.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does some work on another thread without the lock of the interpreter. Ctrl-C sets the flag, waits
/// for the end of the work, and is raised.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(Stop) -> T + Send) -> PyResult<T> {
    let stop = Stop::default();
    let (done, is_done) = channel();
    let is_done = Mutex::new(is_done);
    thread::scope(|scope| {
        let own = stop.clone();
        scope.spawn(move || {
            // Nobody waits any more only after an interruption.
            let _ = done.send(work(own));
        });
        let found = received(py, &is_done, &stop).inspect_err(|_| {
            // The work is told to stop, and the scope waits for it.
            py.detach(|| locked(&is_done).recv()).ok();
        })?;
        // A thread that panics sends nothing, and the scope passes that on.
        Ok(found.expect("the work ends with a result"))
    })
}
