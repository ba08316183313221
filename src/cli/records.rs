//! Records of games that the program writes, and those from which it begins.

use std::fs;
use std::str::FromStr;

use regola::files;
use regola::game::Rules;
use regola::record::{GameRecord, RecordEnd, RecordFile, RecordPly, tag};
use regola::session::PlayedLine;
use regola::syntax::load::{FileReader, Reader};

use crate::trouble::Trouble;

/// A position of a game in a file of records: `GAMES.pgn`, `GAMES.pgn:2` or `GAMES.pgn:2@10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordPlace {
    pub path: String,
    /// The number of the game, from 1.
    game: usize,
    /// The number of plies to play; all of them if it is none.
    plies: Option<usize>,
}

impl FromStr for RecordPlace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (text, plies) = without_number(text, '@');
        let (path, game) = without_number(text, ':');
        match game {
            _ if path.is_empty() => Err("a file of records is expected".to_owned()),
            Some(0) => Err("the games have numbers from 1".to_owned()),
            game => Ok(RecordPlace {
                path: path.to_owned(),
                game: game.unwrap_or(1),
                plies,
            }),
        }
    }
}

/// Parts a text from the number at its end, if there is one after `mark`.
fn without_number(text: &str, mark: char) -> (&str, Option<usize>) {
    let parted = text.rsplit_once(mark);
    let number = parted.and_then(|(rest, number)| Some((rest, number.parse().ok()?)));
    match number {
        Some((rest, number)) => (rest, Some(number)),
        None => (text, None),
    }
}

/// A part of a game from a record.
pub struct RecordedLine {
    /// The line as far as it was asked for.
    pub line: PlayedLine,
    /// Its plies.
    pub plies: Vec<RecordPly>,
}

impl RecordPlace {
    /// Reads the file, and plays the game by the rules.
    pub fn open(&self, rules: &Rules) -> Result<RecordedLine, Trouble> {
        let Self { path, game, .. } = self;
        let file = read(path)?;
        let Some(recorded) = file.games.get(game - 1) else {
            let games = file.games.len();
            return Err(Trouble::Use(format!(
                "there is no game {game} in `{path}`; the number of games is {games}"
            )));
        };
        let mut line = file.replay(game - 1, rules)?;
        let plies = self.plies.unwrap_or(line.ply());
        if !line.go_to(plies) {
            return Err(Trouble::Use(format!(
                "there is no ply {plies} in game {game} of `{path}`; the number of plies is {}",
                line.ply()
            )));
        }
        Ok(RecordedLine {
            line,
            plies: recorded.record.plies[..plies].to_vec(),
        })
    }
}

/// Reads a file of records.
pub fn read(path: &str) -> Result<RecordFile, Trouble> {
    let bytes = FileReader
        .read(path)
        .map_err(|reason| Trouble::Use(format!("cannot read `{path}`: {reason}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Trouble::Use(format!("cannot read `{path}`: it is not UTF-8")))?;
    Ok(RecordFile::read(path, &text)?)
}

/// A name and a value that the user gives for the tags of a record, such as `Date=2026.07.01`.
#[derive(Clone, Debug)]
pub struct NamedTag {
    name: String,
    value: String,
}

impl FromStr for NamedTag {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        match text.split_once('=') {
            Some((tag::RESULT | tag::TERMINATION | tag::POSITION, _)) => {
                Err("this tag is that of the game".to_owned())
            }
            Some((name, value)) if !name.is_empty() && name.chars().all(is_part) => Ok(NamedTag {
                name: name.to_owned(),
                value: value.to_owned(),
            }),
            _ => Err("a tag is NAME=VALUE, and its name has letters, digits and `_`".to_owned()),
        }
    }
}

/// Adds the end of the game, and the tags of the user, which replace others of the same name.
pub fn end(record: &mut GameRecord, rules: &Rules, end: &RecordEnd, tags: &[NamedTag]) {
    record.end(rules, end);
    for NamedTag { name, value } in tags {
        record.tags.retain(|known| known.name != *name);
        record.add_tag(name, value);
    }
}

/// Returns the records that a file has already; an empty text if there is no file. Another text than
/// records is refused.
pub fn earlier(path: &str) -> Result<String, Trouble> {
    if fs::metadata(path).is_err() {
        return Ok(String::new());
    }
    let file = read(path)?;
    let texts = file
        .sources
        .iter()
        .map(|(_, source)| source.text.trim_end());
    Ok(texts.map(|text| format!("{text}\n\n")).collect())
}

/// Writes records to a file.
pub fn write(path: &str, text: &str) -> Result<(), Trouble> {
    files::write_output(path, text)
        .map_err(|error| Trouble::Use(format!("cannot write `{path}`: {error}")))
}
