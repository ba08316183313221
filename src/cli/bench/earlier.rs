//! The figures of an earlier run, for comparison.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use serde_json::Value;

use crate::trouble::Trouble;

/// The median times of Regola in an earlier run, by the names of the works.
#[derive(Default)]
pub struct Earlier {
    times: HashMap<String, Duration>,
}

impl Earlier {
    /// Reads the output of `regola bench --json`.
    pub fn read(path: &str) -> Result<Self, Trouble> {
        let text = fs::read_to_string(path)
            .map_err(|error| Trouble::Use(format!("cannot read `{path}`: {error}")))?;
        let mut times = HashMap::new();
        for line in text.lines() {
            let object: Value = serde_json::from_str(line).map_err(|_| {
                Trouble::Use(format!("`{path}` is not what `regola bench --json` prints"))
            })?;
            let seconds = object["regola"]["seconds"].as_f64();
            let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            // The line of the means has no work, and a work without a result has no time.
            if let (Some(work), Some(time)) = (object["work"].as_str(), time) {
                times.insert(work.to_owned(), time);
            }
        }
        if times.is_empty() {
            return Err(Trouble::Use(format!(
                "`{path}` has no figures of works that `regola bench --json` printed"
            )));
        }
        Ok(Earlier { times })
    }

    pub fn time(&self, work: &str) -> Option<Duration> {
        self.times.get(work).copied()
    }
}
