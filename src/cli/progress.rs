//! The progress of a search in words. Knows nothing of terminals.

use std::time::Duration;

use indicatif::HumanCount;
use regola::search::Progress;

/// Returns the continuation of a line about a search that has run for the time `elapsed`, such as
/// `, depth 7, 3,000,000 positions, 1,500,000 a second`.
pub fn in_words(progress: Progress, elapsed: Duration) -> String {
    let depth = match progress.depth {
        0 => String::new(),
        depth => format!(", depth {depth}"),
    };
    let rate = progress.nodes as f64 / elapsed.as_secs_f64().max(f64::MIN_POSITIVE);
    let table = match progress.table_percent {
        0 => String::new(),
        percent => format!(", table {percent} % full"),
    };
    let [nodes, rate] = [progress.nodes, rate as u64].map(HumanCount);
    format!("{depth}, {nodes} positions, {rate} a second{table}")
}
