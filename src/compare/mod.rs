//! Floor 5: are two encodings the same game?
//!
//! Games are matched by what a player sees: the roles to move, the moves as they are written, the
//! board, the end and the results. All lines of play are compared breadth first to a depth, then
//! random games are played. If two games differ, the report has the shortest line that shows it,
//! and what differs there. A [`NameMap`] translates names from one game to another. This module
//! knows nothing of terminals and has no clock: a [`CompareHost`] provides one.
//!
//! A difference is certain. That two games are equal is known only as far as they were compared,
//! which is the [`Extent`] of the report.
//!
//! ```
//! use regola::compare::{Alone, CompareOptions, CompareVerdict, NameMap, OtherGame, compare};
//! use regola::game::Rules;
//!
//! let cells = Rules::load("games/othello.rules")?;
//! let triples = Rules::load("games/othello-triples.rules")?;
//! let options = CompareOptions { depth: 2, games: 0, ..CompareOptions::default() };
//! let other = OtherGame { rules: &triples, names: &NameMap::same() };
//! let report = compare(&cells, &[other], &options, &mut Alone)?;
//! assert!(matches!(report.verdicts[0], CompareVerdict::Equal));
//! assert_eq!((report.extent.depth, report.extent.positions), (Some(2), 17));
//! # Ok::<(), regola::game::Failure>(())
//! ```

mod cost;
mod difference;
mod explorer;
mod games;
mod host;
mod lines;
mod names;
mod pairing;
mod positions;
mod report;
mod seen;
mod shorten;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod words;
mod writer;

pub use cost::Cost;
pub use difference::{Aspect, Difference, DifferenceSide};
pub use host::{Alone, CompareHost, CompareProgress, CompareStage};
pub use names::NameMap;
pub use positions::differences;
pub use report::{CompareReport, CompareVerdict, Extent, Pair};
pub use writer::Writer;

use explorer::{Explorer, Halt};
use games::Games;
use lines::Lines;

use crate::game::{Failure, Rules};

/// How far games are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompareOptions {
    /// The number of plies up to which all lines are compared.
    pub depth: usize,
    /// The most positions on these lines. A length that has more is not compared.
    pub positions: usize,
    /// The number of random games after that.
    pub games: u64,
    /// The seed of the random games. Game number `n` uses `seed + n`, counted from 0.
    pub seed: u64,
    /// The most plies of a random game.
    pub plies: usize,
    /// The most additional positions to prove that no line is shorter than one found in a random
    /// game.
    pub effort: usize,
}

impl Default for CompareOptions {
    fn default() -> Self {
        CompareOptions {
            depth: 4,
            positions: 1_000_000,
            games: 20,
            seed: 0,
            plies: 1_000,
            effort: 5_000,
        }
    }
}

/// A game to compare with the first.
#[derive(Clone, Copy, Debug)]
pub struct OtherGame<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// The names that differ from those of the first.
    pub names: &'a NameMap,
}

