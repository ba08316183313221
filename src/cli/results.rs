//! The result of a game, as JSON and in words.

use regola::game::Rules;
pub use regola::session::results::{ending, goals, verdict};
use serde_json::json;

use crate::json::Object;

/// Returns the goals, with the names of the roles as keys.
pub fn goals_object(rules: &Rules, goals: &[u8]) -> Object {
    rules
        .role_names()
        .into_iter()
        .zip(goals.iter().map(|goal| json!(goal)))
        .collect()
}
