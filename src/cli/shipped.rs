//! The rule files that are part of the program, and the reader that finds them.

use std::path::Path;

use regola::logic::nearest;
use regola::snapshot::NamedGames;
use regola::studio::NamedText;
use regola::syntax::load::{FileReader, Reader};

/// A rule file that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name without `.rules`.
    pub name: &'static str,
    /// The text of the file.
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

/// All rule files that are part of the program, by name: games, and files that several games use.
const SHIPPED: [Shipped; 35] = [
    shipped!("amazons"),
    shipped!("anagram"),
    shipped!("brazilian-draughts"),
    shipped!("breakthrough"),
    shipped!("change"),
    shipped!("chess"),
    shipped!("connect-four"),
    shipped!("dama"),
    shipped!("dama-padova"),
    shipped!("dama-play"),
    shipped!("dodgem"),
    shipped!("draughts-play"),
    shipped!("english-draughts"),
    shipped!("filetto"),
    shipped!("go"),
    shipped!("go-play"),
    shipped!("go-superko"),
    shipped!("gomoku"),
    shipped!("goofspiel"),
    shipped!("hex"),
    shipped!("international-draughts"),
    shipped!("kalah"),
    shipped!("knights-tour"),
    shipped!("lines-of-action"),
    shipped!("morris"),
    shipped!("nim"),
    shipped!("othello"),
    shipped!("othello-2007"),
    shipped!("othello-play"),
    shipped!("othello-triples"),
    shipped!("pair-sums"),
    shipped!("pool-checkers"),
    shipped!("russian-draughts"),
    shipped!("tictactoe"),
    shipped!("tris-productions"),
];

/// The folder that these files seem to be in. No file system has it.
const FOLDER: &str = "<shipped>/";

impl Shipped {
    /// All rule files that are part of the program.
    pub const ALL: &[Shipped] = &SHIPPED;

    /// Whether the file is a game of its own, not a part of other games.
    pub fn is_game(self) -> bool {
        self.text.contains("\n:- game(")
    }

    /// Returns the game with the name `name`.
    pub fn find(name: &str) -> Option<Self> {
        let named = |shipped: &&Shipped| shipped.name == name && shipped.is_game();
        Self::ALL.iter().find(named).copied()
    }

    /// Returns the first sentence of the file's first comment.
    pub fn title(self) -> String {
        let comment = self.text.lines().map_while(|line| line.strip_prefix('%'));
        let words: Vec<&str> = comment.flat_map(str::split_whitespace).collect();
        let text = words.join(" ");
        let end = text.find(". ").map_or(text.len(), |end| end + 1);
        text[..end].to_owned()
    }
}

/// Returns the path to read for a typed name: that of a game of the program if it has this name and
/// there is no such file, else the name itself.
pub fn path_of(typed: &str) -> String {
    match path_of_game(typed) {
        Some(path) if !Path::new(typed).exists() => path,
        _ => typed.to_owned(),
    }
}

/// Returns the path of the game of the program with this name.
pub fn path_of_game(name: &str) -> Option<String> {
    Shipped::find(name).map(|shipped| format!("{FOLDER}{}.rules", shipped.name))
}

/// Whether a path is that of a file that is part of the program.
pub fn is_shipped(path: &str) -> bool {
    path.starts_with(FOLDER)
}

/// All rule files of the program, for the studio.
pub fn texts() -> Vec<NamedText> {
    let named = |&Shipped { name, text }: &Shipped| NamedText {
        name: name.to_owned(),
        text,
    };
    Shipped::ALL.iter().map(named).collect()
}

/// The games of the program, for session files.
#[derive(Clone, Copy, Debug)]
pub struct ShippedGames;

impl NamedGames for ShippedGames {
    fn path_of_game(&self, name: &str) -> Option<String> {
        path_of_game(name)
    }

    fn has(&self, path: &str) -> bool {
        is_shipped(path)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        AnyReader.read(path)
    }
}

/// Reads files of the file system and files that are part of the program. The error for a missing
/// file suggests the nearest existing name.
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

/// Returns the file that a wrong path probably means: the file with the ending that it lacks, the game of the
/// program with the nearest name, or the file that results if each part of the path is replaced by the nearest
/// name in its folder.
fn meant_by(path: &str) -> Option<String> {
    let with_endings = [".rules", ".kif"].map(|ending| format!("{path}{ending}"));
    if let Some(file) = with_endings
        .into_iter()
        .find(|file| Path::new(file).is_file())
    {
        return Some(file);
    }
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
