//! Several measurements of one thing, and what is said of them.

use std::time::Duration;

/// The runs of one work on one system.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// CPU times, in the order of the runs.
    pub times: Vec<Duration>,
    /// The greatest memory of any run, in bytes.
    pub memory: u64,
}

impl Sample {
    pub fn add(&mut self, time: Duration, memory: u64) {
        self.times.push(time);
        self.memory = self.memory.max(memory);
    }

    /// The middle one of the times; of an even number, the later of the two in the middle.
    pub fn median(&self) -> Duration {
        median(self.times.clone())
    }
}

/// The middle one of some times; nothing of none.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// How many times the second the first is; none where that is too small to tell.
pub fn ratio(one: Duration, other: Duration) -> Option<f64> {
    (!other.is_zero()).then(|| one.as_secs_f64() / other.as_secs_f64())
}

/// The geometric mean: the one mean of ratios that does not depend on which side is the measure (P.
/// J. Fleming and J. J. Wallace, 1986). None of no ratios.
pub fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}
