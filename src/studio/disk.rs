//! The files of this machine.

use std::fs;
use std::io;
use std::path::Path;

use super::files::Files;
use crate::files;
use crate::syntax::load::{FileReader, Reader};

/// Files of this machine, by their paths.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFiles;

impl Reader for DiskFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        FileReader.read(path)
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        FileReader.leads_out(main, path)
    }
}

impl Files for DiskFiles {
    fn read_if_there(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        if fs::metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(None);
        }
        FileReader.read(path).map(Some)
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        files::write(path, text).map_err(|error| error.to_string())
    }

    fn make(&self, path: &str, text: &str) -> Result<(), String> {
        files::make(path, text).map_err(|error| error.to_string())
    }

    fn is_new_within(&self, path: &str, main: &str) -> bool {
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
}
