//! Results and counts in words.

use crate::game::{Role, Rules};
use crate::search::Statistics;

/// A result in a few words: `x wins`, `draw`, or the goals.
pub(super) fn result(rules: &Rules, goals: &[u8]) -> String {
    let names = || (0..goals.len()).map(|role| rules.role_name(Role(role)));
    let winners: Vec<String> = names()
        .zip(goals)
        .filter(|(_, goal)| **goal == 100)
        .map(|(name, _)| name)
        .collect();
    match winners.as_slice() {
        [winner] if goals.len() > 1 && goals.iter().all(|goal| matches!(goal, 0 | 100)) => {
            format!("{winner} wins")
        }
        _ if goals.len() > 1 && goals.iter().all(|goal| *goal == goals[0]) => "draw".to_owned(),
        _ if goals.len() == 1 => format!("goal {}", goals[0]),
        _ => names()
            .zip(goals)
            .map(|(name, goal)| format!("{name} {goal}"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// All counts, in one line.
pub(super) fn counts(rules: &Rules, statistics: &Statistics) -> String {
    let mut text = format!(
        "{}, {}",
        number(statistics.nodes, "node"),
        number(statistics.leaves, "leaf")
    );
    let results = statistics.results.iter().rev();
    let results: Vec<String> = results
        .map(|(goals, count)| format!("{}: {count}", result(rules, goals)))
        .collect();
    if !results.is_empty() {
        text += &format!(" ({})", results.join(", "));
    }
    text += &format!(", depth {}", statistics.depth);
    if statistics.equivalent > 0 {
        text += &format!(", {} equivalent", statistics.equivalent);
    }
    if statistics.left_out > 0 {
        text += &format!(
            ", {} left out with all below them",
            number(statistics.left_out, "node")
        );
    }
    text
}

fn number(count: usize, what: &str) -> String {
    match (count, what) {
        (1, _) => format!("1 {what}"),
        (_, "leaf") => format!("{count} leaves"),
        _ => format!("{count} {what}s"),
    }
}
