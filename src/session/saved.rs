//! The file that a session saved last. The session may replace it.

use crate::syntax::load::Reader;

/// The file that a session saved last.
pub(super) struct SavedSession {
    /// The path of the file.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl SavedSession {
    /// Whether `path` is the saved file, and the file has not changed since.
    pub fn is_still_at(&self, path: &str, reader: &dyn Reader) -> bool {
        self.path == path
            && reader
                .read(path)
                .is_ok_and(|text| text == self.text.as_bytes())
    }
}
