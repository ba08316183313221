//! The files that a session file names: those beside it, and games that a program knows by name. It
//! knows nothing of their content.

use std::fmt::Debug;

use crate::session::{Host, Strength, within};
use crate::syntax::load::Reader;

/// Games that are part of a program, which a session file loads by name.
pub trait NamedGames: Debug + Send + Sync {
    /// Returns the path of the game with this name. No file has such a path.
    fn path_of_game(&self, name: &str) -> Option<String>;

    /// Whether a path is one of these, and not that of a file.
    fn has(&self, path: &str) -> bool;

    /// Reads the text with such a path.
    ///
    /// # Errors
    /// A short reason why there is no such text.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;
}

/// Reads files for a session file. It writes nothing and has no clock, so that the output is the
/// same each time.
#[derive(Debug)]
pub struct TestHost<R> {
    /// The folder of the session file, with a slash at its end.
    pub folder: String,
    /// Reads the files.
    pub files: R,
    /// The strength with which a search runs that a rule file asks for.
    pub limited: fn(&Strength) -> Strength,
    /// The games that the program knows by name, if it knows any.
    pub games: Option<&'static dyn NamedGames>,
}

impl<R> TestHost<R> {
    /// Returns the games of the program if this path is one of theirs.
    fn games_with(&self, path: &str) -> Option<&'static dyn NamedGames> {
        self.games.filter(|games| games.has(path))
    }

    /// Returns the path of a file that the session names.
    fn path(&self, path: &str) -> String {
        match self.games_with(path) {
            Some(_) => path.to_owned(),
            None => within(&self.folder, path),
        }
    }
}

impl<R: Reader> Host for TestHost<R> {
    fn reader(&self) -> &dyn Reader {
        self
    }

    fn limited(&self, strength: &Strength) -> Strength {
        (self.limited)(strength)
    }

    fn path_of_game(&self, name: &str) -> Option<String> {
        self.games?.path_of_game(name)
    }
}

impl<R: Reader> Reader for TestHost<R> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match self.games_with(path) {
            Some(games) => games.read(path),
            None => self.files.read(&self.path(path)),
        }
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        self.files.leads_out(&self.path(main), &self.path(path))
    }
}
