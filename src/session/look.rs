//! Commands that show the position.

use std::io::Write;

use super::session::Session;
use super::trouble::{Explain, Trouble};
use super::{listing, results};
use crate::game::{Game, Position, Rules};

impl Session {
    pub(super) fn draw(&self, out: &mut dyn Write) -> Result<(), Trouble> {
        write!(
            out,
            "{}",
            self.rules()
                .picture(self.position(), &[], self.rows)
                .explain(self.rules())?
        )?;
        Ok(())
    }

    pub(super) fn list_moves(&self, out: &mut dyn Write) -> Result<(), Trouble> {
        list_moves(self.playable()?, self.position(), out)
    }

    pub(super) fn list_facts(&self, out: &mut dyn Write) -> Result<(), Trouble> {
        for fact in self.position().facts(self.rules().schema()) {
            writeln!(out, "{fact}.")?;
        }
        Ok(())
    }
}

/// Lists the moves of each role, or writes the result of a finished game.
///
/// # Errors
/// When the rules cannot be followed, or `out` cannot be written.
pub fn list_moves(rules: &Rules, position: &Position, out: &mut dyn Write) -> Result<(), Trouble> {
    let movers = rules.turn(position).explain(rules)?.into_movers();
    for (role, moves) in &movers {
        let written = rules.notations(position, moves).explain(rules)?;
        write!(
            out,
            "{} to move:\n{}",
            rules.role_name(*role),
            listing::one_a_line(&written)
        )?;
    }
    if movers.is_empty() {
        let goals = results::goals(rules, position).explain(rules)?;
        let ending = results::ending(rules, position, &goals).explain(rules)?;
        writeln!(out, "{ending}")?;
    }
    Ok(())
}
