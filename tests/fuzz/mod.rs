//! What fuzzing holds, held of what fuzzing found: every file of the corpora in `fuzz/corpus`, and the rule
//! files of the project. `fuzz/README.md` tells how to go on from there.

mod load;
mod parse;
pub mod programs;
mod told;

use std::fs;
use std::path::PathBuf;

use crate::logic::textbook;

/// Holds a check of every file of these folders, and says which file it failed at.
fn replay(folders: &[&str], check: fn(&[u8])) {
    for folder in folders {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files: Vec<PathBuf> = fs::read_dir(path)
            .expect("the folder is part of the project")
            .flatten()
            .map(|entry| entry.path())
            .collect();
        files.retain(|path| path.is_file());
        files.sort();
        assert!(!files.is_empty(), "{folder} is empty");
        for file in files {
            let bytes = fs::read(&file).expect("the file can be read");
            if let Err(panic) = std::panic::catch_unwind(|| check(&bytes)) {
                panic!("{}: {:?}", file.display(), panic.downcast_ref::<String>());
            }
        }
    }
}

#[test]
fn every_text_is_read() {
    replay(&["fuzz/corpus/parse", "games", "benches/classics", "tests/broken"], parse::check);
}

#[test]
fn every_text_is_loaded_or_refused() {
    replay(&["fuzz/corpus/load"], load::check);
}

#[test]
fn every_program_is_answered_as_by_the_textbook() {
    replay(&["fuzz/corpus/programs"], programs::check);
}
