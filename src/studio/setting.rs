//! What a tab is opened with: the game, its files, and where it begins.

use std::sync::Arc;

use super::files::Files;
use super::session_tests::SessionTests;

/// What all tabs of a studio begin with.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The files that can be read and written.
    pub files: Arc<dyn Files>,
    /// The rule file of the game.
    pub path: String,
    /// The line of play with which a tab begins.
    pub line: StartLine,
    /// Another rule file to compare with the first, if any.
    pub beside: Option<SecondFile>,
    /// The tests of session files, if there is a disk.
    pub tests: Option<Arc<dyn SessionTests>>,
}

/// A line of play from the start of a game.
#[derive(Clone, Debug, Default)]
pub struct StartLine {
    /// The plies in the notation of the rules.
    pub plies: Vec<String>,
    /// The number of plies up to the shown position.
    pub at: usize,
}

/// A second rule file.
#[derive(Clone, Debug, Default)]
pub struct SecondFile {
    /// The rule file.
    pub path: String,
    /// The file that maps names of the first game to those of this one, as for
    /// [`compare`](crate::compare).
    pub names: Option<String>,
}
