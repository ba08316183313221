//! What the benchmarks have in common.

use std::time::Duration;

/// The middle one of several times.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
