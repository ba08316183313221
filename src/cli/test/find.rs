//! Finds the session files and records that paths stand for.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use crate::shipped::Shipped;
use crate::trouble::Trouble;

/// Folders in which the user has no such files of their own.
const PASSED_OVER: &[&str] = &["target", "node_modules", "snapshots"];

/// The ends of the names of session files and of records.
const ENDS: [&str; 2] = [".session", ".pgn"];

/// Whether a path is that of a file of records.
pub fn is_record(path: &str) -> bool {
    path.ends_with(ENDS[1])
}

/// The result of the search for session files and records.
#[derive(Debug, Default)]
pub struct TestFiles {
    /// The paths of the files, each once.
    pub paths: Vec<String>,
    /// Files and folders that cannot be read, with the reason. They may be or contain such files.
    pub unreadable: Vec<(String, String)>,
}

/// Returns the files that the paths stand for, in the order of the paths.
pub fn test_files(paths: &[String]) -> Result<TestFiles, Trouble> {
    let mut found = TestFiles::default();
    for path in paths {
        for file in meant_by(path, &mut found.unreadable)? {
            if !found.paths.contains(&file) {
                found.paths.push(file);
            }
        }
    }
    if found.paths.is_empty() && found.unreadable.is_empty() {
        return Err(Trouble::Use(format!(
            "there is no session file or record in {}",
            paths.join(", ")
        )));
    }
    Ok(found)
}

fn meant_by(path: &str, unreadable: &mut Vec<(String, String)>) -> Result<Vec<String>, Trouble> {
    let here = Path::new(path);
    if here.is_dir() {
        let mut found = BTreeSet::new();
        below(here, &mut found, unreadable);
        return Ok(found.into_iter().collect());
    }
    let Some(game) = path.strip_suffix(".rules") else {
        return match Shipped::find(path) {
            Some(_) if !here.exists() => sessions_of_shipped(path),
            _ => Ok(vec![path.to_owned()]),
        };
    };
    let name = here
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let under_tests = here.with_file_name("tests").join(name);
    let found = existing([game, &shown(&under_tests)]);
    if found.is_empty() {
        return Err(Trouble::Use(format!(
            "`{path}` has no session file or record: write `{game}.session`; `:save` in `regola repl` begins one"
        )));
    }
    Ok(found)
}

/// The session files of a game that is in the program lie where the command runs, or under `tests`.
fn sessions_of_shipped(name: &str) -> Result<Vec<String>, Trouble> {
    let found = existing([name, &format!("tests/{name}")]);
    if found.is_empty() {
        return Err(Trouble::Use(format!(
            "`{name}` is a game in the program, and here is no session file or record of it: \
             `regola games {name} > {name}.rules` writes its rules, and `:save` in \
             `regola repl {name}.rules` begins a session file"
        )));
    }
    Ok(found)
}

/// Returns the session files and records that have one of these paths without its end.
fn existing(places: [&str; 2]) -> Vec<String> {
    let of_place = |place: &str| ENDS.map(|end| format!("{place}{end}"));
    places
        .into_iter()
        .flat_map(of_place)
        .filter(|place| Path::new(place).is_file())
        .collect()
}

/// Finds all session files and records in a folder and the folders in it. It does not follow links, because
/// they may form a circle.
fn below(folder: &Path, found: &mut BTreeSet<String>, unreadable: &mut Vec<(String, String)>) {
    let entries = match fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
        Ok(entries) => entries,
        Err(error) => {
            let folder = shown(folder);
            return unreadable.push((folder.clone(), format!("cannot list `{folder}`: {error}")));
        }
    };
    for entry in entries {
        let (name, path) = (
            entry.file_name().to_string_lossy().into_owned(),
            entry.path(),
        );
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let is_wanted = !is_folder && ENDS.iter().any(|end| name.ends_with(end));
        if is_folder && !name.starts_with('.') && !PASSED_OVER.contains(&name.as_str()) {
            below(&path, found, unreadable);
        } else if is_wanted && path.to_str().is_none() {
            let shown = shown(&path);
            unreadable.push((
                shown.clone(),
                format!("the path of `{shown}` is no Unicode text; rename it"),
            ));
        } else if is_wanted {
            found.insert(shown(path.strip_prefix(".").unwrap_or(&path)));
        }
    }
}

/// Returns a path with `/` between folders.
fn shown(path: &Path) -> String {
    path.to_string_lossy()
        .replace(std::path::MAIN_SEPARATOR, "/")
}
