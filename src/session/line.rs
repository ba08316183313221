//! A line of play: the positions of a session and the plies between them, and where one stands.

use crate::game::{Game, Position, Rules};

/// At least one position, and how each further one was reached. Positions are persistent, so that
/// going to any of them costs nothing.
#[derive(Clone, Debug)]
pub struct PlayedLine {
    positions: Vec<Position>,
    /// The plies between them, as they are written.
    plies: Vec<String>,
    at: usize,
}

impl PlayedLine {
    /// The line that consists of one position.
    #[must_use]
    pub fn new(first: Position) -> Self {
        PlayedLine {
            positions: vec![first],
            plies: Vec::new(),
            at: 0,
        }
    }

    /// Where one stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.at]
    }

    /// The first position.
    #[must_use]
    pub fn first(&self) -> &Position {
        &self.positions[0]
    }

    /// How many plies lead to where one stands.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.at
    }

    /// All plies as they are written, those after where one stands too.
    #[must_use]
    pub fn plies(&self) -> &[String] {
        &self.plies
    }

    /// All positions: one more than there are plies.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Plays on from here; what came after is forgotten.
    pub fn play(&mut self, ply: String, next: Position) {
        self.positions.truncate(self.at + 1);
        self.plies.truncate(self.at);
        self.positions.push(next);
        self.plies.push(ply);
        self.at += 1;
    }

    /// Goes to the position after so many plies, if the line is that long.
    pub fn go_to(&mut self, ply: usize) -> bool {
        let within = ply < self.positions.len();
        if within {
            self.at = ply;
        }
        within
    }

    /// The same line with every position turned into another one, if that can be done with all.
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

    /// The entries of a session that lead from the start of a game to where the line ends.
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
