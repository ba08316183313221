//! The rule files of a folder: which games there are, and new files. Only files in the folder itself count,
//! and no file is ever written over.
//!
//! Knows nothing of how games are played or drawn.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path};

use super::disk::leads_out_of;
use super::limits;
use super::protocol::GameCard;
use super::summary;
use crate::files;
use crate::snapshot::folder_of;
use crate::syntax::kif;
use crate::syntax::load::{FileReader, Reader};

/// How the name of a rule file ends that is no sheet.
const ENDING: &str = ".rules";

/// Signs that some system allows in no name of a file.
const ODD_SIGNS: &str = "/\\:*?\"<>|";

/// The most numbers that are tried to find a free name.
const NUMBERS: usize = 1_000;

/// A folder of rule files.
#[derive(Clone, Debug)]
pub struct Library {
    /// Empty for the present folder; otherwise it ends with a slash.
    folder: String,
    /// The name of the file that the user has named, which may have any name and be a link.
    chosen: Option<String>,
}

impl Library {
    /// The library of a folder, or that of the folder of a rule file.
    pub fn at(path: &str) -> Self {
        if !Path::new(path).is_dir() {
            let folder = folder_of(path);
            return Library {
                folder: folder.to_owned(),
                chosen: Some(path[folder.len()..].to_owned()),
            };
        }
        let folder = path.trim_end_matches(std::path::is_separator);
        let folder = match (folder, path) {
            ("", "") | (".", _) => String::new(),
            _ => format!("{folder}/"),
        };
        Library {
            folder,
            chosen: None,
        }
    }

    /// The folder; empty for the present one, otherwise with a slash at its end.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// The name of the file that the user has named.
    pub fn chosen(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    /// Returns the path of the rule file with this name, whether there is one or not.
    ///
    /// # Errors
    /// If it is no name of a rule file, or the file is a link that leads out of the folder.
    pub fn path(&self, name: &str) -> Result<String, String> {
        let path = format!("{}{name}", self.folder);
        if self.chosen() == Some(name) {
            return Ok(path);
        }
        if !is_name(name) || !is_rule_file(name) {
            return Err(no_name(name));
        }
        match leads_out_of(&self.folder, &path) {
            false => Ok(path),
            true => Err(format!("`{name}` is a link that leads out of the folder")),
        }
    }

    /// The games, by their titles: sheets, and rule files that declare a game. A file that cannot be read
    /// is one of them, so that it is missed by nobody.
    ///
    /// # Errors
    /// If the folder cannot be read; the text says why.
    pub fn games(&self) -> Result<Vec<GameCard>, String> {
        let folder = match self.folder.as_str() {
            "" => ".",
            folder => folder,
        };
        let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| self.chosen() == Some(name) || is_rule_file(name))
            .collect();
        // The one that the user has named is among them however many there are.
        names.sort_by_cached_key(|name| (self.chosen() != Some(name), name.clone()));
        names.truncate(limits::LISTED_FILES);
        let mut games: Vec<GameCard> = names
            .into_iter()
            .filter_map(|name| self.card(name))
            .collect();
        games.sort_by_cached_key(|card| (card.title.to_lowercase(), card.game.clone()));
        Ok(games)
    }

    /// What is shown of a file; `None` if it is no game.
    fn card(&self, name: String) -> Option<GameCard> {
        let path = self.path(&name).ok()?;
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return None;
        }
        let Ok(bytes) = FileReader.read_up_to(&path, limits::LISTED_TEXT) else {
            return Some(summary::card(name, ""));
        };
        let text = String::from_utf8_lossy(&bytes);
        let is_game = kif::is_sheet(&name) || summary::declares_a_game(&text);
        (is_game || self.chosen() == Some(&name)).then(|| summary::card(name, &text))
    }

    /// Makes a new file with this name, or one like it if the name is taken: `corners.rules`,
    /// `corners-2.rules`. Returns its name.
    ///
    /// # Errors
    /// If it is no name for a rule file, or no file can be made; the text says why.
    pub fn add(&self, name: &str, text: &str) -> Result<String, String> {
        if !is_new_name(name) {
            return Err(no_name(name));
        }
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let numbered = (2..NUMBERS).map(|number| format!("{stem}-{number}.{ending}"));
        for free in [name.to_owned()].into_iter().chain(numbered) {
            match files::make(format!("{}{free}", self.folder), text) {
                Ok(()) => return Ok(free),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("cannot write `{free}`: {error}")),
            }
        }
        Err(format!("`{name}` and all names like it are taken"))
    }

    /// Makes a copy of a game: new files with these names and texts, the main file first. The main file gets
    /// a free name. Returns it.
    ///
    /// # Errors
    /// If a file that the game uses is there with another text, or no file can be made; the text says why.
    pub fn add_copy(&self, game: &[(String, String)]) -> Result<String, String> {
        let Some(((main, text), used)) = game.split_first() else {
            return Err("there is no such game".to_owned());
        };
        let mut missing = Vec::new();
        for (name, text) in used {
            let path = self.path(name)?;
            match fs::symlink_metadata(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => missing.push((path, text)),
                _ if FileReader.read(&path).as_deref() == Ok(text.as_bytes()) => {}
                _ => {
                    return Err(format!(
                        "the copy of `{main}` needs a file `{name}`, and this folder has another one: give that another name first"
                    ));
                }
            }
        }
        for (path, text) in missing {
            files::make(&path, text).map_err(|error| format!("cannot write `{path}`: {error}"))?;
        }
        self.add(main, text)
    }
}

fn no_name(name: &str) -> String {
    format!("`{name}` is no name of a rule file: it has to be a name such as `corners.rules`")
}

fn is_rule_file(name: &str) -> bool {
    name.ends_with(ENDING) || kif::is_sheet(name)
}

/// Whether a text names a file in a folder, and nothing elsewhere. A name with a full stop in front is hidden.
fn is_name(name: &str) -> bool {
    let mut steps = Path::new(name).components();
    let is_one = matches!(
        (steps.next(), steps.next()),
        (Some(Component::Normal(_)), None)
    );
    is_one
        && !name.starts_with('.')
        && !name.contains(['/', '\\'])
        && !name.contains(char::is_control)
}

/// Whether a new rule file may have this name: without signs that some system forbids, and without being taken for an
/// option of a command.
fn is_new_name(name: &str) -> bool {
    is_name(name)
        && is_rule_file(name)
        && name.len() <= limits::FILE_NAME
        && !name.starts_with(['-', ' '])
        && !name.contains(|sign| ODD_SIGNS.contains(sign))
}