/// Compares games with the first one. Those that differ from it are also compared with each other,
/// if their names are those of the first.
///
/// # Errors
/// If a file of names has an error. A game whose rules cannot be evaluated is no error: it differs
/// from one whose rules can.
pub fn compare(
    first: &Rules,
    others: &[OtherGame<'_>],
    options: &CompareOptions,
    host: &mut dyn CompareHost,
) -> Result<CompareReport, Failure> {
    let mut report = with_first(first, others, options, host)?;
    let games = others.len() + 1;
    report.matrix = vec![vec![Pair::Equal; games]; games];
    for row in 0..games {
        for column in row + 1..games {
            let pair = pair(&report, others, (row, column), options, host)?;
            report.matrix[column][row] = pair.clone();
            report.matrix[row][column] = pair;
        }
    }
    Ok(report)
}

/// What is known about two games, by their numbers. Game 0 is the first.
fn pair(
    report: &CompareReport,
    others: &[OtherGame<'_>],
    (row, column): (usize, usize),
    options: &CompareOptions,
    host: &mut dyn CompareHost,
) -> Result<Pair, Failure> {
    let differs = |game: usize| match game.checked_sub(1).map(|other| &report.verdicts[other]) {
        Some(CompareVerdict::Differs(difference)) => Some(difference.line.clone()),
        _ => None,
    };
    Ok(match (differs(row), differs(column)) {
        (None, None) => Pair::Equal,
        (Some(line), None) | (None, Some(line)) => Pair::DifferAfter(line),
        (Some(_), Some(_)) => {
            let (one, two) = (&others[row - 1], &others[column - 1]);
            if report.stopped || !one.names.are_the_same() || !two.names.are_the_same() {
                return Ok(Pair::Unknown);
            }
            let own = with_first(one.rules, std::slice::from_ref(two), options, host)?;
            match (&own.verdicts[0], own.stopped) {
                (CompareVerdict::Differs(difference), _) => {
                    Pair::DifferAfter(difference.line.clone())
                }
                (CompareVerdict::Equal, false) => Pair::Equal,
                (CompareVerdict::Equal, true) => Pair::Unknown,
            }
        }
    })
}

/// Compares games with the first one; the matrix of the report remains empty.
fn with_first(
    first: &Rules,
    others: &[OtherGame<'_>],
    options: &CompareOptions,
    host: &mut dyn CompareHost,
) -> Result<CompareReport, Failure> {
    let others: Vec<_> = others
        .iter()
        .map(|entry| (entry.rules, entry.names))
        .collect();
    let mut explorer = Explorer::new(first, &others, host)?;
    let mut lines = Lines::new(&explorer);
    let mut games = 0;
    let stopped = match explore(&mut explorer, &mut lines, &mut games, options) {
        Ok(()) => false,
        Err(Halt::Stopped) => true,
        Err(Halt::Failed(failure)) => return Err(failure),
    };
    let mut verdicts = Vec::new();
    for at in 0..others.len() {
        let difference = explorer.difference(at, lines.compared)?;
        verdicts.push(difference.map_or(CompareVerdict::Equal, |difference| {
            CompareVerdict::Differs(Box::new(difference))
        }));
    }
    let extent = Extent {
        depth: lines.compared,
        complete: lines.are_exhausted(),
        positions: explorer.positions(),
        games,
        moves: explorer.moves,
    };
    let boards = explorer.others.iter().map(|other| {
        other
            .pairing
            .as_ref()
            .is_some_and(|pairing| pairing.has_boards())
    });
    let players =
        std::iter::once(&explorer.first).chain(explorer.others.iter().map(|other| &other.player));
    let (boards, costs) = (boards.collect(), players.map(Cost::of).collect());
    Ok(CompareReport {
        extent,
        verdicts,
        boards,
        matrix: Vec::new(),
        costs,
        stopped,
    })
}

/// Compares all lines to the depth, plays random games, and looks for shorter lines than those that
/// show a difference.
fn explore(
    explorer: &mut Explorer<'_, '_>,
    lines: &mut Lines,
    played: &mut u64,
    options: &CompareOptions,
) -> Result<(), Halt> {
    lines.compare(explorer, options.depth, options.positions)?;
    let beyond = lines.compared.map_or(0, |plies| plies + 1);
    if lines.are_exhausted() || !explorer.follows(beyond) {
        return Ok(());
    }
    Games {
        games: options.games,
        seed: options.seed,
        plies: options.plies,
        beyond,
    }
    .play(explorer, played)?;
    let longest = explorer
        .others
        .iter()
        .filter_map(|other| other.found.as_ref())
        .map(|found| found.line.len())
        .max();
    if longest.is_some_and(|longest| longest > beyond) {
        shorten::shorten(explorer, beyond)?;
        let most = lines.met().saturating_add(options.effort);
        shorter_lines(explorer, lines, most)?;
    }
    Ok(())
}

/// Compares longer lines, up to those after which games are known to differ.
fn shorter_lines(
    explorer: &mut Explorer<'_, '_>,
    lines: &mut Lines,
    most: usize,
) -> Result<(), Halt> {
    let found = explorer
        .others
        .iter()
        .filter_map(|other| other.found.as_ref());
    let longest = found.map(|found| found.line.len()).max().unwrap_or(0);
    // Games without a difference are not followed beyond these lines.
    lines.compare(explorer, longest.saturating_sub(1), most)
}
