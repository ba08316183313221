//! The notation of moves, and finding the move that a person typed.

use super::error::Error;
use super::moves::Move;
use super::position::Position;
use super::rules::Rules;
use crate::logic::Term;

/// Why a typed text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindMoveError {
    /// No legal move has this notation.
    #[error("`{typed}` is not a legal move here; legal: {}", .legal.join(" "))]
    NotLegal {
        /// The typed text.
        typed: String,
        /// The notations of the legal moves.
        legal: Vec<String>,
    },
    /// More than one legal move has this notation.
    #[error("`{typed}` may mean several moves: {}", .moves.join(", "))]
    Ambiguous {
        /// The typed text.
        typed: String,
        /// The moves as terms.
        moves: Vec<String>,
    },
    /// The rules could not be followed to find the notations.
    #[error(transparent)]
    Rules(#[from] Error),
}

impl Rules {
    /// The notation of a move: the text that `notation(Move, T)` gives, or without `notation` the
    /// move's term.
    ///
    /// # Errors
    /// If the rules cannot be followed, or give no text.
    pub fn notation(&self, position: &Position, played: &Move) -> Result<String, Error> {
        let Some(notation) = self.game.vocabulary.notation else {
            return Ok(played.term.to_string());
        };
        let text = self.first(position, notation, &[Some(&played.term), None])?;
        let text = text
            .as_ref()
            .and_then(Term::as_text)
            .filter(|text| is_writable(text));
        text.map(str::to_owned)
            .ok_or_else(|| Error::NoNotation(played.term.clone()))
    }

    /// The notations of several moves of one position.
    ///
    /// # Errors
    /// As for [`notation`](Self::notation), or if all of them together take more memory than one
    /// question may.
    pub fn notations(&self, position: &Position, moves: &[Move]) -> Result<Vec<String>, Error> {
        let mut gathering = self.gathering();
        moves
            .iter()
            .map(|played| gathering.text(self.notation(position, played)?))
            .collect()
    }

    /// Finds the legal move that a person typed: the one with exactly this notation, or the only
    /// one with this notation up to case, spaces and hyphens, or the one with this term.
    ///
    /// # Errors
    /// If the text is no legal move or stands for several, or the rules cannot be followed.
    pub fn find_move(
        &self,
        position: &Position,
        legal: &[Move],
        typed: &str,
    ) -> Result<Move, FindMoveError> {
        let mut gathering = self.gathering();
        let mut written: Vec<(&Move, String)> = Vec::new();
        for played in legal {
            match self.notation(position, played) {
                Ok(text) => written.push((played, gathering.text(text)?)),
                // It is found by its term.
                Err(Error::NoNotation(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let typed = typed.trim();
        let matching = |same: &dyn Fn(&str) -> bool| -> Vec<&Move> {
            let found = written.iter().filter(|(_, text)| same(text));
            found.map(|(played, _)| *played).collect()
        };
        let mut found = matching(&|text| text == typed);
        if found.is_empty() {
            found = matching(&|text| same_when_typed(text, typed));
        }
        if found.is_empty() {
            found = legal
                .iter()
                .filter(|played| same_when_typed(&played.term.to_string(), typed))
                .collect();
        }
        match found.as_slice() {
            [] => Err(FindMoveError::NotLegal {
                typed: typed.to_owned(),
                legal: written.into_iter().map(|(_, text)| text).collect(),
            }),
            [only] => Ok((*only).clone()),
            several => {
                let moves = several
                    .iter()
                    .map(|played| played.term.to_string())
                    .collect();
                Err(FindMoveError::Ambiguous {
                    typed: typed.to_owned(),
                    moves,
                })
            }
        }
    }
}

/// Whether a text can be a notation: it is visible, and contains nothing that moves a cursor.
fn is_writable(text: &str) -> bool {
    !text.trim().is_empty() && !text.chars().any(char::is_control)
}

/// Whether two texts are the same up to case, spaces and hyphens, as for a person who types in a
/// hurry. A hyphen after an opening bracket or a comma is a minus sign and counts.
#[must_use]
pub fn same_when_typed(left: &str, right: &str) -> bool {
    plain(left) == plain(right)
}

/// A text without the differences that [`same_when_typed`] ignores.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        if letter != '-' || plain.ends_with(['(', ',', '[']) {
            plain.extend(letter.to_lowercase());
        }
    }
    plain
}
