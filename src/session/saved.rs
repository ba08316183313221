//! What a session saved last, so that it may save there again.

use crate::syntax::load::Reader;

/// What a session saved last.
pub(super) struct SavedSession {
    /// The path of the file.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl SavedSession {
    /// Whether the file of that path is the one that was saved, and nobody has changed it.
    pub fn is_still_at(&self, path: &str, reader: &dyn Reader) -> bool {
        self.path == path
            && reader
                .read(path)
                .is_ok_and(|text| text == self.text.as_bytes())
    }
}
