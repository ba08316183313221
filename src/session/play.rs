//! Commands that play moves, take them back, and go elsewhere.

use std::io::Write;

use super::line::Line;
use super::session::Session;
use super::trouble::Trouble;
use super::typed::{Played, play_typed};
use crate::game::{Game, Rules};

impl Session {
    pub(super) fn play(&mut self, typed: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        if typed.is_empty() {
            return Err(Trouble::Use("say which move, as in `:play c4`; `:moves` lists them".to_owned()));
        }
        // A move may be written with spaces.
        match play_typed(self.playable()?, self.position(), typed)? {
            Ok(played) => self.advance(played),
            Err(_) => {
                for word in typed.split_whitespace() {
                    let played = play_typed(self.rules(), self.position(), word)?.map_err(Trouble::Use)?;
                    self.advance(played);
                }
            }
        }
        self.draw(out)
    }

    fn advance(&mut self, played: Played) {
        self.game.line.play(played.written, played.position);
    }

    pub(super) fn undo(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        match self.game.line.ply().checked_sub(1) {
            Some(before) => self.game.line.go_to(before),
            None => return Err(Trouble::Use("there is no move to take back".to_owned())),
        };
        self.draw(out)
    }

    pub(super) fn redo(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        if !self.game.line.go_to(self.game.line.ply() + 1) {
            return Err(Trouble::Use("no move was taken back".to_owned()));
        }
        self.draw(out)
    }

    /// Goes to the position after so many plies of the line.
    pub(super) fn go_to(&mut self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let last = self.game.line.plies().len();
        match argument.parse() {
            Ok(ply) if self.game.line.go_to(ply) => self.draw(out),
            _ => Err(Trouble::Use(format!("`{argument}` is no ply of this line; they go from 0 to {last}"))),
        }
    }

    /// Lists the plies of the line, and marks where one stands.
    pub(super) fn history(&self, out: &mut dyn Write) -> Result<(), Trouble> {
        let line = &self.game.line;
        let width = line.plies().len().to_string().len();
        let all = std::iter::once("the start of this line").chain(line.plies().iter().map(String::as_str));
        for (number, written) in all.enumerate() {
            let mark = if number == line.ply() { '>' } else { ' ' };
            writeln!(out, "{mark} {number:>width$} {written}")?;
        }
        Ok(())
    }

    /// Goes to the position of some facts, where another line begins.
    pub(super) fn set_up(&mut self, facts: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        if facts.is_empty() {
            return Err(Trouble::Use("say its facts, as in `:position cell(1, 1, x). control(o).`".to_owned()));
        }
        let position = self.rules().position("<position>", &format!("{facts}."))?;
        self.game.line = Line::new(position);
        self.draw(out)
    }
}

/// What leads from the start of a game to where a line of play stands, as entries.
pub(super) fn entries_of(line: &Line, rules: &Rules) -> Vec<String> {
    let first = line.first();
    let mut entries = Vec::new();
    if *first != rules.initial() {
        let facts: Vec<String> = first.facts(rules).iter().map(|fact| format!("{fact}.")).collect();
        entries.push(format!(":position {}", facts.join(" ")));
    }
    entries.extend(line.plies().iter().map(|ply| format!(":play {ply}")));
    entries
}
