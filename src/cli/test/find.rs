//! Finds the session files that paths stand for.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use crate::shipped::Shipped;
use crate::trouble::Trouble;

/// Folders in which the user has no session files of their own.
const PASSED_OVER: &[&str] = &["target", "node_modules", "snapshots"];

/// The result of the search for session files.
#[derive(Debug, Default)]
pub struct SessionFiles {
    /// The paths of session files, each once.
    pub sessions: Vec<String>,
    /// Files and folders that cannot be read, with the reason. They may be or contain session
    /// files.
    pub unreadable: Vec<(String, String)>,
}

/// Returns the session files that the paths stand for, in the order of the paths.
pub fn sessions(paths: &[String]) -> Result<SessionFiles, Trouble> {
    let mut found = SessionFiles::default();
    for path in paths {
        for session in meant_by(path, &mut found.unreadable)? {
            if !found.sessions.contains(&session) {
                found.sessions.push(session);
            }
        }
    }
    if found.sessions.is_empty() && found.unreadable.is_empty() {
        return Err(Trouble::Use(format!(
            "there is no session file in {}",
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
    let under_tests = here.with_file_name("tests").join(format!("{name}.session"));
    let places = [format!("{game}.session"), shown(&under_tests)];
    let found = existing(places);
    if found.is_empty() {
        return Err(Trouble::Use(format!(
            "`{path}` has no session file: write `{game}.session`; `:save` in `regola repl` begins one"
        )));
    }
    Ok(found)
}

/// The session files of a game that is in the program lie where the command runs, or under `tests`.
fn sessions_of_shipped(name: &str) -> Result<Vec<String>, Trouble> {
    let places = [format!("{name}.session"), format!("tests/{name}.session")];
    let found = existing(places);
    if found.is_empty() {
        return Err(Trouble::Use(format!(
            "`{name}` is a game in the program, and here is no session file of it: \
             `regola games {name} > {name}.rules` writes its rules, and `:save` in \
             `regola repl {name}.rules` begins a session file"
        )));
    }
    Ok(found)
}

/// Returns those of some places where there is a file.
fn existing(places: [String; 2]) -> Vec<String> {
    places
        .into_iter()
        .filter(|place| Path::new(place).is_file())
        .collect()
}

/// Finds all session files in a folder and the folders in it. It does not follow links, because
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
        if is_folder && !name.starts_with('.') && !PASSED_OVER.contains(&name.as_str()) {
            below(&path, found, unreadable);
        } else if !is_folder && name.ends_with(".session") && path.to_str().is_none() {
            let shown = shown(&path);
            unreadable.push((
                shown.clone(),
                format!("the path of `{shown}` is no Unicode text; rename it"),
            ));
        } else if !is_folder && name.ends_with(".session") {
            found.insert(shown(path.strip_prefix(".").unwrap_or(&path)));
        }
    }
}

/// Returns a path with `/` between folders.
fn shown(path: &Path) -> String {
    path.to_string_lossy()
        .replace(std::path::MAIN_SEPARATOR, "/")
}
