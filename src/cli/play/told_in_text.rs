//! A game told to a person.

use std::io::{self, Write};

use regola::game::{Move, PathInput, Position, Rows, Rules};
use regola::search::Value;

use super::player::Player;
use super::report::{Chosen, End, How, Report, winner_over};
use crate::results;
use crate::trouble::{Explain, Trouble};
use regola::session::listing;

/// Tells a game in words and boards.
pub struct ToldInText<'a> {
    out: &'a mut dyn Write,
    rows: Option<Rows>,
}

impl<'a> ToldInText<'a> {
    pub fn new(out: &'a mut dyn Write, rows: Option<Rows>) -> Self {
        ToldInText { out, rows }
    }
}

impl Report for ToldInText<'_> {
    fn begun(&mut self, rules: &Rules, players: &[Player]) -> io::Result<()> {
        let names = rules.role_names();
        let players: Vec<String> = names
            .iter()
            .zip(players)
            .map(|(name, player)| format!("{name} {player}"))
            .collect();
        writeln!(self.out, "{}: {}", rules.name(), players.join("; "))
    }

    fn position(
        &mut self,
        rules: &Rules,
        position: &Position,
        moves: &[Move],
    ) -> Result<(), Trouble> {
        let picture = rules.picture(position, moves, self.rows).explain(rules)?;
        if !picture.is_empty() {
            write!(self.out, "\n{picture}\n")?;
        }
        Ok(())
    }

    fn entered(
        &mut self,
        rules: &Rules,
        position: &Position,
        input: &PathInput,
    ) -> Result<(), Trouble> {
        if let Some(picture) = rules
            .picture_of_path(position, input, self.rows)
            .explain(rules)?
        {
            write!(self.out, "\n{picture}\n")?;
        }
        let (squares, open) = (input.clicked().join(" "), input.open_squares().join(" or "));
        writeln!(self.out, "{squares}: go on to {open}, or `clear`")?;
        Ok(self.out.flush()?)
    }

    fn choices(&mut self, role: &str, moves: &[String]) -> io::Result<()> {
        write!(self.out, "{role} to move:\n{}", listing::in_columns(moves))?;
        self.out.flush()
    }

    fn played(&mut self, ply: usize, role: &str, chosen: &Chosen) -> io::Result<()> {
        let text = &chosen.text;
        match &chosen.how {
            How::Typed => writeln!(self.out, "{ply}. {role}: {text}"),
            How::Only => writeln!(self.out, "{ply}. {role}: {text} (the only move)"),
            How::Random => writeln!(self.out, "{ply}. {role}: {text} (at random)"),
            How::Searched {
                value,
                nodes,
                time,
                answered,
            } => {
                let (seconds, engine) = (time.as_secs_f64(), answered.name());
                writeln!(
                    self.out,
                    "{ply}. {role}: {text} (value {value}, {nodes} positions, {seconds:.3} s, {engine})"
                )
            }
        }?;
        self.out.flush()
    }

    fn refused(&mut self, reason: &str) -> io::Result<()> {
        writeln!(self.out, "{reason}")?;
        self.out.flush()
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    fn hint(&mut self, text: &str, value: Value) -> io::Result<()> {
        writeln!(self.out, "hint: {text} (value {value})")?;
        self.out.flush()
    }

    fn taken_back(&mut self, ply: usize) -> io::Result<()> {
        writeln!(self.out, "back to before move {ply}")
    }

    fn ended(
        &mut self,
        rules: &Rules,
        position: &Position,
        plies: &[String],
        end: &End,
    ) -> Result<(), Trouble> {
        if matches!(end, End::Left) {
            // A board that was not asked for; what is over shows the last one already.
            self.position(rules, position, &[])?;
        }
        match end {
            End::Over(goals) => writeln!(
                self.out,
                "The game is over: {}",
                results::verdict(rules, goals)
            )?,
            End::Left => writeln!(self.out, "The game is left here.")?,
            End::Resigned(role) => {
                let resigned = rules.role_name(*role);
                let wins = winner_over(rules, *role)
                    .map_or(String::new(), |winner| format!("; {winner} wins"));
                writeln!(self.out, "{resigned} resigns{wins}.")?;
            }
        }
        if !plies.is_empty() {
            writeln!(self.out, "Moves: {}", plies.join(" "))?;
        }
        Ok(())
    }
}
