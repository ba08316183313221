//! The files of a studio: what a game is read from and saved to, and how a change by another program is
//! noticed.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hasher};

use super::protocol::SaveResult;
use crate::syntax::load::Reader;

/// Files that can be read and written.
pub trait Files: Reader + Debug + Send + Sync {
    /// Reads a file; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read; the text says why.
    fn read_if_there(&self, path: &str) -> Result<Option<Vec<u8>>, String>;

    /// Writes a file that is there.
    ///
    /// # Errors
    /// If the file cannot be written; the text says why.
    fn write(&self, path: &str, text: &str) -> Result<(), String>;

    /// Makes a new file.
    ///
    /// # Errors
    /// If the file cannot be made; the text says why.
    fn make(&self, path: &str, text: &str) -> Result<(), String>;

    /// Whether a new file may be made at `path`: there is none yet, and its folder is the folder of
    /// the file `main` or lies below it.
    fn is_new_within(&self, path: &str, main: &str) -> bool;
}

/// Returns a hash of the content of a file; `None` if there is no file.
///
/// # Errors
/// If the file cannot be read; the text says why.
pub fn version(files: &dyn Files, path: &str) -> Result<Option<String>, String> {
    Ok(files.read_if_there(path)?.as_deref().map(version_of))
}

/// A hash of the content of a file.
pub fn version_of(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// Writes a file, if its present version is `known`: otherwise another program has changed it.
///
/// # Errors
/// If the file cannot be read or written; the text says why.
pub fn save(
    files: &dyn Files,
    path: &str,
    text: &str,
    known: Option<&str>,
) -> Result<SaveResult, String> {
    let now = files.read_if_there(path)?;
    let version = now.as_deref().map(version_of);
    // A file that has this text already needs no writing, whatever its version.
    let is_there = now.as_deref() == Some(text.as_bytes());
    if is_there || version.as_deref() != known {
        return Ok(SaveResult {
            written: is_there,
            version,
        });
    }
    match now {
        Some(_) => files.write(path, text)?,
        None => files.make(path, text)?,
    }
    Ok(SaveResult {
        written: true,
        version: Some(version_of(text.as_bytes())),
    })
}
