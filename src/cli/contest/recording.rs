//! The games of a match as records.

use regola::contest::{MatchGame, MatchGameEnd};
use regola::game::{Game, Rules};
use regola::record::{GameRecord, OPENING_PLIES, RecordEnd, RecordPly};

use super::contestant::Contestant;
use super::games::Conditions;
use crate::opening::OpenedGame;
use crate::records::{self, NamedTag};
use crate::trouble::{Explain, Trouble};

/// The records of the games so far.
pub struct Recording<'a> {
    /// The path of the file to write.
    path: &'a str,
    /// The path of the rule file.
    rules_path: &'a str,
    opened: &'a OpenedGame,
    tags: &'a [NamedTag],
    texts: Vec<String>,
}

impl<'a> Recording<'a> {
    /// Returns no records, for a file with the path `path`.
    pub fn new(
        path: &'a str,
        rules_path: &'a str,
        opened: &'a OpenedGame,
        tags: &'a [NamedTag],
    ) -> Self {
        Recording {
            path,
            rules_path,
            opened,
            tags,
            texts: Vec::new(),
        }
    }

    /// Adds a game between two players in the order of roles.
    pub fn add(
        &mut self,
        played: &MatchGame,
        conditions: &Conditions,
        players: [&Contestant; 2],
    ) -> Result<(), Trouble> {
        let names = players.map(|contestant| contestant.name.clone());
        let text = self.text(self.texts.len() + 1, played, conditions, names)?;
        self.texts.push(text);
        Ok(())
    }

    /// Returns the record of a game, of this round, between players with these names in the order of
    /// roles.
    pub fn text(
        &self,
        round: usize,
        played: &MatchGame,
        conditions: &Conditions,
        names: [String; 2],
    ) -> Result<String, Trouble> {
        let rules = conditions.game.rules;
        let first = &self.opened.positions[0];
        let mut record = GameRecord::begin(rules, self.rules_path, first, names);
        record.add_tag("Round", round);
        record.add_tag(OPENING_PLIES, self.opened.plies.len() + played.opening);
        record.add_tag("Seed", conditions.game.seed);
        if let Some(time) = conditions.game.time {
            record.add_tag("TimeControl", time);
        }
        record.plies = self.opened.plies.clone();
        record.plies.extend(written(rules, conditions, played)?);
        let end = match &played.end {
            MatchGameEnd::Over(goals) => RecordEnd::Over(goals.clone()),
            MatchGameEnd::TooLong => RecordEnd::TooLong,
            MatchGameEnd::OutOfTime(role) => RecordEnd::OutOfTime(*role),
        };
        records::end(&mut record, rules, &end, self.tags);
        Ok(record.text_by(rules))
    }

    /// Writes the file.
    pub fn write(self) -> Result<(), Trouble> {
        records::write(self.path, &self.texts.join("\n"))
    }
}

/// Returns the plies of a game in the notation of the rules.
fn written(
    rules: &Rules,
    conditions: &Conditions,
    played: &MatchGame,
) -> Result<Vec<RecordPly>, Trouble> {
    let mut position = conditions.start.clone();
    let mut plies = Vec::new();
    for moves in &played.plies {
        plies.push(rules.notations(&position, moves).explain(rules)?);
        position = rules.play(&position, moves).explain(rules)?;
    }
    Ok(plies)
}
