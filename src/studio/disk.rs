//! The files of this machine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::files::Files;
use crate::files;
use crate::syntax::load::{FileReader, Reader};

/// Files of this machine, by their paths.
#[derive(Clone, Debug, Default)]
pub struct DiskFiles {
    /// The only folder whose files can be read and written, with a slash at its end. Without it the user has
    /// named the main file, which may be a link that leads anywhere.
    folder: Option<String>,
}

impl DiskFiles {
    /// Only files in this folder and below it, as [`leads_out_of`] has it.
    pub fn within(folder: &str) -> Self {
        DiskFiles {
            folder: Some(folder.to_owned()),
        }
    }

    fn check(&self, path: &str) -> Result<(), String> {
        match &self.folder {
            Some(folder) if leads_out_of(folder, path) => {
                Err("it is a link that leads out of the folder".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// Whether a path leads out of a folder through a symbolic link. The folder is empty for the present one,
/// otherwise it has a slash at its end. A missing file leads nowhere.
pub fn leads_out_of(folder: &str, path: &str) -> bool {
    let Ok(path) = fs::canonicalize(path) else {
        return false;
    };
    !real_folder(folder).is_ok_and(|folder| path.starts_with(folder))
}

fn real_folder(folder: &str) -> io::Result<PathBuf> {
    match folder {
        "" => fs::canonicalize("."),
        folder => fs::canonicalize(folder),
    }
}

impl Reader for DiskFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.check(path)?;
        FileReader.read(path)
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        self.check(path).is_err() || FileReader.leads_out(main, path)
    }
}

impl Files for DiskFiles {
    fn read_if_there(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        if fs::metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(None);
        }
        self.read(path).map(Some)
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        self.check(path)?;
        files::write(path, text).map_err(|error| error.to_string())
    }

    fn make(&self, path: &str, text: &str) -> Result<(), String> {
        files::make(path, text).map_err(|error| error.to_string())
    }

    fn is_new_within(&self, path: &str, main: &str) -> bool {
        let folder = |path: &str| match Path::new(path).parent() {
            Some(folder) => real_folder(&folder.to_string_lossy()),
            None => Err(io::ErrorKind::NotFound.into()),
        };
        // A symbolic link without a target counts as a file.
        let is_new =
            fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
        is_new
            && matches!((folder(path), folder(main)), (Ok(own), Ok(mains)) if own.starts_with(&mains))
    }
}
