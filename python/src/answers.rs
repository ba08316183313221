//! Answers to a question, one at a time.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use regola::game::{Failure, Position, Rules};
use regola::logic::Term;

use crate::errors;
use crate::interrupt::{Stop, received};
use crate::term::value;

/// One answer: the names and values of the variables.
type Bindings = Vec<(String, Term)>;

/// The answers to a question. They are found one after the other, as they are asked for.
#[pyclass(module = "regola", name = "Answers")]
pub struct Answers {
    rules: Rules,
    stop: Stop,
    found: Mutex<Receiver<Result<Bindings, Ended>>>,
}

/// The error with which a question ends.
struct Ended {
    failure: Failure,
    is_limit: bool,
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
                    Some(Err(error)) => Err(Ended {
                        failure: answers.failure(&error),
                        is_limit: error.is_limit(),
                    }),
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
        match received(py, &self.found, &self.stop)? {
            None => Ok(None),
            Some(Err(ended)) => Err(errors::of_failure(py, &ended.failure, ended.is_limit)),
            Some(Ok(bindings)) => {
                let answer = PyDict::new(py);
                for (name, bound) in &bindings {
                    answer.set_item(name, value(py, bound)?)?;
                }
                Ok(Some(answer))
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("<answers about {}>", self.rules.name())
    }
}
