//! Answers to a question, one at a time.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use regola::game::{Failure, Position, Rules};
use regola::logic::Term;

use crate::errors;
use crate::interrupt::Stop;
use crate::term::value;

/// The time between two looks for Ctrl-C.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// One answer: the names and values of the variables.
type Bindings = Vec<(String, Term)>;

/// The answers to a question. They are found one after the other, as they are asked for.
#[pyclass(module = "regola", name = "Answers")]
pub struct Answers {
    rules: Rules,
    stop: Stop,
    found: Mutex<Receiver<Result<Bindings, Failure>>>,
}

impl Answers {
    /// Asks a question about a position.
    pub fn ask(
        py: Python<'_>,
        rules: &Rules,
        position: Position,
        question: &str,
    ) -> PyResult<Self> {
        let stop = Stop::default();
        let rules = rules.clone().with_interrupt(stop.0.clone());
        // A question with an error is one here and not at its first answer.
        rules
            .query(&position, question)
            .map_err(|failure| errors::unread(py, &failure))?;
        // The machine is one answer ahead at most.
        let (answer, found) = sync_channel(0);
        let (own, question) = (rules.clone(), question.to_owned());
        thread::spawn(move || {
            let Ok(mut answers) = own.query(&position, &question) else {
                return;
            };
            loop {
                let next = match answers.next() {
                    None => return,
                    Some(Ok(found)) => {
                        let bindings = found.bindings.iter();
                        Ok(bindings
                            .map(|(name, value)| (name.to_string(), value.clone()))
                            .collect())
                    }
                    Some(Err(error)) => Err(answers.failure(&error)),
                };
                // Nobody wants more answers if nobody receives this one.
                let is_last = next.is_err();
                if answer.send(next).is_err() || is_last {
                    return;
                }
            }
        });
        Ok(Self {
            rules,
            stop,
            found: Mutex::new(found),
        })
    }
}

/// The machine is stopped when nobody wants more answers.
impl Drop for Answers {
    fn drop(&mut self) {
        self.stop.0.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Answers {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        loop {
            let waited = py.detach(|| {
                let found = self
                    .found
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner);
                found.recv_timeout(BETWEEN_LOOKS)
            });
            match waited {
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| {
                    self.stop.0.store(true, Ordering::Relaxed);
                })?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Ok(Err(failure)) => {
                    let class = match failure
                        .diagnostics
                        .iter()
                        .any(|one| one.code.contains("limit"))
                    {
                        true => "LimitError",
                        false => "RuleError",
                    };
                    return Err(errors::of_failure(py, &failure, class));
                }
                Ok(Ok(bindings)) => {
                    let answer = PyDict::new(py);
                    for (name, bound) in &bindings {
                        answer.set_item(name, value(py, bound)?)?;
                    }
                    return Ok(Some(answer));
                }
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("<answers about {}>", self.rules.name())
    }
}
