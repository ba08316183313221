//! Floor 5: a game on trial. Plays random games to find faults that only show in play. Each finding
//! has the moves that led to it.
//!
//! [`check`](crate::game::check) finds faults in the text of a game; this module finds those in its
//! play. Puzzles, which are games for one role, may have dead ends and positions that cannot be
//! won: these are no faults.
//!
//! ```
//! use regola::game::Rules;
//! use regola::search::Unwatched;
//! use regola::trial::{TrialOptions, play};
//!
//! let rules = Rules::from_text("
//!     role(ann).  role(bob).
//!     :- fluent chosen(_).
//!     legal(ann, say(1)) :- \\+ chosen(_).
//!     legal(ann, say(N)) :- \\+ chosen(_), between(1, 3, N).
//!     add(chosen(N)) :- does(ann, say(N)).
//!     terminal :- chosen(_).
//!     goal(ann, 100).  goal(bob, 0).
//! ")?;
//! let report = play(&rules, &TrialOptions { games: 20, ..TrialOptions::default() }, &mut Unwatched);
//! let codes: Vec<&str> = report.findings.iter().map(|finding| finding.code).collect();
//! assert_eq!(codes, ["move-twice", "never-wins", "never-moves"]);
//! # Ok::<(), regola::game::Failure>(())
//! ```

mod examination;
mod finding;
mod levels;
mod symmetry;
mod tally;

use crate::game::{Game, Position, Rules};
use crate::search::{Progress, Watch};
use crate::syntax::diagnostic::Diagnostic;

use examination::{Continuation, Examination};
use symmetry::SymmetryCheck;
use tally::Tally;

/// What a trial plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialOptions {
    /// The number of random games; with 0, only the start is checked.
    pub games: u64,
    /// The seed of the random games. Game number `n` uses `seed + n`, counted from 0.
    pub seed: u64,
    /// The most plies of a game; a game with more is too long.
    pub length: usize,
}

impl Default for TrialOptions {
    fn default() -> Self {
        TrialOptions {
            games: 0,
            seed: 0,
            length: 500,
        }
    }
}

/// The result of a trial.
#[derive(Clone, Debug, Default)]
pub struct TrialReport {
    /// Errors and warnings, in the order in which they were found. Each kind occurs once, with the
    /// first moves that showed it.
    pub findings: Vec<Diagnostic>,
    /// Facts about the games that are no faults, one line each.
    pub notes: Vec<String>,
    /// The number of games played.
    pub games: u64,
    /// The number of these games that came to an end.
    pub ended: u64,
    /// The number of plies in all games.
    pub plies: u64,
    /// Whether the watch stopped the trial before its end.
    pub stopped: bool,
}

impl TrialReport {
    /// How many games were played, in words.
    #[must_use]
    pub fn games_in_words(&self) -> String {
        format!(
            "{} random games of {} plies, {} of them to the end",
            self.games, self.plies, self.ended
        )
    }
}

/// How often the same error of the rules may occur. More games would show nothing new, and each may
/// take long until the error.
const MOST_ERRORS: u64 = 3;

/// Checks the start of a game and plays random games. Plays fewer than `options.games` if one error
/// occurs too often.
pub fn play(rules: &Rules, options: &TrialOptions, watch: &mut dyn Watch) -> TrialReport {
    let mut examination = Examination::new(rules);
    let mut symmetry = SymmetryCheck::new(rules);
    let mut tally = Tally::new(rules);
    let mut report = TrialReport::default();
    examination.look(&rules.initial(), &[]);
    report.stopped = symmetry.look(&rules.initial(), &[]).is_err();
    let mut progress = Progress {
        root_total: usize::try_from(options.games).unwrap_or(usize::MAX),
        ..Progress::default()
    };
    for game in 0..options.games {
        if examination.most_errors() >= MOST_ERRORS {
            let left = options.games - game;
            report.notes.push(format!(
                "{left} more were not played, since the same error was met {MOST_ERRORS} times"
            ));
            break;
        }
        let random = fastrand::Rng::with_seed(options.seed.wrapping_add(game));
        let trial = Trial {
            rules,
            length: options.length,
            random,
        };
        let mut checks = Checks {
            examination: &mut examination,
            symmetry: &mut symmetry,
            tally: &mut tally,
        };
        let Some(ended) = trial.run(&mut checks, &mut progress, watch) else {
            report.stopped = true;
            break;
        };
        report.games += 1;
        report.ended += u64::from(ended);
        progress.root_done += 1;
    }
    report.plies = tally.plies;
    report.findings = levels::findings(rules);
    report.findings.extend(examination.findings());
    report.findings.extend(symmetry.findings());
    tally.tell(report.games, &mut report);
    report
}

/// What is checked of each position and each move.
struct Checks<'t, 'r> {
    examination: &'t mut Examination<'r>,
    symmetry: &'t mut SymmetryCheck<'r>,
    tally: &'t mut Tally<'r>,
}

/// One random game.
struct Trial<'r> {
    rules: &'r Rules,
    length: usize,
    random: fastrand::Rng,
}

impl Trial<'_> {
    /// Plays the game. Returns whether it came to an end; `None` if it was stopped.
    fn run(
        mut self,
        checks: &mut Checks<'_, '_>,
        progress: &mut Progress,
        watch: &mut dyn Watch,
    ) -> Option<bool> {
        let Checks {
            examination,
            symmetry,
            tally,
        } = checks;
        let mut position: Position = self.rules.initial();
        let mut line: Vec<String> = Vec::new();
        loop {
            progress.nodes += 1;
            if watch.look(*progress).is_break() {
                return None;
            }
            let found = examination.look(&position, &line);
            symmetry.look(&position, &line).ok()?;
            let movers = match found {
                Continuation::Stopped => return None,
                Continuation::Failed => return Some(false),
                Continuation::Over(goals) => {
                    tally.end(&goals);
                    return Some(true);
                }
                Continuation::Movers(movers) => movers,
            };
            if line.len() >= self.length {
                tally.too_long(&line, self.length);
                return Some(false);
            }
            let chosen: Vec<_> = movers
                .into_iter()
                .filter_map(|mover| {
                    tally.moves(mover.role);
                    self.random.choice(mover.moves)
                })
                .collect();
            line.push(
                chosen
                    .iter()
                    .map(|(text, _)| text.as_str())
                    .collect::<Vec<_>>()
                    .join("+"),
            );
            let moves: Vec<_> = chosen.into_iter().map(|(_, played)| played).collect();
            tally.plies += 1;
            match examination.play(&position, &moves, &line, tally) {
                Ok(next) => position = next,
                Err(step) => {
                    return if matches!(step, Continuation::Stopped) {
                        None
                    } else {
                        Some(false)
                    };
                }
            }
        }
    }
}
