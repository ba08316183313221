//! What a person may type when it is their turn.

use regola::game::{Move, NoSuchMove, Role};

use super::report::{Chosen, How};
use super::table::{Choice, Table};
use crate::lines::Input;
use crate::suggestion;
use crate::trouble::{Explain, Trouble};

/// The words that are no moves, each with what it does.
const WORDS: [(&str, &str); 7] = [
    ("moves", "list the legal moves"),
    ("board", "draw the board"),
    ("undo", "take back your last move and what followed"),
    ("hint", "ask the program what it would play"),
    ("resign", "give the game up"),
    ("help", "show this"),
    ("quit", "leave the game as it is"),
];

impl Table<'_> {
    /// Asks a person for a move until there is a legal one, or something else that goes on.
    pub(super) fn ask(&mut self, role: Role, moves: &[Move]) -> Result<Choice, Trouble> {
        let name = self.rules.role_name(role);
        let written = self.rules.notations(&self.position, moves).explain(self.rules)?;
        self.report.choices(&name, &written)?;
        if let [only] = written.as_slice() {
            self.report.note(&format!("there is no other move than {only}: press Enter to play it"))?;
        }
        loop {
            let Input::Line(line) = self.lines.next(&format!("{name}> "))? else { return Ok(Choice::Leave) };
            if let Some(choice) = self.understand(line.trim(), &name, moves, &written)? {
                return Ok(choice);
            }
        }
    }

    /// What was typed comes to this, or to nothing that ends the turn.
    fn understand(
        &mut self,
        typed: &str,
        role: &str,
        moves: &[Move],
        written: &[String],
    ) -> Result<Option<Choice>, Trouble> {
        let chosen = |index: usize| {
            let (played, text) = (moves[index].clone(), written[index].clone());
            Some(Choice::Play(Chosen { played, text, how: How::Typed }))
        };
        if typed.is_empty() {
            return match moves.len() {
                1 => Ok(chosen(0)),
                _ => self.refuse("type a move, its number, or `help`"),
            };
        }
        let reason = match self.rules.find_move(&self.position, moves, typed).explain(self.rules)? {
            Ok(found) => return Ok(moves.iter().position(|played| *played == found).and_then(chosen)),
            Err(reason) => reason,
        };
        if let Some(index) = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
            return match index < moves.len() {
                true => Ok(chosen(index)),
                false => self.refuse(&format!("the moves have numbers from 1 to {}", moves.len())),
            };
        }
        match suggestion::command(&typed.to_lowercase(), &WORDS.map(|(word, _)| word)) {
            Ok(word) => self.obey(word, role, moves, written),
            Err(_) => self.refuse(&refusal(&reason)),
        }
    }

    fn obey(&mut self, word: &str, role: &str, moves: &[Move], written: &[String]) -> Result<Option<Choice>, Trouble> {
        match word {
            "undo" if self.can_take_back() => return Ok(Some(Choice::Undo)),
            "resign" => return Ok(Some(Choice::Resign)),
            "quit" => return Ok(Some(Choice::Leave)),
            "undo" => self.report.refused("there is nothing to take back")?,
            "moves" => self.report.choices(role, written)?,
            "board" => self.report.position(self.rules, &self.position, moves)?,
            "hint" => self.hint()?,
            _ => self.report.note(&help())?,
        }
        Ok(None)
    }

    fn refuse(&mut self, reason: &str) -> Result<Option<Choice>, Trouble> {
        self.report.refused(reason)?;
        Ok(None)
    }
}

fn refusal(reason: &NoSuchMove) -> String {
    match reason {
        NoSuchMove::NotLegal { .. } => reason.to_string(),
        NoSuchMove::Ambiguous { .. } => format!("{reason}; type its number"),
    }
}

fn help() -> String {
    let words = WORDS.map(|(word, meaning)| format!("  {word:<7} {meaning}"));
    format!("Type a move as it is written, or its number, or one of these words:\n{}", words.join("\n"))
}
