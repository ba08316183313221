//! Commands that play moves, take them back, and go to another position.

use std::io::Write;

use super::line::PlayedLine;
use super::session::Session;
use super::trouble::Trouble;
use super::typed::{Played, play_typed};

impl Session {
    pub(super) fn play(&mut self, typed: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        if typed.is_empty() {
            return Err(Trouble::Use(
                "say which move, as in `:play c4`; `:moves` lists them".to_owned(),
            ));
        }
        // The notation of a move may contain spaces, so the whole text may be one move.
        match play_typed(self.playable()?, self.position(), typed)? {
            Ok(played) => self.advance(played),
            Err(_) => {
                let mut all: Vec<Played> = Vec::new();
                for word in typed.split_whitespace() {
                    let position = match all.last() {
                        Some(last) => &last.position,
                        None => self.position(),
                    };
                    match play_typed(self.rules(), position, word)? {
                        Ok(played) => all.push(played),
                        Err(reason) => return Err(not_played(reason, all.len())),
                    }
                }
                for played in all {
                    self.advance(played);
                }
            }
        }
        self.draw(out)
    }

    fn advance(&mut self, played: Played) {
        self.game.line.play(played.written, played.position);
    }

    /// Takes back the number of plies that was typed, or one.
    pub(super) fn undo(&mut self, typed: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let (wanted, played) = (how_many(typed)?, self.game.line.ply());
        if wanted > played {
            return Err(too_many("to take back", played));
        }
        self.game.line.go_to(played - wanted);
        self.draw(out)
    }

    /// Plays again the number of taken-back plies that was typed, or one.
    pub(super) fn redo(&mut self, typed: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let (wanted, played) = (how_many(typed)?, self.game.line.ply());
        let left = self.game.line.plies().len() - played;
        if wanted > left {
            return Err(too_many("to play again", left));
        }
        self.game.line.go_to(played + wanted);
        self.draw(out)
    }

    /// Goes to the position after the first `argument` plies of the line.
    pub(super) fn go_to(&mut self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let last = self.game.line.plies().len();
        match argument.parse() {
            Ok(ply) if self.game.line.go_to(ply) => self.draw(out),
            _ => Err(Trouble::Use(format!(
                "`{argument}` is no ply of this line; they go from 0 to {last}"
            ))),
        }
    }

    /// Lists the plies of the line and marks the current position.
    pub(super) fn history(&self, out: &mut dyn Write) -> Result<(), Trouble> {
        let line = &self.game.line;
        let width = line.plies().len().to_string().len();
        let all = std::iter::once("the start of this line")
            .chain(line.plies().iter().map(String::as_str));
        for (number, written) in all.enumerate() {
            let mark = if number == line.ply() { '>' } else { ' ' };
            writeln!(out, "{mark} {number:>width$} {written}")?;
        }
        Ok(())
    }

    /// Goes to the position with the given facts, where a new line begins.
    pub(super) fn set_up(&mut self, facts: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        if facts.is_empty() {
            return Err(Trouble::Use(
                "say its facts, as in `:position cell(1, 1, x). control(o).`".to_owned(),
            ));
        }
        let position = self.rules().position("<position>", &format!("{facts}."))?;
        self.game.line = PlayedLine::new(position);
        self.draw(out)
    }
}

/// Returns the message that none of several moves was played, though the first `possible` of them
/// could be.
fn not_played(reason: String, possible: usize) -> Trouble {
    Trouble::Use(match possible {
        0 => reason,
        _ => format!("{reason}; none of the moves is played"),
    })
}

/// Reads a number of moves; no text means one.
fn how_many(typed: &str) -> Result<usize, Trouble> {
    let number = if typed.is_empty() { "1" } else { typed };
    let wrong = || {
        Trouble::Use(format!(
            "`{typed}` is no number of moves; say one such as 2"
        ))
    };
    number
        .parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or_else(wrong)
}

fn too_many(what_for: &str, there: usize) -> Trouble {
    Trouble::Use(match there {
        0 => format!("there is no move {what_for}"),
        1 => format!("there is only one move {what_for}"),
        _ => format!("there are only {there} moves {what_for}"),
    })
}
