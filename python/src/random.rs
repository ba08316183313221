//! `Random`: the random numbers of the program `regola`.

use fastrand::Rng;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The random numbers of the program `regola`: the same seed gives the same random moves.
#[pyclass(module = "regola._native", name = "Random")]
pub struct Random(Rng);

#[pymethods]
impl Random {
    /// Of a seed any integer counts by its lowest 64 bits.
    #[new]
    fn new(seed: i128) -> Self {
        Self(Rng::with_seed(seed as u64))
    }

    /// A number from 0 to `bound` - 1, all equally likely.
    fn below(&mut self, bound: usize) -> PyResult<usize> {
        match bound {
            0 => Err(PyValueError::new_err("no number is below 0")),
            _ => Ok(self.0.usize(..bound)),
        }
    }
}
