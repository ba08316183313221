//! What is kept of a match, as the JSON that servers of general game playing publish.

use serde_json::{Value, json};

/// A turn of a match, which has just been made.
#[derive(Clone, Copy, Debug)]
pub struct TurnTold<'t> {
    /// Its number, from 0.
    pub number: usize,
    /// The move of each role.
    pub moves: &'t [String],
    /// What each role did wrong; empty texts for nothing.
    pub errors: &'t [String],
}

/// What has become of a match.
#[derive(Clone, Debug, Default)]
pub struct MatchRecord {
    /// The name of the match.
    pub id: String,
    /// The sheet.
    pub rules: String,
    /// The roles.
    pub roles: Vec<String>,
    /// Who plays each role.
    pub players: Vec<String>,
    /// The seconds to get ready.
    pub start_clock: u64,
    /// The seconds for each move.
    pub play_clock: u64,
    /// The facts of each position, the first one first.
    pub states: Vec<Vec<String>>,
    /// For each turn the move of each role.
    pub moves: Vec<Vec<String>>,
    /// For each turn, and before the first one for `START`, what each role did wrong; empty texts for
    /// nothing.
    pub errors: Vec<Vec<String>>,
    /// The result of each role; none for a match that was given up.
    pub goals: Option<Vec<u8>>,
}

impl MatchRecord {
    /// The record as JSON. States and moves are lists in the notation of sheets.
    #[must_use]
    pub fn json(&self) -> Value {
        let states = self.states.iter();
        let states: Vec<String> = states
            .map(|facts| format!("( {} )", facts.join(" ")))
            .collect();
        json!({
            "matchId": self.id,
            "startClock": self.start_clock,
            "playClock": self.play_clock,
            "rules": self.rules,
            "gameRoleNames": self.roles,
            "playerNamesFromHost": self.players,
            "states": states,
            "moves": self.moves,
            "errors": self.errors,
            "goalValues": self.goals,
            "isCompleted": self.goals.is_some(),
            "isAborted": self.goals.is_none(),
        })
    }

    /// How often a role did something wrong.
    #[must_use]
    pub fn errors_of(&self, role: usize) -> usize {
        let errors = self.errors.iter();
        errors.filter(|turn| !turn[role].is_empty()).count()
    }
}
