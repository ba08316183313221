//! The statistics of a match: bindings of the program's own, for the module `regola.ray.scores`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use regola::contest::{self, GamePairs, Hypothesis, Score};

/// The numbers of pairs with 0 to 4 half points.
type Counts = [u64; 5];

/// A sequential test: the smaller and the greater difference in Elo, alpha and beta.
type Test = (f64, f64, f64, f64);

fn test((smaller, greater, alpha, beta): Test) -> PyResult<contest::SequentialTest> {
    contest::SequentialTest::new([smaller, greater], alpha, beta)
        .map_err(|unfit| PyValueError::new_err(unfit.to_string()))
}

/// The interval of the true share of points; none without games.
#[pyfunction]
pub fn share_interval(wins: u64, draws: u64, losses: u64) -> Option<(f64, f64)> {
    let score = Score {
        wins,
        draws,
        losses,
    };
    score.interval()
}

/// The difference in Elo and the ends of its interval; none without pairs.
#[pyfunction]
pub fn elo(counts: Counts) -> Option<(f64, f64, f64)> {
    let found = GamePairs { counts }.elo()?;
    Some((found.difference, found.least, found.most))
}

/// By how much the log-likelihood of the pairs falls short of its maximum for this share of points.
#[pyfunction]
pub fn shortfall(counts: Counts, share: f64) -> f64 {
    GamePairs { counts }.shortfall(share)
}

/// The log-likelihood ratios at which a test ends, the lower one first.
#[pyfunction]
pub fn test_bounds(of: Test) -> PyResult<[f64; 2]> {
    Ok(test(of)?.bounds())
}

/// How much better the greater difference explains the pairs than the smaller one.
#[pyfunction]
pub fn log_likelihood_ratio(of: Test, counts: Counts) -> PyResult<f64> {
    Ok(test(of)?.log_likelihood_ratio(GamePairs { counts }))
}

/// The difference that the pairs decide for; none if the match must go on.
#[pyfunction]
pub fn decision(of: Test, counts: Counts) -> PyResult<Option<&'static str>> {
    let decided = test(of)?.decision(GamePairs { counts });
    Ok(decided.map(|accepted| match accepted {
        Hypothesis::Smaller => "smaller",
        Hypothesis::Greater => "greater",
    }))
}
