//! The token: a secret that each request must contain.

use std::io;
use std::str::FromStr;

use crate::files;
use crate::syntax::load::{FileReader, Reader};

/// The least number of characters of a token; a shorter one could be guessed.
const SHORTEST: usize = 16;

/// The greatest number of characters of a token.
const LONGEST: usize = 128;

/// A secret text of 16 to 128 letters, digits, `-` and `_`, as an address can carry it.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessToken(String);

/// Hides the token, since it is a secret.
impl std::fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl FromStr for AccessToken {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_plain =
            |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
        if let Some(odd) = text.chars().find(|character| !is_plain(*character)) {
            return Err(format!(
                "a token has letters, digits, `-` and `_` alone, not {odd:?}"
            ));
        }
        match text.len() {
            SHORTEST..=LONGEST => Ok(Self(text.to_owned())),
            length => Err(format!(
                "a token has {SHORTEST} to {LONGEST} characters, not {length}"
            )),
        }
    }
}

impl AccessToken {
    /// Creates a random token that cannot be guessed.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; 20];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    /// Returns the token in a file. If there is no such file, creates it with a random token; only
    /// its owner can read it.
    ///
    /// # Errors
    /// If the file cannot be read or created, or contains no token; the text says why.
    pub fn kept_in(path: &str) -> Result<Self, String> {
        let token = Self::random().map_err(|error| error.to_string())?;
        match files::make_private(path, &format!("{}\n", token.0)) {
            Ok(()) => Ok(token),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let bytes = FileReader.read(path)?;
                let text =
                    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
                text.trim_end()
                    .parse()
                    .map_err(|error| format!("{error}; without the file a new one is made"))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// The token as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
