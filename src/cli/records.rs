//! Records of games that the program writes, and those from which it begins.

use std::fs;
use std::str::FromStr;

use regola::files;
use regola::game::{Game, Position, Role, Rules};
use regola::record::{GameRecord, GameResult, RecordFile, RecordPly, tag};
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

/// The tag for the number of plies at the beginning that no player has chosen.
pub const OPENING_PLIES: &str = "OpeningPlies";

/// Tags with a meaning of their own; a role of such a name has another tag.
const TAKEN: [&str; 12] = [
    "Game",
    tag::FILE,
    tag::POSITION,
    tag::RESULT,
    tag::TERMINATION,
    "Round",
    OPENING_PLIES,
    "Seed",
    "TimeControl",
    "Event",
    "Date",
    "Site",
];

/// Returns a record with the tags of the game, of its first position, and of the players, each with
/// the name of its role.
pub fn begin(
    rules: &Rules,
    path: &str,
    start: &Position,
    players: impl IntoIterator<Item = String>,
) -> GameRecord {
    let mut record = GameRecord::default();
    record.add_tag("Game", rules.name());
    record.add_tag(tag::FILE, path);
    if *start != rules.initial() {
        let facts = start.facts(rules.schema());
        let facts: Vec<String> = facts.iter().map(|fact| format!("{fact}.")).collect();
        record.add_tag(tag::POSITION, facts.join(" "));
    }
    for (role, player) in rules.role_names().iter().zip(players) {
        record.add_tag(role_tag(role), player);
    }
    record
}

/// Returns the tag of a role: its name with a capital, and `_` for what a tag cannot have.
fn role_tag(role: &str) -> String {
    let plain = |letter: char| match letter.is_ascii_alphanumeric() {
        true => letter,
        false => '_',
    };
    let mut letters = role.chars().map(plain);
    let first = letters.next().unwrap_or('_').to_ascii_uppercase();
    let name: String = std::iter::once(first).chain(letters).collect();
    match TAKEN.contains(&name.as_str()) {
        true => format!("Role_{name}"),
        false => name,
    }
}

/// How a recorded game ended.
#[derive(Clone, Debug)]
pub enum RecordEnd {
    /// By the rules, with the goals of the roles.
    Over(Vec<u8>),
    /// A role gave up.
    Resigned(Role),
    /// The time of a role was over.
    OutOfTime(Role),
    /// It was too long, and counts as a draw.
    TooLong,
    /// It goes on.
    Unfinished,
}

impl RecordEnd {
    fn termination(&self) -> &'static str {
        match self {
            RecordEnd::Over(_) => tag::NORMAL,
            RecordEnd::Resigned(_) => "resignation",
            RecordEnd::OutOfTime(_) => "time forfeit",
            RecordEnd::TooLong => "adjudication",
            RecordEnd::Unfinished => "unterminated",
        }
    }

    /// Returns the result for this number of roles. Who gives up loses to the other one of two roles.
    fn result(&self, roles: usize) -> GameResult {
        match self {
            RecordEnd::Over(goals) => GameResult::Goals(goals.clone()),
            RecordEnd::Resigned(Role(0)) | RecordEnd::OutOfTime(Role(0)) if roles == 2 => {
                GameResult::Goals(vec![0, 100])
            }
            RecordEnd::Resigned(_) | RecordEnd::OutOfTime(_) if roles == 2 => {
                GameResult::Goals(vec![100, 0])
            }
            RecordEnd::TooLong => GameResult::Goals(vec![50; roles]),
            RecordEnd::Resigned(_) | RecordEnd::OutOfTime(_) | RecordEnd::Unfinished => {
                GameResult::Unknown
            }
        }
    }
}

/// Adds the end of the game, and the tags of the user, which replace others of the same name.
pub fn end(record: &mut GameRecord, rules: &Rules, end: &RecordEnd, tags: &[NamedTag]) {
    record.result = end.result(rules.role_count());
    record.add_tag(tag::RESULT, record.result.to_string());
    record.add_tag(tag::TERMINATION, end.termination());
    for NamedTag { name, value } in tags {
        record.tags.retain(|known| known.name != *name);
        record.add_tag(name, value);
    }
}

/// Returns the text of a record. In a game without simultaneous moves a number stands before as many
/// plies as there are roles.
pub fn text(record: &GameRecord, rules: &Rules) -> String {
    let has_joint_plies = record.plies.iter().any(|moves| moves.len() > 1);
    record.text(if has_joint_plies {
        1
    } else {
        rules.role_count()
    })
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
