//! The openings of a match: random plies, or the games of a file of records.

use std::fmt;

use regola::contest::Opening;
use regola::game::{Game, Position, Rules};
use regola::record::RecordFile;
use regola::session::play_typed;

use crate::records;
use crate::trouble::{Explain, Trouble};

/// The number of random plies, if the user does not give it.
const RANDOM_PLIES: usize = 4;

/// Where the openings of a match come from.
pub enum Openings {
    /// Random plies, this number in each.
    Random(usize),
    /// The games of a file of records, one after the other; at least one.
    Recorded {
        path: String,
        openings: Vec<Opening>,
    },
}

impl Openings {
    /// Returns openings of this number of random plies.
    pub fn random(plies: Option<usize>) -> Self {
        Openings::Random(plies.unwrap_or(RANDOM_PLIES))
    }

    /// Reads the games of a file of records: of each the first `most` plies, or all. They must begin
    /// at the position `start`, and go on after the opening.
    pub fn read(
        path: &str,
        rules: &Rules,
        start: &Position,
        most: Option<usize>,
    ) -> Result<Self, Trouble> {
        let file = records::read(path)?;
        let reading = RecordReading {
            path,
            file: &file,
            rules,
            start,
            most,
        };
        let openings = (0..file.games.len()).map(|number| reading.opening(number));
        Ok(Openings::Recorded {
            path: path.to_owned(),
            openings: openings.collect::<Result<_, _>>()?,
        })
    }

    /// Returns opening `number` of a match with this seed. After the last one of a file the first
    /// comes again.
    pub fn opening(
        &self,
        rules: &Rules,
        start: &Position,
        seed: u64,
        number: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Opening, Trouble> {
        match self {
            Openings::Random(plies) => {
                let seed = seed.wrapping_add(number);
                Opening::at_random(rules, start, *plies, seed, is_stopped)
            }
            Openings::Recorded { openings, .. } => {
                let place = number % openings.len() as u64;
                Ok(openings[place as usize].clone())
            }
        }
    }

    /// Returns the number of games in which each opening is played twice; none if there are always
    /// more openings.
    pub fn games(&self) -> Option<u64> {
        match self {
            Openings::Random(_) => None,
            Openings::Recorded { openings, .. } => Some(2 * openings.len() as u64),
        }
    }
}

/// A file of records that is read for its openings.
struct RecordReading<'a> {
    path: &'a str,
    file: &'a RecordFile,
    rules: &'a Rules,
    /// The position at which all games of the match begin.
    start: &'a Position,
    /// The number of plies of an opening at most.
    most: Option<usize>,
}

impl RecordReading<'_> {
    /// Returns the opening of game `number`, from 0.
    fn opening(&self, number: usize) -> Result<Opening, Trouble> {
        let line = self.file.replay(number, self.rules)?;
        let fault = |text| Trouble::Use(format!("game {} of `{}` {text}", number + 1, self.path));
        if line.first() != self.start {
            return Err(fault("begins at another position than the match"));
        }
        let mut opening = Opening::at(self.start.clone());
        for ply in line.plies().iter().take(self.most.unwrap_or(usize::MAX)) {
            let played = play_typed(self.rules, &opening.position, ply)?;
            let played = played.map_err(Trouble::Use)?;
            opening.plies.push(played.moves);
            opening.position = played.position;
        }
        match self.rules.over(&opening.position).explain(self.rules)? {
            true => Err(fault(
                "ends within its opening; `--opening N` takes the first N plies",
            )),
            false => Ok(opening),
        }
    }
}

/// Writes a sentence about the openings.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Random(plies) => write!(f, "Openings of {plies} random plies,")?,
            Openings::Recorded { path, openings } => {
                write!(f, "Openings of `{path}`, {} in all,", openings.len())?;
            }
        }
        f.write_str(" each played twice with sides exchanged.")
    }
}
