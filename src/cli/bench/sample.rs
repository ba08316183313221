//! Several measurements of one thing, with their median and ratios.

use std::time::Duration;

/// The runs of one work on one system.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// CPU times, in the order of the runs.
    pub times: Vec<Duration>,
    /// The greatest memory of all runs, in bytes.
    pub memory: u64,
}

impl Sample {
    pub fn add(&mut self, time: Duration, memory: u64) {
        self.times.push(time);
        self.memory = self.memory.max(memory);
    }

    /// Returns the median of the times; of an even number, the later of the two in the middle.
    pub fn median(&self) -> Duration {
        median(self.times.clone())
    }
}

/// Returns the median of some times; zero if there are none.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Returns `one` divided by `other`; none if `other` is zero.
pub fn ratio(one: Duration, other: Duration) -> Option<f64> {
    (!other.is_zero()).then(|| one.as_secs_f64() / other.as_secs_f64())
}

/// Returns the geometric mean; none if there are no ratios. It is the one mean of ratios that does
/// not depend on which side is the reference (P. J. Fleming and J. J. Wallace, 1986).
pub fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}
