//! How a game ended, told by the goals of its roles.

use regola::game::{Error, Game, Position, Role, Rules};
use serde_json::json;

use crate::json::Object;

/// The names of all roles.
pub fn role_names(rules: &Rules) -> Vec<String> {
    (0..rules.role_count()).map(|role| rules.role_name(Role(role))).collect()
}

/// The goals of all roles in a finished game.
pub fn goals(rules: &Rules, position: &Position) -> Result<Vec<u8>, Error> {
    (0..rules.role_count()).map(|role| rules.goal(position, Role(role))).collect()
}

/// The goals by the names of the roles.
pub fn goals_object(rules: &Rules, goals: &[u8]) -> Object {
    role_names(rules).into_iter().zip(goals.iter().map(|goal| json!(goal))).collect()
}

/// The result in words: who wins, or that nobody does, and all goals.
pub fn verdict(rules: &Rules, goals: &[u8]) -> String {
    let names = role_names(rules);
    let all: Vec<String> = names.iter().zip(goals).map(|(name, goal)| format!("{name} {goal}")).collect();
    let all = all.join(", ");
    let winners: Vec<&String> =
        names.iter().zip(goals).filter(|(_, goal)| **goal == 100).map(|(name, _)| name).collect();
    match winners.as_slice() {
        [winner] if goals.iter().all(|goal| matches!(goal, 0 | 100)) => format!("{winner} wins ({all})"),
        _ if goals.len() > 1 && goals.iter().all(|goal| *goal == goals[0]) => format!("a draw ({all})"),
        _ => format!("result: {all}"),
    }
}
