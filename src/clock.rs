//! The time that passes: by the clock of the system, or by that of a host whose system has none, as in
//! a browser's WebAssembly.

use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

/// A clock: returns the time since some fixed moment.
pub type HostClock = fn() -> Duration;

static HOST: OnceLock<HostClock> = OnceLock::new();
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Reads the time from `clock` from now on. Only the first call counts.
pub fn set_clock(clock: HostClock) {
    HOST.get_or_init(|| clock);
}

/// Returns a clock that starts at zero now.
pub fn stopwatch() -> impl Fn() -> Duration {
    let start = now();
    move || now().saturating_sub(start)
}

fn now() -> Duration {
    match HOST.get() {
        Some(clock) => clock(),
        None => START.elapsed(),
    }
}
