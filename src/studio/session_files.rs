//! Which session files of this machine belong to a game.
//!
//! They lie beside the main file or in the folder `tests` beside it. They load a file of the game, or have the
//! name of the main file.

use std::fs;
use std::path::PathBuf;

use super::limits;
use super::texts::ChangedTexts;
use crate::session::{Command, Script, within};
use crate::snapshot::folder_of;
use crate::syntax::load::{FileReader, Reader};

/// The session files of the game with the main file `main`, the first ones if there are many.
pub fn of_game(texts: &ChangedTexts, main: &str) -> Vec<String> {
    let game = GameFiles::new(texts, main);
    let belong = candidates(main)
        .into_iter()
        .filter(|path| game.has_session(path));
    belong.take(limits::SESSIONS).collect()
}

/// Whether a path is that of a session file of the game.
pub fn is_of_game(path: &String, texts: &ChangedTexts, main: &str) -> bool {
    candidates(main).contains(path) && GameFiles::new(texts, main).has_session(path)
}

/// Whether two paths are those of one file.
pub fn is_same(one: &str, other: &str) -> bool {
    GameFile::new(one).is_at(other)
}

/// The session files that may belong to a game, by their places.
fn candidates(main: &str) -> Vec<String> {
    let folder = folder_of(main);
    let mut files = session_files(folder);
    files.extend(session_files(&format!("{folder}tests/")));
    files
}

/// The session files in a folder, in the order of the alphabet.
fn session_files(folder: &str) -> Vec<String> {
    let place = if folder.is_empty() { "." } else { folder };
    let mut names: Vec<String> = fs::read_dir(place)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".session"))
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| format!("{folder}{name}"))
        .collect()
}

/// The files of a game.
struct GameFiles<'t> {
    texts: &'t ChangedTexts,
    main: &'t str,
    files: Vec<GameFile>,
}

impl<'t> GameFiles<'t> {
    fn new(texts: &'t ChangedTexts, main: &'t str) -> Self {
        let files = texts
            .files(main)
            .iter()
            .map(|path| GameFile::new(path))
            .collect();
        GameFiles { texts, main, files }
    }

    fn has_session(&self, path: &str) -> bool {
        !self.texts.leads_out(self.main, path)
            && (self.has_name_of_main(path) || self.is_loaded_by(path))
    }

    fn has_name_of_main(&self, path: &str) -> bool {
        let name = &path[folder_of(path).len()..];
        name.strip_suffix(".session") == Some(stem_of(self.main))
    }

    /// Whether a session file has a command that loads one of the files.
    fn is_loaded_by(&self, path: &str) -> bool {
        let most = limits::SESSION_TEXT;
        let Ok(bytes) = FileReader.read_up_to(path, most) else {
            return false;
        };
        let Ok(text) = String::from_utf8(bytes) else {
            return false;
        };
        let script = Script::read(&text);
        let folder = folder_of(path);
        let entries = script.sections.iter().flat_map(|section| &section.entries);
        entries.filter_map(|entry| loaded(&entry.text)).any(|name| {
            let named = within(folder, name);
            self.files.iter().any(|file| file.is_at(&named))
        })
    }
}

/// A file by its path, and by what that stands for.
struct GameFile {
    steps: Vec<String>,
    real: Option<PathBuf>,
}

impl GameFile {
    fn new(path: &str) -> Self {
        GameFile {
            steps: steps(path).into_iter().map(str::to_owned).collect(),
            real: fs::canonicalize(path).ok(),
        }
    }

    fn is_at(&self, path: &str) -> bool {
        let real = || self.real.is_some() && fs::canonicalize(path).ok() == self.real;
        self.steps == steps(path) || real()
    }
}

/// The file that an entry loads, if it is that command.
fn loaded(entry: &str) -> Option<&str> {
    let (name, file) = entry.strip_prefix(':')?.split_once(char::is_whitespace)?;
    let command = Command::find(name).ok()?;
    (command.name == "load").then(|| file.trim().trim_end_matches('.'))
}

/// The steps of a path, without those that lead nowhere.
fn steps(path: &str) -> Vec<&str> {
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split('/').filter(|step| *step != ".") {
        match (step, steps.last()) {
            ("..", Some(last)) if !matches!(*last, "" | "..") => drop(steps.pop()),
            ("", Some(_)) => {}
            _ => steps.push(step),
        }
    }
    steps
}

/// The name of a rule file without folder and ending.
fn stem_of(path: &str) -> &str {
    let name = &path[folder_of(path).len()..];
    name.strip_suffix(".rules").unwrap_or(name)
}
