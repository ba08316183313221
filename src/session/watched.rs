//! The files that a game was read from, so that a change of them is noticed.

use std::cell::RefCell;

use crate::game::Rules;
use crate::syntax::load::Reader;

/// What came when a file was read.
type Content = Result<Vec<u8>, String>;

/// Files and what was in them. They are compared by content, because a clock can stand still
/// between two writes.
#[derive(Clone, Debug, Default)]
pub struct WatchedFiles(Vec<(String, Content)>);

impl WatchedFiles {
    /// The files of loaded rules, as they were then.
    pub fn of(rules: &Rules) -> Self {
        let texts = rules.sources().iter();
        WatchedFiles(
            texts
                .map(|(_, source)| (source.name.to_string(), Ok(source.text.as_bytes().to_vec())))
                .collect(),
        )
    }

    /// The first file that is not what it was. An empty file counts as unchanged: an editor that
    /// saves empties a file before it writes it anew.
    pub fn changed(&self, reader: &dyn Reader) -> Option<&str> {
        let differs = |(path, content): &&(String, Content)| {
            let found = reader.read(path);
            found != Ok(Vec::new()) && found != *content
        };
        self.0.iter().find(differs).map(|(path, _)| path.as_str())
    }
}

/// A reader that remembers what it read.
pub struct Recorder<'r> {
    reader: &'r dyn Reader,
    files: RefCell<WatchedFiles>,
}

impl<'r> Recorder<'r> {
    /// One that has read nothing yet.
    pub fn new(reader: &'r dyn Reader) -> Self {
        Recorder {
            reader,
            files: RefCell::default(),
        }
    }

    /// What was read.
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
