//! Translates the names and texts of the first game to those of another.

use super::names::{NameMap, NameTranslator, NamedKind};
use crate::game::{Board, Failure};

/// Translates roles and moves of one game to those of another.
pub struct Writer<'n> {
    translator: NameTranslator<'n>,
}

impl<'n> Writer<'n> {
    /// Creates a writer from a map of names. The board of the first game, if it draws one, has the
    /// names of the squares.
    ///
    /// # Errors
    /// If the file of names has an error.
    pub fn new(names: &'n NameMap, board: Option<&Board>) -> Result<Self, Failure> {
        let mut translator = NameTranslator::new(names);
        if let Some(board) = board {
            translator.know_squares(board.square_names())?;
        }
        Ok(Writer { translator })
    }

    /// Returns the name of a role in the other game.
    ///
    /// # Errors
    /// If the file of names has an error.
    pub fn role(&mut self, name: &str) -> Result<String, Failure> {
        self.translator.name(NamedKind::Role, name)
    }

    /// Returns the text of a move of one role in the other game.
    ///
    /// # Errors
    /// If the file of names has an error.
    pub fn written(&mut self, text: &str) -> Result<String, Failure> {
        self.translator.written(text)
    }
}
