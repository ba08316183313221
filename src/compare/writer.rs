//! How another game writes what the first one calls by its own names.

use super::names::{NameMap, NameTranslator, NamedKind};
use crate::game::{Board, Failure};

/// Writes roles and moves of a game as another one does.
pub struct Writer<'n> {
    translator: NameTranslator<'n>,
}

impl<'n> Writer<'n> {
    /// A writer by these names; the board of the first game, if it draws one, says which squares
    /// there are.
    ///
    /// # Errors
    /// If the file of names cannot be followed.
    pub fn new(names: &'n NameMap, board: Option<&Board>) -> Result<Self, Failure> {
        let mut translator = NameTranslator::new(names);
        if let Some(board) = board {
            translator.know_squares(board.square_names())?;
        }
        Ok(Writer { translator })
    }

    /// What the other game calls a role.
    ///
    /// # Errors
    /// If the file of names cannot be followed.
    pub fn role(&mut self, name: &str) -> Result<String, Failure> {
        self.translator.name(NamedKind::Role, name)
    }

    /// How the other game writes a move of one role.
    ///
    /// # Errors
    /// If the file of names cannot be followed.
    pub fn written(&mut self, text: &str) -> Result<String, Failure> {
        self.translator.written(text)
    }
}
