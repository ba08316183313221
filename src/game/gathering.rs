//! An account of the texts that are kept from many small questions. Each question has its own
//! limits; the account limits the kept texts together.

use super::error::Error;
use super::rules::Rules;
use crate::logic::{self, Limits};

/// Counts the bytes of texts and similar data that a caller keeps from many questions to one game.
/// Together they may take as much memory as one question.
#[derive(Clone, Debug)]
pub struct Gathering {
    limits: Limits,
    bytes: usize,
}

impl Gathering {
    /// Counts a text, or other data, of `bytes` bytes.
    ///
    /// # Errors
    /// If all kept data takes more memory than the limits of the game allow.
    pub fn keep(&mut self, bytes: usize) -> Result<(), Error> {
        self.bytes = self
            .bytes
            .saturating_add(bytes)
            .saturating_add(size_of::<String>());
        match self.bytes > self.limits.memory {
            true => Err(logic::Error::memory(self.limits).into()),
            false => Ok(()),
        }
    }

    /// Counts a text and returns it.
    ///
    /// # Errors
    /// As for [`keep`](Self::keep).
    pub fn text(&mut self, text: String) -> Result<String, Error> {
        self.keep(text.len()).map(|()| text)
    }
}

impl Rules {
    /// Starts an account of data that a caller keeps from many questions, such as the notation of
    /// all moves.
    #[must_use]
    pub fn gathering(&self) -> Gathering {
        Gathering {
            limits: self.limits,
            bytes: 0,
        }
    }
}
