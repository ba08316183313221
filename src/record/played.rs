//! The tags of a record that come from the rules: the game, its first position, its players and its
//! end.

use super::{GameRecord, GameResult, tag};
use crate::game::{Game, Position, Role, Rules};

/// The tag for the number of plies at the beginning that no player has chosen.
pub const OPENING_PLIES: &str = "OpeningPlies";

/// Tags with a meaning of their own; a role of such a name has another tag.
const TAKEN: [&str; 12] = [
    "Game",
    tag::FILE,
    tag::POSITION,
    tag::RESULT,
    tag::TERMINATION,
    "Round",
    OPENING_PLIES,
    "Seed",
    "TimeControl",
    "Event",
    "Date",
    "Site",
];

impl GameRecord {
    /// Returns a record with the tags of the game, of its first position, and of the players, each
    /// with the name of its role. `path` is that of the rule file.
    #[must_use]
    pub fn begin(
        rules: &Rules,
        path: &str,
        start: &Position,
        players: impl IntoIterator<Item = String>,
    ) -> Self {
        let mut record = GameRecord::default();
        record.add_tag("Game", rules.name());
        record.add_tag(tag::FILE, path);
        if *start != rules.initial() {
            let facts = start.facts(rules.schema());
            let facts: Vec<String> = facts.iter().map(|fact| format!("{fact}.")).collect();
            record.add_tag(tag::POSITION, facts.join(" "));
        }
        for (role, player) in rules.role_names().iter().zip(players) {
            record.add_tag(role_tag(role), player);
        }
        record
    }

    /// Returns the player of a role, if there is a tag for it.
    #[must_use]
    pub fn player(&self, role: &str) -> Option<&str> {
        self.tag(&role_tag(role))
    }

    /// Adds the end of the game.
    pub fn end(&mut self, rules: &Rules, end: &RecordEnd) {
        self.result = end.result(rules.role_count());
        self.add_tag(tag::RESULT, self.result.to_string());
        self.add_tag(tag::TERMINATION, end.termination());
    }

    /// Returns the text of the record. In a game without simultaneous moves a number stands before as
    /// many plies as there are roles.
    #[must_use]
    pub fn text_by(&self, rules: &Rules) -> String {
        let has_joint_plies = self.plies.iter().any(|moves| moves.len() > 1);
        self.text(match has_joint_plies {
            true => 1,
            false => rules.role_count(),
        })
    }
}

/// Returns the tag of a role: its name with a capital, and `_` for what a tag cannot have.
fn role_tag(role: &str) -> String {
    let plain = |letter: char| match letter.is_ascii_alphanumeric() {
        true => letter,
        false => '_',
    };
    let mut letters = role.chars().map(plain);
    let first = letters.next().unwrap_or('_').to_ascii_uppercase();
    let name: String = std::iter::once(first).chain(letters).collect();
    match TAKEN.contains(&name.as_str()) {
        true => format!("Role_{name}"),
        false => name,
    }
}

/// How a recorded game ended.
#[derive(Clone, Debug)]
pub enum RecordEnd {
    /// By the rules, with the goals of the roles.
    Over(Vec<u8>),
    /// A role gave up.
    Resigned(Role),
    /// The time of a role was over.
    OutOfTime(Role),
    /// It was too long, and counts as a draw.
    TooLong,
    /// It goes on.
    Unfinished,
}

impl RecordEnd {
    fn termination(&self) -> &'static str {
        match self {
            RecordEnd::Over(_) => tag::NORMAL,
            RecordEnd::Resigned(_) => "resignation",
            RecordEnd::OutOfTime(_) => "time forfeit",
            RecordEnd::TooLong => "adjudication",
            RecordEnd::Unfinished => "unterminated",
        }
    }

    /// Returns the result for this number of roles. Who gives up loses to the other one of two roles.
    fn result(&self, roles: usize) -> GameResult {
        match self {
            RecordEnd::Over(goals) => GameResult::Goals(goals.clone()),
            RecordEnd::Resigned(Role(0)) | RecordEnd::OutOfTime(Role(0)) if roles == 2 => {
                GameResult::Goals(vec![0, 100])
            }
            RecordEnd::Resigned(_) | RecordEnd::OutOfTime(_) if roles == 2 => {
                GameResult::Goals(vec![100, 0])
            }
            RecordEnd::TooLong => GameResult::Goals(vec![50; roles]),
            RecordEnd::Resigned(_) | RecordEnd::OutOfTime(_) | RecordEnd::Unfinished => {
                GameResult::Unknown
            }
        }
    }
}
