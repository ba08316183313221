//! What stands beside the board in a position: scores, hands, counts.

use std::fmt;

use indexmap::IndexSet;

use super::piece::glyph_text;
use crate::game::error::Error;
use crate::game::position::Position;
use crate::game::rules::Rules;
use crate::game::vocabulary::BESIDE_BOARD;
use crate::logic::Term;

/// A label with its value, and the role whose it is. [`Display`](fmt::Display) writes `black: discs 2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Beside {
    /// The name of the role.
    pub role: String,
    /// What the value counts or names; may be empty.
    pub label: String,
    /// The value.
    pub value: String,
}

impl Rules {
    /// What stands beside the board, in the order of the answers of `beside_board`.
    ///
    /// # Errors
    /// If the rules cannot be followed, or give a role that is none of the game's, or a label or a value
    /// that is no text and no number.
    pub fn beside(&self, position: &Position) -> Result<Vec<Beside>, Error> {
        let Some(beside) = self.game.vocabulary.beside else {
            return Ok(Vec::new());
        };
        let mut all = IndexSet::new();
        let mut gathering = self.gathering();
        self.with_machine(|machine| {
            machine.start_predicate(&position.facts, &[], beside, &[None, None, None]);
            while machine.next_answer()? {
                let given = machine.roots()?;
                let read = Beside::of_terms(&given, self.roles())
                    .ok_or_else(|| Error::NotBeside(Term::compound(BESIDE_BOARD.name, &given)))?;
                gathering.keep(read.bytes())?;
                all.insert(read);
            }
            Ok(all.into_iter().collect())
        })
    }
}

impl Beside {
    /// The approximate memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.role.len() + self.label.len() + self.value.len()
    }

    fn of_terms(given: &[Term], roles: &[Term]) -> Option<Self> {
        let [role, label, value] = given else {
            return None;
        };
        Some(Self {
            role: roles.iter().find(|known| *known == role)?.to_string(),
            label: glyph_text(label)?,
            value: glyph_text(value)?,
        })
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = if self.label.is_empty() { "" } else { " " };
        write!(f, "{}: {}{blank}{}", self.role, self.label, self.value)
    }
}
