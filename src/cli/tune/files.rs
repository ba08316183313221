//! The files that are written: the games, and the rule file with the weights.

use std::ffi::OsStr;
use std::path::Path;

use regola::game::Rules;
use regola::logic::Allowance;
use regola::syntax::load::Reader;

use crate::records;
use crate::shipped::{AnyReader, is_shipped};
use crate::trouble::Trouble;

/// What the first line of a rule file with weights says, so that another file is not overwritten.
pub const MARK: &str = "fitted to games by `regola tune`";

/// The paths of the files.
pub struct TuningFiles {
    /// The name of the game's rule file, in its folder.
    pub game: String,
    /// The rule file with the weights.
    pub rules: String,
    /// The games.
    pub games: String,
}

impl TuningFiles {
    /// Returns the files for a rule file, and a heuristic of this name. A file of that name that is no
    /// rule file with weights is refused.
    pub fn beside(path: &str, name: &str) -> Result<Self, Trouble> {
        if is_shipped(path) {
            return Err(Trouble::Use(
                "the weights are written beside the rule file, and this one is part of the program; \
                 name a file of yours"
                    .to_owned(),
            ));
        }
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err(Trouble::Use(format!(
                "`{name}` cannot be a part of the names of files; use letters, digits, `-` and `_`"
            )));
        }
        let path = Path::new(path);
        let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let beside = |ending| {
            let file = format!("{}-{name}.{ending}", part(path.file_stem()));
            path.with_file_name(file).to_string_lossy().into_owned()
        };
        let files = TuningFiles {
            game: part(path.file_name()),
            rules: beside("rules"),
            games: beside("pgn"),
        };
        match AnyReader.read(&files.rules) {
            Ok(text) if !is_tuned(&text) => Err(Trouble::Use(format!(
                "`{}` is there already, and was not written by `regola tune`; choose another `--name`",
                files.rules
            ))),
            _ => Ok(files),
        }
    }

    /// Writes the rule file with the weights.
    pub fn write(&self, text: &str) -> Result<(), Trouble> {
        records::write(&self.rules, text)
    }

    /// Loads the rule file with the weights.
    pub fn read_tuned(&self, allowance: Allowance) -> Result<Rules, Trouble> {
        Ok(Rules::read_within(&AnyReader, &self.rules, allowance)?)
    }

    /// Loads a text as if it were the rule file with the weights.
    pub fn read_features(&self, text: &str, allowance: Allowance) -> Result<Rules, Trouble> {
        let reader = WithText {
            path: &self.rules,
            text,
        };
        Ok(Rules::read_within(&reader, &self.rules, allowance)?)
    }

    /// Returns the message of work that was stopped after this number of games.
    pub fn goes_on(&self, games: usize) -> String {
        format!(
            "stopped; {games} games are in {}, and the same command goes on from them",
            self.games
        )
    }
}

fn is_tuned(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    text.lines().next().is_some_and(|line| line.contains(MARK))
}

/// Reads files, but one path has another text.
struct WithText<'a> {
    path: &'a str,
    text: &'a str,
}

impl Reader for WithText<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match path == self.path {
            true => Ok(self.text.as_bytes().to_vec()),
            false => AnyReader.read(path),
        }
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        AnyReader.leads_out(main, path)
    }
}
