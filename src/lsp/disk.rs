//! Texts that the editor does not have open, and the rule files in its folders.

use std::collections::VecDeque;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use crate::syntax::load::{FileReader, Reader};

use super::limits::{MAX_DEPTH, MAX_ENTRIES, MAX_FILES};

/// Folders in which the user has no rule files of their own. Neither has a hidden folder.
const PASSED_OVER: &[&str] = &["target", "node_modules"];

/// The source of texts that the editor does not have open.
pub trait Disk: Reader {
    /// The paths of the rule files that lie in a folder.
    fn rule_files(&self, folder: &str) -> Vec<String>;

    /// The paths of the rule files that lie in a folder or in folders below it. A search that
    /// reaches its limits gives those found so far.
    fn rule_files_below(&self, folder: &str) -> Vec<String>;
}

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files;

impl Reader for Files {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        FileReader.read(path)
    }
}

impl Disk for Files {
    fn rule_files(&self, folder: &str) -> Vec<String> {
        rule_files(folder, 0)
    }

    fn rule_files_below(&self, folder: &str) -> Vec<String> {
        rule_files(folder, MAX_DEPTH)
    }
}

/// The rule files in a folder and in folders up to `depth` levels below it, the nearest first. It
/// does not follow links to folders, because they may form a circle.
fn rule_files(folder: &str, depth: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = VecDeque::from([(PathBuf::from(folder), 0)]);
    let mut entries_left = MAX_ENTRIES;
    while let Some((folder, level)) = folders.pop_front() {
        let mut entries: Vec<DirEntry> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .take(entries_left)
            .collect();
        entries_left -= entries.len();
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let path = entry.path();
            if !is_folder && path.extension().is_some_and(|ending| ending == "rules") {
                found.push(path.to_string_lossy().into_owned());
            } else if is_folder && level < depth && may_have_rules(&path) {
                folders.push_back((path, level + 1));
            }
        }
        if found.len() >= MAX_FILES || entries_left == 0 {
            break;
        }
    }
    found.truncate(MAX_FILES);
    found
}

fn may_have_rules(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with('.') && !PASSED_OVER.contains(&&*name)
}
