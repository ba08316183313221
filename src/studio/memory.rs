//! Files in memory, for a page without a machine behind it. The page keeps them where it can.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::files::Files;
use crate::syntax::load::Reader;

/// Texts by their paths.
#[derive(Debug, Default)]
pub struct MemoryFiles {
    texts: Mutex<BTreeMap<String, String>>,
}

impl MemoryFiles {
    /// Files with these texts.
    #[must_use]
    pub fn new(texts: BTreeMap<String, String>) -> Self {
        MemoryFiles {
            texts: Mutex::new(texts),
        }
    }

    fn texts(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader for MemoryFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.read_if_there(path)?
            .ok_or_else(|| "there is no such file".to_owned())
    }
}

impl Files for MemoryFiles {
    fn read_if_there(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.texts().get(path).map(|text| text.clone().into_bytes()))
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        self.texts().insert(path.to_owned(), text.to_owned());
        Ok(())
    }

    fn make(&self, path: &str, text: &str) -> Result<(), String> {
        self.write(path, text)
    }

    fn is_new_within(&self, path: &str, main: &str) -> bool {
        let folder = main.rfind('/').map_or("", |slash| &main[..=slash]);
        path.starts_with(folder) && !self.texts().contains_key(path)
    }
}
