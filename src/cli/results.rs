//! How a game ended, as JSON and in words.

use regola::game::Rules;
pub use regola::session::results::{ending, goals, verdict};
use serde_json::json;

use crate::json::Object;

/// The goals by the names of the roles.
pub fn goals_object(rules: &Rules, goals: &[u8]) -> Object {
    rules
        .role_names()
        .into_iter()
        .zip(goals.iter().map(|goal| json!(goal)))
        .collect()
}
