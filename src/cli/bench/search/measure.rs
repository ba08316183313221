//! The answers of one side of a comparison, and its times.

use std::time::Duration;

use cpu_time::ProcessTime;
use regola::search::Value;

use crate::bench::sample::median;
use crate::trouble::Trouble;

/// The answer of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchAnswer {
    /// For each position the value for the side to move.
    pub values: Vec<Value>,
    /// The best move in the first position, if the search tells it.
    pub best: Option<String>,
    /// The number of positions searched; of playouts the number of plies.
    pub nodes: u64,
    /// The number of playouts; 0 for a search without playouts.
    pub playouts: u64,
}

/// The measurements of one side.
#[derive(Clone, Debug, Default)]
pub struct SearchMeasure {
    /// The answer, which is the same in each run.
    pub answer: SearchAnswer,
    times: Vec<Duration>,
}

impl SearchMeasure {
    /// Runs a search once and records its CPU time.
    pub fn run(
        &mut self,
        search: impl FnOnce() -> Result<SearchAnswer, Trouble>,
    ) -> Result<(), Trouble> {
        let before = ProcessTime::now();
        let answer = search()?;
        self.times.push(before.elapsed());
        self.answer = answer;
        Ok(())
    }

    /// Returns the median of the times.
    pub fn time(&self) -> Duration {
        median(self.times.clone())
    }

    /// Returns the playouts in a second of CPU time.
    pub fn speed(&self) -> f64 {
        self.answer.playouts as f64 / self.time().as_secs_f64().max(1e-9)
    }
}
