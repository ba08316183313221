//! Commands that play moves and take them back.

use std::io::Write;

use super::session::Session;
use super::trouble::Trouble;
use super::typed::{Played, play_typed};

impl Session {
    pub(super) fn play(&mut self, typed: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        if typed.is_empty() {
            return Err(Trouble::Use("say which move, as in `:play c4`; `:moves` lists them".to_owned()));
        }
        // A move may be written with spaces.
        match play_typed(self.rules(), self.position(), typed)? {
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
}
