//! The games that are in the program, and how files are read where one of them may be meant.

use std::path::Path;

use regola::logic::nearest;
use regola::syntax::load::{FileReader, Reader};

/// A rule file that is in the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name without `.rules`.
    pub name: &'static str,
    /// What it says.
    pub text: &'static str,
}

macro_rules! shipped {
    ($name:literal) => {
        Shipped {
            name: $name,
            text: include_str!(concat!("../../games/", $name, ".rules")),
        }
    };
}

/// All rule files that ship, by name: games, and files that games have in common.
const SHIPPED: [Shipped; 21] = [
    shipped!("anagram"),
    shipped!("breakthrough"),
    shipped!("change"),
    shipped!("chess"),
    shipped!("connect-four"),
    shipped!("dama"),
    shipped!("dama-padova"),
    shipped!("dama-play"),
    shipped!("english-draughts"),
    shipped!("filetto"),
    shipped!("gomoku"),
    shipped!("hex"),
    shipped!("knights-tour"),
    shipped!("nim"),
    shipped!("othello"),
    shipped!("othello-2007"),
    shipped!("othello-play"),
    shipped!("othello-triples"),
    shipped!("pair-sums"),
    shipped!("tictactoe"),
    shipped!("tris-productions"),
];

/// The folder in which these files are for whoever reads them: no folder of a computer.
const FOLDER: &str = "<shipped>/";

impl Shipped {
    /// All of them.
    pub const ALL: &[Shipped] = &SHIPPED;

    /// Whether it is a game, and not a part of others.
    pub fn is_game(self) -> bool {
        self.text.contains("\n:- game(")
    }

    /// The game of that name.
    pub fn find(name: &str) -> Option<Self> {
        let named = |shipped: &&Shipped| shipped.name == name && shipped.is_game();
        Self::ALL.iter().find(named).copied()
    }

    /// What it is about: its first comment, up to the first full stop.
    pub fn title(self) -> String {
        let comment = self.text.lines().map_while(|line| line.strip_prefix('%'));
        let words: Vec<&str> = comment.flat_map(str::split_whitespace).collect();
        let text = words.join(" ");
        let end = text.find(". ").map_or(text.len(), |end| end + 1);
        text[..end].to_owned()
    }
}

/// The path to read for what was typed: a file if there is one, else a game that is in the program.
pub fn path_of(typed: &str) -> String {
    match Shipped::find(typed) {
        Some(shipped) if !Path::new(typed).exists() => format!("{FOLDER}{}.rules", shipped.name),
        _ => typed.to_owned(),
    }
}

/// Reads files, and those that are in the program. A file that is not there is told of with the
/// nearest name that is.
#[derive(Clone, Copy, Debug)]
pub struct AnyReader;

impl Reader for AnyReader {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        if let Some(file) = path.strip_prefix(FOLDER) {
            let shipped = Shipped::ALL
                .iter()
                .find(|shipped| file.strip_suffix(".rules") == Some(shipped.name));
            let text = shipped.map(|shipped| shipped.text.as_bytes().to_vec());
            return text.ok_or_else(|| "there is no such file in the program".to_owned());
        }
        FileReader.read(path).map_err(|reason| {
            let meant = if Path::new(path).exists() {
                None
            } else {
                meant_by(path)
            };
            meant.map_or(reason.clone(), |meant| {
                format!("{reason}; did you mean `{meant}`?")
            })
        })
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        FileReader.leads_out(main, path)
    }
}

/// The file that was probably meant by a path that leads nowhere: each of its parts is taken for
/// the nearest name in its folder, or the whole for a game of the program.
fn meant_by(path: &str) -> Option<String> {
    if !path.contains('/') {
        let games = Shipped::ALL.iter().filter(|shipped| shipped.is_game());
        if let Some(name) = nearest(path, games.map(|shipped| shipped.name)) {
            return Some(name.to_owned());
        }
    }
    let mut meant = String::new();
    for part in path.split_inclusive('/') {
        let (name, slash) = match part.strip_suffix('/') {
            Some(name) => (name, "/"),
            None => (part, ""),
        };
        let exact = format!("{meant}{name}");
        if Path::new(&exact).exists() || name.is_empty() {
            meant = exact + slash;
            continue;
        }
        let folder = if meant.is_empty() { "." } else { &meant };
        let there: Vec<String> = std::fs::read_dir(folder)
            .ok()?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        meant += nearest(name, there.iter().map(String::as_str))?;
        meant += slash;
    }
    Path::new(&meant).is_file().then_some(meant)
}
