//! The result of a game, as PGN writes it.

use std::fmt;

/// The result of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// The game has not ended, or the result is not known: `*`.
    #[default]
    Unknown,
    /// The goals of the roles, from 0 to 100, in the order of the rules. A win of one of two roles
    /// is `1-0` or `0-1`, and a draw with 50 for each is `1/2-1/2`; all others are written as they
    /// are: `30:70`.
    Goals(Vec<u8>),
}

/// The results of PGN, with the goals of the two roles.
const OF_TWO: [(&str, [u8; 2]); 3] = [("1-0", [100, 0]), ("0-1", [0, 100]), ("1/2-1/2", [50, 50])];

impl GameResult {
    /// Reads a result as it is written; none if the text is no result.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text == "*" {
            return Some(GameResult::Unknown);
        }
        if let Some((_, goals)) = OF_TWO.iter().find(|(known, _)| *known == text) {
            return Some(GameResult::Goals(goals.to_vec()));
        }
        let goals = text.split(':').map(goal).collect::<Option<Vec<u8>>>()?;
        Some(GameResult::Goals(goals))
    }

    /// Whether a word that ends the moves of any PGN is this text.
    pub(super) fn is_of_pgn(text: &str) -> bool {
        text == "*" || OF_TWO.iter().any(|(known, _)| *known == text)
    }
}

/// Reads a goal as it is written, without other digits than it needs.
fn goal(text: &str) -> Option<u8> {
    let goal: u8 = text.parse().ok()?;
    (goal <= 100 && goal.to_string() == text).then_some(goal)
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goals = match self {
            GameResult::Unknown => return f.write_str("*"),
            GameResult::Goals(goals) => goals,
        };
        match OF_TWO.iter().find(|(_, known)| known == goals.as_slice()) {
            Some((text, _)) => f.write_str(text),
            None => {
                let goals: Vec<String> = goals.iter().map(u8::to_string).collect();
                f.write_str(&goals.join(":"))
            }
        }
    }
}
