//! Broken rule files, each with what is said about it: the files of `tests/broken`, by the floor
//! that refuses them, which their names begin with.

use std::fs;
use std::path::{Path, PathBuf};

/// All broken files, or those whose names begin with some letters, as name and text, sorted by
/// name.
pub fn files(prefix: &str) -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broken");
    let entries = fs::read_dir(folder).expect("the folder of broken files is part of the sources");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| name(path).starts_with(prefix) && name(path).ends_with(".rules"));
    paths.sort();
    let read = |path: &PathBuf| {
        (
            name(path),
            fs::read_to_string(path).expect("a broken file is text"),
        )
    };
    paths.iter().map(read).collect()
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Keeps a snapshot for each of these files: its text and what a report says about it, together.
pub fn keep_reports(prefix: &str, report: impl Fn(&str, &str) -> String) {
    let files = files(prefix);
    assert!(files.len() >= 25, "{} broken files", files.len());
    for (name, text) in files {
        let stem = name.trim_end_matches(".rules");
        assert_snapshot!(
            format!("broken__{stem}"),
            format!("{text}{}", report(&name, &text))
        );
    }
}
