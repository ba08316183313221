//! Typing slips: a command without its colon, a move without `:play`.

use super::entry::is_command_without_colon;
use super::session::Session;
use super::trouble::Trouble;
use crate::game::{Game, same_when_typed};

impl Session {
    /// Returns a suggestion for a text that is neither a goal nor a command but looks like a
    /// command or a move.
    #[must_use]
    pub fn slip(&self, text: &str) -> Option<String> {
        let text = text.trim().trim_end_matches('.').trim_end();
        let word = text.split_whitespace().next()?;
        let may_be_a_goal =
            text.contains(['(', ',', '=']) || self.rules().program().predicate(text, 0).is_some();
        if may_be_a_goal {
            return None;
        }
        if is_command_without_colon(text) {
            return Some(format!("commands begin with a colon: `:{text}`"));
        }
        let is_move = word == text
            && self
                .legal_moves()
                .iter()
                .any(|written| same_when_typed(written, text));
        is_move.then(|| format!("`{text}` is a legal move: play it with `:play {text}`"))
    }

    /// Returns the legal moves of the current position in the notation of the rules. If the rules
    /// fail it returns none; a command will report the error.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        let (Ok(rules), position) = (self.playable(), self.position()) else {
            return Vec::new();
        };
        let Ok(turn) = rules.turn(position) else {
            return Vec::new();
        };
        let movers = turn.into_movers();
        movers
            .iter()
            .flat_map(|(_, moves)| rules.notations(position, moves).unwrap_or_default())
            .collect()
    }

    /// Returns an error with the suggestion of [`slip`](Self::slip), if there is one.
    pub(super) fn refuse_slip(&self, text: &str) -> Result<(), Trouble> {
        self.slip(text)
            .map_or(Ok(()), |meant| Err(Trouble::Use(meant)))
    }
}
