//! A line of play: the positions of a session, the plies between them, and the current position.

use crate::game::{Game, Position, Rules};

/// A sequence of positions, at least one, with the ply that leads to each further one. Positions
/// are persistent, so going to another one costs nothing.
#[derive(Clone, Debug)]
pub struct PlayedLine {
    positions: Vec<Position>,
    /// The plies between the positions, in the notation of the rules.
    plies: Vec<String>,
    at: usize,
}

impl PlayedLine {
    /// Returns a line with one position.
    #[must_use]
    pub fn new(first: Position) -> Self {
        PlayedLine {
            positions: vec![first],
            plies: Vec::new(),
            at: 0,
        }
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.at]
    }

    /// Returns the first position.
    #[must_use]
    pub fn first(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the number of plies from the first position to the current one.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.at
    }

    /// Returns all plies in the notation of the rules, also those after the current position.
    #[must_use]
    pub fn plies(&self) -> &[String] {
        &self.plies
    }

    /// Returns all positions: one more than there are plies.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Plays a ply from the current position. The rest of the old line is removed.
    pub fn play(&mut self, ply: String, next: Position) {
        self.positions.truncate(self.at + 1);
        self.plies.truncate(self.at);
        self.positions.push(next);
        self.plies.push(ply);
        self.at += 1;
    }

    /// Removes all plies after the first `ply` ones.
    pub fn truncate(&mut self, ply: usize) {
        self.positions.truncate(ply + 1);
        self.plies.truncate(ply);
        self.at = self.at.min(self.plies.len());
    }

    /// Goes to the position after the first `ply` plies. Returns whether the line is that long.
    pub fn go_to(&mut self, ply: usize) -> bool {
        let within = ply < self.positions.len();
        if within {
            self.at = ply;
        }
        within
    }

    /// Returns the line with each position replaced by `turn`; none if `turn` returns none for any
    /// of them.
    #[must_use]
    pub fn turned(&self, turn: impl Fn(&Position) -> Option<Position>) -> Option<Self> {
        let positions = self
            .positions
            .iter()
            .map(turn)
            .collect::<Option<Vec<_>>>()?;
        Some(PlayedLine {
            positions,
            plies: self.plies.clone(),
            at: self.at,
        })
    }

    /// Returns the entries of a session that lead from the start of the game to the end of the
    /// line.
    pub(super) fn entries(&self, rules: &Rules) -> Vec<String> {
        let mut entries = Vec::new();
        if *self.first() != rules.initial() {
            let facts: Vec<String> = self
                .first()
                .facts(rules.schema())
                .iter()
                .map(|fact| format!("{fact}."))
                .collect();
            entries.push(format!(":position {}", facts.join(" ")));
        }
        entries.extend(self.plies.iter().map(|ply| format!(":play {ply}")));
        entries
    }
}
