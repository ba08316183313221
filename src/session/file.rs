//! Commands that read and write files.

use std::io::Write;

use super::line::Line;
use super::session::Session;
use super::trouble::Trouble;
use crate::game::{Game, Position, Rules};

impl Session {
    /// Reads the rule file again. Where the positions make no sense any more, the line starts over.
    pub(super) fn reload(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let rules = Rules::read_within(self.host.reader(), &self.game.path, self.game.limits)?;
        let rules = rules.with_interrupt(self.interrupt());
        let note = match self.game.line.turned(|position| carry(position, &self.game.rules, &rules)) {
            Some(line) => {
                self.game.line = line;
                "the position stays"
            }
            None => {
                self.game.line = Line::new(rules.initial());
                "the position makes no sense there, so it is back at the start"
            }
        };
        self.game.rules = rules;
        writeln!(out, "{} was read again; {note}", self.game.path)?;
        Ok(())
    }
}

/// The same facts under other rules, if they are facts there.
fn carry(position: &Position, old: &Rules, new: &Rules) -> Option<Position> {
    let facts: String = position.facts(old).iter().map(|fact| format!("{fact}.\n")).collect();
    new.position("<position>", &facts).ok()
}
