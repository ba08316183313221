//! What fuzzing holds, held of what fuzzing found: every file of the corpora in `fuzz/corpus`, and
//! the rule files of the project. `fuzz/README.md` tells how to go on from there.

mod check;
mod compile;
mod deep;
mod explain;
mod load;
#[cfg(feature = "lsp")]
mod lsp;
mod parse;
pub mod programs;
mod session;
mod sheets;
#[cfg(feature = "studio")]
mod studio;
mod told;

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use crate::deep::shapes;
use crate::logic::textbook;

/// Holds a check of every file of these folders, and says which file it fails at.
fn replay(folders: &[&str], check: fn(&[u8])) {
    for folder in folders {
        let files = files(folder);
        assert!(!files.is_empty(), "{folder} is empty");
        for file in files {
            let bytes = fs::read(&file).expect("the file can be read");
            assert!(
                catch_unwind(|| check(&bytes)).is_ok(),
                "what is said above is said of {}",
                file.display()
            );
        }
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .expect("the folder is part of the project");
    let mut files: Vec<PathBuf> = folder
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files
}

#[test]
fn every_text_is_read() {
    replay(
        &[
            "fuzz/corpus/parse",
            "games",
            "benches/classics",
            "tests/broken",
        ],
        parse::check,
    );
}

#[test]
fn every_text_is_loaded_or_refused() {
    replay(&["fuzz/corpus/load"], load::check);
}

#[test]
fn every_sheet_is_a_game_or_refused() {
    replay(&["fuzz/corpus/sheets", "games/gdl"], sheets::check);
}

#[test]
fn every_program_is_answered_as_by_the_textbook() {
    replay(&["fuzz/corpus/programs"], programs::check);
}

#[test]
fn every_program_is_explained_as_it_is_answered() {
    replay(&["fuzz/corpus/explain"], explain::check);
}

#[test]
fn every_text_is_checked_as_its_standard_form_is() {
    replay(&["fuzz/corpus/check", "tests/broken"], check::check);
}

#[test]
fn all_lines_come_to_the_same_each_time() {
    replay(&["fuzz/corpus/session"], session::check);
}

#[cfg(feature = "lsp")]
#[test]
fn no_message_ends_the_language_server() {
    replay(&["fuzz/corpus/lsp"], lsp::check);
}

#[cfg(feature = "studio")]
#[test]
fn every_question_to_the_studio_ends_once() {
    replay(&["fuzz/corpus/studio"], studio::check);
}

#[test]
fn every_deep_goal_is_asked() {
    replay(&["fuzz/corpus/deep"], deep::check);
}

#[test]
fn every_game_is_played_alike_by_both_forms() {
    replay(&["fuzz/corpus/compile"], compile::check);
}

/// The targets are built by hand only; that what they include is still there shows here.
#[test]
fn every_target_finds_what_it_includes() {
    let targets = files("fuzz/fuzz_targets");
    assert_eq!(targets.len(), 11, "{targets:?}");
    for target in targets {
        let text = fs::read_to_string(&target).expect("the target is text");
        let included: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("#[path = \"")?.strip_suffix("\"]"))
            .collect();
        assert!(!included.is_empty(), "{text}");
        for path in included {
            assert!(
                target.with_file_name(path).is_file(),
                "{}: {path}",
                target.display()
            );
        }
    }
}
