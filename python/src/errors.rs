//! Errors of rules as Python's exceptions, which are classes of `regola.errors`.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use regola::environment::{NoEnvironment, StepError};
use regola::game::{Error, Failure, Rules};
use regola::search::SearchError;
use regola::syntax::diagnostic::{Diagnostic, Severity};
use regola::syntax::render::Style;
use regola::syntax::source::Sources;

/// The module of the exceptions.
const MODULE: &str = "regola.errors";

/// An exception of this class.
pub fn raised<'py, A>(py: Python<'py>, class: &str, arguments: A) -> PyErr
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let made = py
        .import(MODULE)
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A diagnostic with its place.
pub fn diagnostic<'py>(
    py: Python<'py>,
    found: &Diagnostic,
    sources: &Sources,
) -> PyResult<Bound<'py, PyAny>> {
    let place = found.primary.as_ref().map(|label| {
        let (line, column) = sources.line_column(label.span);
        (
            sources.get(label.span.source).name.to_string(),
            line,
            column,
        )
    });
    let (file, line, column) = match place {
        Some((file, line, column)) => (Some(file), Some(line), Some(column)),
        None => (None, None, None),
    };
    let severity = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    py.import(MODULE)?.getattr("Diagnostic")?.call1((
        severity,
        found.code,
        &found.title,
        file,
        line,
        column,
        &found.help,
    ))
}

/// All diagnostics of a text.
pub fn diagnostics<'py>(
    py: Python<'py>,
    found: &[Diagnostic],
    sources: &Sources,
) -> PyResult<Bound<'py, PyTuple>> {
    let found: PyResult<Vec<_>> = found
        .iter()
        .map(|found| diagnostic(py, found, sources))
        .collect();
    PyTuple::new(py, found?)
}

/// The exception for a failure.
pub fn of_failure(py: Python<'_>, failure: &Failure, is_limit: bool) -> PyErr {
    let class = match is_limit {
        true => "LimitError",
        false => "RuleError",
    };
    match diagnostics(py, &failure.diagnostics, &failure.sources) {
        Ok(diagnostics) => raised(py, class, (failure.render(Style::Plain), diagnostics)),
        Err(error) => error,
    }
}

/// The exception for rules that cannot be read.
pub fn unread(py: Python<'_>, failure: &Failure) -> PyErr {
    of_failure(py, failure, false)
}

/// The exception for rules that cannot be followed.
pub fn unfollowed(py: Python<'_>, rules: &Rules, error: &Error) -> PyErr {
    of_failure(py, &rules.failure(error), error.is_limit())
}

/// The exception for a step that cannot be made.
pub fn no_step(py: Python<'_>, rules: &Rules, error: &StepError) -> PyErr {
    match error {
        StepError::Rules(error) => unfollowed(py, rules, error),
        StepError::TooManyMoves { wanted, .. } => {
            let message = format!("{error}; load the game with spare={wanted} or more");
            raised(py, "LimitError", (message,))
        }
        StepError::Illegal { .. } | StepError::Together { .. } => {
            raised(py, "IllegalMoveError", (error.to_string(),))
        }
    }
}

/// The exception for a game that has no environment.
pub fn no_environment(py: Python<'_>, rules: &Rules, error: &NoEnvironment) -> PyErr {
    match error {
        NoEnvironment::Rules(error) => unfollowed(py, rules, error),
        NoEnvironment::TooLarge(_) => raised(py, "LimitError", (error.to_string(),)),
    }
}

/// The exception for a search that cannot be made.
pub fn no_search(py: Python<'_>, rules: &Rules, error: &SearchError<Error>) -> PyErr {
    match error {
        SearchError::Game(error) => unfollowed(py, rules, error),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}
