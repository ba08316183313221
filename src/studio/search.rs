//! Searches: the questions that may take long. They can be answered in another thread than the other
//! questions. A search is about the game as it was when the page asked.

use std::sync::Arc;

use super::protocol::{AnyAnswer, ClockReading, MatchQuestion, Said};
use super::searched::{Searched, Standpoint};
use super::second::GamePair;
use super::session_tests::{SessionTest, SessionTests};
use super::stop::IsStopped;
use super::{choose, contest, threats, tree, trial};
use crate::game::Position;
use crate::session::Trouble;

/// A search, with all that it needs.
#[derive(Debug)]
pub enum SearchJob {
    /// The move that the program would play at a level.
    Choose {
        from: Standpoint,
        level: String,
        clock: Option<ClockReading>,
    },
    /// The value of each legal move at a level.
    Values { from: Standpoint, level: String },
    /// The squares that another role threatens.
    Threats { from: Standpoint },
    /// The tree below a position, as far as its nodes are open. With `svg`, its picture too.
    Tree {
        from: Standpoint,
        opened: Vec<Vec<String>>,
        level: Option<String>,
        svg: bool,
    },
    /// Where two games differ. All lines of up to `plies` plies are compared.
    Difference {
        pair: Box<GamePair>,
        plies: Option<usize>,
    },
    /// What random games show.
    Trial { game: Arc<Searched>, games: u64 },
    /// A game of a match, from the position `start`, as far as there is time.
    Match {
        game: Arc<Searched>,
        start: Position,
        asked: MatchQuestion,
    },
    /// How the output of a session file compares with its snapshots.
    Test {
        tests: Arc<dyn SessionTests>,
        test: SessionTest,
    },
}

impl SearchJob {
    /// Whether the search limits its own time, and returns what it has found by then.
    pub fn has_own_time(&self) -> bool {
        !matches!(self, SearchJob::Tree { .. })
    }

    /// The game; none for a session file, which loads its own.
    pub fn game(&self) -> Option<&Searched> {
        match self {
            SearchJob::Choose { from, .. }
            | SearchJob::Values { from, .. }
            | SearchJob::Threats { from }
            | SearchJob::Tree { from, .. } => Some(&from.game),
            SearchJob::Difference { pair, .. } => Some(pair.first()),
            SearchJob::Trial { game, .. } | SearchJob::Match { game, .. } => Some(game),
            SearchJob::Test { .. } => None,
        }
    }

    /// Does the search, until `is_stopped` says so.
    pub fn answer(
        self,
        random: &mut fastrand::Rng,
        is_stopped: IsStopped<'_>,
        progress: &mut dyn FnMut(Said),
    ) -> Result<AnyAnswer, Trouble> {
        Ok(match self {
            SearchJob::Choose { from, level, clock } => {
                let mut deeper = |depth| progress(Said::Progress(depth));
                AnyAnswer::Choice(choose::choose(
                    &from,
                    &level,
                    clock,
                    random,
                    is_stopped,
                    &mut deeper,
                )?)
            }
            SearchJob::Values { from, level } => {
                AnyAnswer::Values(choose::values(&from, &level, is_stopped)?)
            }
            SearchJob::Threats { from } => AnyAnswer::Threats(threats::threats(&from, is_stopped)?),
            SearchJob::Tree {
                from,
                opened,
                level,
                svg,
            } => AnyAnswer::Tree(Box::new(tree::tree(
                &from,
                opened,
                level.as_deref(),
                svg,
                is_stopped,
            )?)),
            SearchJob::Difference { pair, plies } => {
                let mut further = |comparing| progress(Said::Comparing(comparing));
                AnyAnswer::Difference(pair.difference(plies, is_stopped, &mut further)?)
            }
            SearchJob::Trial { game, games } => {
                AnyAnswer::Tried(trial::trial(&game, games, is_stopped))
            }
            SearchJob::Match { game, start, asked } => {
                AnyAnswer::Match(Box::new(contest::play(&game, &start, &asked, is_stopped)?))
            }
            SearchJob::Test { tests, test } => AnyAnswer::Tested(tests.run(&test)?),
        })
    }
}
