//! The texts of a game: its files, with the unsaved changes of the page.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::files::Files;
use crate::syntax::load::{Reader, load};

/// Files, and the unsaved texts of the page by the paths of their files.
#[derive(Clone, Debug)]
pub struct ChangedTexts {
    files: Arc<dyn Files>,
    changed: BTreeMap<String, String>,
}

impl ChangedTexts {
    /// The texts of these files as they are saved.
    pub fn saved(files: &Arc<dyn Files>) -> Self {
        Self::over(files, BTreeMap::new())
    }

    /// The texts of these files, with unsaved ones.
    pub fn over(files: &Arc<dyn Files>, changed: BTreeMap<String, String>) -> Self {
        Self {
            files: Arc::clone(files),
            changed,
        }
    }

    /// Whether there are no unsaved texts.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }

    /// Whether a file has an unsaved text.
    pub fn has(&self, path: &str) -> bool {
        self.changed.contains_key(path)
    }

    /// The paths of the files with an unsaved text.
    #[cfg(feature = "server")]
    pub fn changed(&self) -> impl Iterator<Item = &str> {
        self.changed.keys().map(String::as_str)
    }

    /// The paths of the files whose text differs from what is saved, in more than the ends of lines.
    pub fn unsaved(&self) -> impl Iterator<Item = &str> {
        let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        let differs = move |(path, text): &(&String, &String)| {
            let saved = self.files.read(path);
            saved.map_or(true, |saved| lines(&saved) != lines(text.as_bytes()))
        };
        let changed = self.changed.iter().filter(differs);
        changed.map(|(path, _)| path.as_str())
    }

    /// Returns a copy with another text for a file.
    pub fn with(&self, path: &str, text: &str) -> Self {
        let mut texts = self.clone();
        texts.changed.insert(path.to_owned(), text.to_owned());
        texts
    }

    /// Returns a copy without the unsaved text of a file.
    pub fn without(&self, path: &str) -> Self {
        let mut texts = self.clone();
        texts.changed.remove(path);
        texts
    }

    /// The paths of all files of the game with the main file `main`, which comes first.
    pub fn files(&self, main: &str) -> Vec<String> {
        let sources = load(self, main).sources;
        let mut files: Vec<String> = sources
            .iter()
            .map(|(_, source)| source.name.to_string())
            .collect();
        if files.is_empty() {
            files.push(main.to_owned());
        }
        files
    }
}

impl Reader for ChangedTexts {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match self.changed.get(path) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => self.files.read(path),
        }
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        self.files.leads_out(main, path)
    }
}
