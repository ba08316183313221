//! Terms as values of Python: numbers, texts, lists, and `Term` for the rest.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use regola::logic::{self, View};

/// A term of the rules: a name with arguments, such as `place(3, 4)`.
///
/// Numbers of the rules are `int`, atoms and texts are `str`, and lists are `list`.
#[pyclass(frozen, eq, hash, module = "regola", name = "Term")]
#[derive(PartialEq, Eq, Hash)]
pub struct Term(logic::Term);

#[pymethods]
impl Term {
    /// The name, as `place` of `place(3, 4)`.
    #[getter]
    fn name(&self) -> String {
        match self.0.view() {
            View::Compound(name, _) => name.to_string(),
            _ => self.0.to_string(),
        }
    }

    /// The arguments, as `(3, 4)` of `place(3, 4)`.
    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let arguments = self.0.arguments();
        let arguments: PyResult<Vec<_>> = arguments.iter().map(|term| value(py, term)).collect();
        PyTuple::new(py, arguments?)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Term({})", self.0)
    }
}

/// A term as a value of Python.
pub fn value<'py>(py: Python<'py>, term: &logic::Term) -> PyResult<Bound<'py, PyAny>> {
    match term.view() {
        View::Integer(number) => Ok(number.into_pyobject(py)?.into_any()),
        View::Atom(name) if &*name == "[]" => Ok(PyList::empty(py).into_any()),
        View::Atom(name) | View::String(name) => Ok(PyString::new(py, &name).into_any()),
        View::Variable(_) => Ok(py.None().into_bound(py)),
        View::Compound(..) => match term.as_list() {
            Some(items) => {
                let items: PyResult<Vec<_>> = items.iter().map(|item| value(py, item)).collect();
                Ok(PyList::new(py, items?)?.into_any())
            }
            None => Ok(Bound::new(py, Term(term.clone()))?.into_any()),
        },
    }
}
