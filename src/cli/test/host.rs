//! The files that a session file names: those in its folder, and games that are part of the program.

use regola::session::Host;
use regola::syntax::load::{FileReader, Reader};

use crate::shipped::{AnyReader, is_shipped, path_of_game};

/// Reads files for a session file. It writes nothing and has no clock, so that the output is the
/// same each time.
pub struct TestHost {
    /// The folder of the session file, with a slash at its end.
    pub folder: String,
}

impl TestHost {
    /// Returns the path of a file that the session names.
    fn path(&self, path: &str) -> String {
        if path.starts_with('/') || is_shipped(path) {
            path.to_owned()
        } else {
            format!("{}{path}", self.folder)
        }
    }
}

impl Host for TestHost {
    fn reader(&self) -> &dyn Reader {
        self
    }

    fn path_of_game(&self, name: &str) -> Option<String> {
        path_of_game(name)
    }
}

impl Reader for TestHost {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match is_shipped(path) {
            true => AnyReader.read(path),
            false => FileReader.read(&self.path(path)),
        }
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        FileReader.leads_out(&self.path(main), &self.path(path))
    }
}
