//! Records of games, played by the rules that they name.

use std::collections::HashMap;
use std::path::Path;

use regola::game::Rules;
use regola::logic::{Allowance, Limits};
use regola::record::{RecordFile, tag};
use regola::session::Trouble;

use crate::interrupt::CtrlC;
use crate::shipped::{AnyReader, path_of};

/// The games that records name, each loaded once.
pub struct RecordGames {
    interrupt: CtrlC,
    games: HashMap<String, Rules>,
}

impl RecordGames {
    pub fn new(interrupt: &CtrlC) -> Self {
        RecordGames {
            interrupt: interrupt.clone(),
            games: HashMap::new(),
        }
    }

    /// Plays game `number` of a file, from 0. Returns why the record is wrong; none if it is right.
    pub fn fault_of(
        &mut self,
        path: &str,
        file: &RecordFile,
        number: usize,
    ) -> Result<Option<Trouble>, Trouble> {
        let Some(rules_path) = file.games[number].record.tag(tag::FILE) else {
            return Ok(Some(Trouble::Use(format!(
                "game {} of `{path}` does not name its rule file; give it the tag `File`",
                number + 1
            ))));
        };
        let replayed = self
            .rules(&place_of(path, rules_path))
            .and_then(|rules| file.replay(number, rules));
        match replayed {
            Ok(_) => Ok(None),
            Err(stopped @ Trouble::Stopped(_)) => Err(stopped),
            Err(fault) => Ok(Some(fault)),
        }
    }

    fn rules(&mut self, path: &str) -> Result<&Rules, Trouble> {
        if !self.games.contains_key(path) {
            let allowance = Allowance {
                limits: Limits::default(),
                interrupt: self.interrupt.flag(),
            };
            let rules = Rules::read_within(&AnyReader, path, allowance)?;
            self.games.insert(path.to_owned(), rules);
        }
        Ok(&self.games[path])
    }
}

/// Returns the path of the rule file that the record `path` names: beside the record, else where the
/// command runs, else the game of the program with this name.
fn place_of(path: &str, rules_path: &str) -> String {
    let beside = Path::new(path).with_file_name("").join(rules_path);
    match beside.is_file() {
        true => beside.to_string_lossy().into_owned(),
        false => path_of(rules_path),
    }
}
