//! What is gathered from many small questions: each is answered within the limits, and all that is
//! kept of them counts together.

use super::error::Error;
use super::rules::Rules;
use crate::logic::{self, Limits};

/// The bytes of texts and the like that somebody keeps of many questions to one game. Together they
/// may take as much memory as one question.
#[derive(Clone, Debug)]
pub struct Gathering {
    limits: Limits,
    bytes: usize,
}

impl Gathering {
    /// Keeps a text, or anything of that many bytes.
    ///
    /// # Errors
    /// If all that is kept takes more memory than the limits of the game allow.
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

    /// Keeps a text.
    ///
    /// # Errors
    /// As for [`keep`](Self::keep).
    pub fn text(&mut self, text: String) -> Result<String, Error> {
        self.keep(text.len()).map(|()| text)
    }
}

impl Rules {
    /// An account of what somebody keeps of the answers to many questions, such as all moves as
    /// they are written.
    #[must_use]
    pub fn gathering(&self) -> Gathering {
        Gathering {
            limits: self.limits,
            bytes: 0,
        }
    }
}
