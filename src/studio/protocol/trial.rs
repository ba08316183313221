//! What random games show.

use serde::Serialize;

use super::{FilePlace, ShownSeverity};

/// The result of random games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TrialResult {
    /// The faults, in the order in which they were found.
    pub findings: Vec<ShownFinding>,
    /// What is no fault, one line each: first how many games were played.
    pub notes: Vec<String>,
}

/// A fault that showed in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownFinding {
    /// Whether it is an error or a warning.
    pub severity: ShownSeverity,
    /// What is wrong, with the moves that led to it.
    pub message: String,
    /// The code, for `regola explain`.
    pub code: String,
    /// How to mend it; empty if no way is known.
    pub help: String,
    /// The clause, if one is known.
    pub place: Option<FilePlace>,
}
