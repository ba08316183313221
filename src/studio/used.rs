//! The games that were used last, of all folders: kept in a file of the user if there is one, otherwise for
//! as long as the program runs.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use super::limits;
use crate::files;
use crate::syntax::load::FileReader;

/// The paths of rule files without links, those used last first.
#[derive(Debug, Default)]
pub struct UsedGames {
    /// The file that keeps them, a path in each line.
    file: Option<PathBuf>,
    paths: Mutex<Vec<String>>,
}

impl UsedGames {
    /// Those that are kept in a file, which is made when it is needed.
    pub fn kept_in(file: Option<PathBuf>) -> Self {
        UsedGames {
            file,
            paths: Mutex::default(),
        }
    }

    /// Notes that a rule file is used. One that is not there is not noted.
    pub fn note(&self, path: &str) {
        let Some(path) = real(path).filter(|path| !path.contains('\n')) else {
            return;
        };
        let mut paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        self.read_anew(&mut paths);
        paths.retain(|other| *other != path);
        paths.insert(0, path);
        paths.truncate(limits::USED_GAMES);
        if let Some(file) = &self.file {
            // Where nothing can be kept, the list lasts as long as the program.
            let _ = files::write(file, paths.join("\n") + "\n");
        }
    }

    /// Which of these files of a folder were used, those used last first.
    pub fn among(&self, folder: &str, names: &[&str]) -> Vec<String> {
        let mut paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        self.read_anew(&mut paths);
        let ranked = names.iter().filter_map(|name| {
            let path = real(&format!("{folder}{name}"))?;
            let rank = paths.iter().position(|used| *used == path)?;
            Some((rank, (*name).to_owned()))
        });
        let mut ranked: Vec<(usize, String)> = ranked.collect();
        ranked.sort();
        ranked.into_iter().map(|(_, name)| name).collect()
    }

    /// Takes what the file says: another studio may have written it.
    fn read_anew(&self, paths: &mut Vec<String>) {
        let Some(file) = self.file.as_ref().and_then(|file| file.to_str()) else {
            return;
        };
        let read = FileReader.read_up_to(file, limits::USED_GAMES_TEXT);
        if let Some(text) = read.ok().and_then(|bytes| String::from_utf8(bytes).ok()) {
            *paths = text.lines().map(str::to_owned).collect();
        }
    }
}

/// The path of a file without links.
fn real(path: &str) -> Option<String> {
    fs::canonicalize(path)
        .ok()?
        .into_os_string()
        .into_string()
        .ok()
}
