//! A folder for the files that a command reads and writes.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::transcript;

/// A new folder, which is removed with its value.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir().expect("there is room for a folder"))
    }

    /// A folder with these files of the shipped games.
    pub fn with(games: &[&str]) -> Self {
        let folder = Folder::new();
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
        for game in games {
            fs::copy(shipped.join(game), folder.path(game)).expect("there is room");
        }
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file was written")
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("there is room");
    }

    /// Runs the program. `DIR` stands for the folder.
    pub fn told(&self, arguments: &[&str], input: &str) -> String {
        let place = self.place();
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| argument.replace("DIR", &place))
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        transcript(&arguments, input).replace(&place, "DIR")
    }

    pub fn place(&self) -> String {
        self.0.path().to_string_lossy().into_owned()
    }
}
