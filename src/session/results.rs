//! How a game ended: the goals of its roles, in words.

use crate::game::{Error, Game, Position, Role, Rules};

/// Returns the goals of all roles in a finished game.
///
/// # Errors
/// When the rules cannot be followed, or give a role no goal.
pub fn goals(rules: &Rules, position: &Position) -> Result<Vec<u8>, Error> {
    (0..rules.role_count())
        .map(|role| rules.goal(position, Role(role)))
        .collect()
}

/// Returns a sentence on a finished game: why it is over if `terminal` does not hold, and the
/// result.
///
/// # Errors
/// When the rules cannot be followed.
pub fn ending(rules: &Rules, position: &Position, goals: &[u8]) -> Result<String, Error> {
    let reason = match rules.is_terminal(position)? {
        true => "",
        false => ", since nobody can move",
    };
    let verdict = verdict(rules, goals);
    Ok(format!("The game is over{reason}: {verdict}"))
}

/// Returns the result in words: the winner or a draw, and all goals.
#[must_use]
pub fn verdict(rules: &Rules, goals: &[u8]) -> String {
    let names = rules.role_names();
    let all: Vec<String> = names
        .iter()
        .zip(goals)
        .map(|(name, goal)| format!("{name} {goal}"))
        .collect();
    let all = all.join(", ");
    let winners: Vec<&String> = names
        .iter()
        .zip(goals)
        .filter(|(_, goal)| **goal == 100)
        .map(|(name, _)| name)
        .collect();
    match winners.as_slice() {
        [winner] if goals.iter().all(|goal| matches!(goal, 0 | 100)) => {
            format!("{winner} wins ({all})")
        }
        _ if goals.len() > 1 && goals.iter().all(|goal| *goal == goals[0]) => {
            format!("a draw ({all})")
        }
        _ => format!("result: {all}"),
    }
}
