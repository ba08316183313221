//! Saving: which files may be written, and how a change by another program is noticed.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;

use super::protocol::SaveResult;
use crate::files;
use crate::syntax::load::{FileReader, Reader};

/// Returns a hash of the content of a file; `None` if there is no file.
///
/// # Errors
/// If the file cannot be read; the text says why.
pub fn version(path: &str) -> Result<Option<String>, String> {
    Ok(read(path)?.as_deref().map(version_of))
}

/// Reads a file; `None` if there is none.
fn read(path: &str) -> Result<Option<Vec<u8>>, String> {
    if fs::metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Ok(None);
    }
    FileReader.read(path).map(Some)
}

fn version_of(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// Writes a file, if its present version is `known`: otherwise another program has changed it.
///
/// # Errors
/// If the file cannot be read or written; the text says why.
pub fn save(path: &str, text: &str, known: Option<&str>) -> Result<SaveResult, String> {
    let now = read(path)?;
    let version = now.as_deref().map(version_of);
    // A file that has this text already needs no writing, whatever its version.
    let is_there = now.as_deref() == Some(text.as_bytes());
    if is_there || version.as_deref() != known {
        return Ok(SaveResult {
            written: is_there,
            version,
        });
    }
    let written = if now.is_some() {
        files::write(path, text)
    } else {
        files::make(path, text)
    };
    written.map_err(|error| error.to_string())?;
    Ok(SaveResult {
        written: true,
        version: Some(version_of(text.as_bytes())),
    })
}

/// Whether a new file may be made at `path`: there is none yet, and its folder is the folder of the
/// file `main` or lies below it.
pub fn is_new_within(path: &str, main: &str) -> bool {
    let folder = |path: &str| match Path::new(path).parent() {
        Some(folder) if folder.as_os_str().is_empty() => fs::canonicalize("."),
        Some(folder) => fs::canonicalize(folder),
        None => Err(io::ErrorKind::NotFound.into()),
    };
    // A symbolic link without a target counts as a file.
    let is_new =
        fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    is_new
        && matches!((folder(path), folder(main)), (Ok(own), Ok(mains)) if own.starts_with(&mains))
}
