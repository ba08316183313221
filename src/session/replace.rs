//! Writing a file whole: whoever reads one that is replaced, and whoever finds it after a failure, sees the old text or
//! the new one. The folder must be one in which files may be made.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Puts a new text in the place of a file's, with the same permissions. Of a symbolic link the file is replaced, not the
/// link.
///
/// # Errors
/// Where there is no such file, or it may not be replaced.
pub fn replace_file(path: &str, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it may only be read"));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut new = NamedTempFile::new_in(folder)?;
    new.write_all(text.as_bytes())?;
    new.as_file().set_permissions(permissions)?;
    new.as_file().sync_all()?;
    new.persist(&path)?;
    sync_folder(folder);
    Ok(())
}

/// Makes a file with this text where there is none. One that cannot be written whole is taken away.
///
/// # Errors
/// Where there is one, or none can be made.
pub fn make_file(path: &str, text: &str) -> io::Result<()> {
    let mut new = File::create_new(path)?;
    let written = new.write_all(text.as_bytes()).and_then(|()| new.sync_all());
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// Brings a folder's new entries to the disk, where the system can do that; the text is there in any case.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
