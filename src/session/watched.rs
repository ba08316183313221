//! The files that a game was read from. A change of them is noticed.

use std::cell::RefCell;

use crate::game::Rules;
use crate::syntax::load::Reader;

/// The result of reading a file.
type Content = Result<Vec<u8>, String>;

/// Files with their content. They are compared by content, because the clock may not advance
/// between two writes.
#[derive(Clone, Debug, Default)]
pub struct WatchedFiles(Vec<(String, Content)>);

impl WatchedFiles {
    /// Returns the files of loaded rules, with the content that was read.
    pub fn of(rules: &Rules) -> Self {
        let texts = rules.sources().iter();
        WatchedFiles(
            texts
                .map(|(_, source)| (source.name.to_string(), Ok(source.text.as_bytes().to_vec())))
                .collect(),
        )
    }

    /// Returns the first file that has changed. An empty file counts as unchanged, because an
    /// editor that saves a file empties it before it writes the new text.
    pub fn changed(&self, reader: &dyn Reader) -> Option<&str> {
        let differs = |(path, content): &&(String, Content)| {
            let found = reader.read(path);
            found != Ok(Vec::new()) && found != *content
        };
        self.0.iter().find(differs).map(|(path, _)| path.as_str())
    }
}

/// A reader that records what it reads.
pub struct Recorder<'r> {
    reader: &'r dyn Reader,
    files: RefCell<WatchedFiles>,
}

impl<'r> Recorder<'r> {
    /// Returns a recorder that has read nothing yet.
    pub fn new(reader: &'r dyn Reader) -> Self {
        Recorder {
            reader,
            files: RefCell::default(),
        }
    }

    /// Returns the files that were read.
    pub fn into_files(self) -> WatchedFiles {
        self.files.into_inner()
    }
}

impl Reader for Recorder<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let content = self.reader.read(path);
        self.files
            .borrow_mut()
            .0
            .push((path.to_owned(), content.clone()));
        content
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        self.reader.leads_out(main, path)
    }
}
