//! Iterative deepening: the same search one ply deeper each time, so that there is an answer
//! whenever the time is over. (D. J. Slate and L. R. Atkin, "CHESS 4.5 - The Northwestern
//! University Chess Program", 1977.)
//!
//! The earlier searches cost little beside the last, since each ply multiplies the work.

use std::time::Duration;

use super::best::{Best, best};
use super::deadline::{Deadline, stopwatch};
use super::error::SearchError;
use super::options::Options;
use super::watch::Watch;
use crate::game::Game;

/// The result of an iterative deepening search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepened<M> {
    /// The result of the last search that finished.
    pub best: Best<M>,
    /// The depth of that search in plies.
    pub depth: usize,
}

/// Searches 1 ply deep, then 2, and so on: to the depth of the options, until the answer is
/// [settled](Best::settled), or until the watcher stops it. Returns the result of the last finished
/// search. Calls `each` after every finished search.
///
/// With depth 0 there is only one search, of depth 0.
///
/// # Errors
/// Those of [`best`]; [`SearchError::Stopped`] only if not even the first search finished.
pub fn deepen<G: Game>(
    game: &G,
    position: &G::Position,
    options: &Options,
    watch: &mut dyn Watch,
    each: &mut dyn FnMut(&Deepened<G::Move>),
) -> Result<Deepened<G::Move>, SearchError<G::Error>> {
    let search = |depth, watch: &mut dyn Watch| {
        let best = best(
            game,
            position,
            &Options {
                depth,
                ..options.clone()
            },
            watch,
        )?;
        Ok(Deepened { best, depth })
    };
    let mut deepest = search(options.depth.min(1), watch)?;
    each(&deepest);
    while deepest.depth < options.depth && !deepest.best.settled {
        match search(deepest.depth + 1, watch) {
            Ok(deeper) => deepest = deeper,
            Err(SearchError::Stopped { .. }) => break,
            Err(error) => return Err(error),
        }
        each(&deepest);
    }
    Ok(deepest)
}

/// Searches as [`deepen`] does, with a time limit. The first ply is searched whatever the time, so
/// that there is a move. The depth of the options is the maximum; with
/// [`MAX_PLIES`](super::MAX_PLIES) only the time limits the search.
///
/// # Errors
/// Those of [`deepen`].
pub fn best_within<G: Game>(
    game: &G,
    position: &G::Position,
    options: &Options,
    time: Duration,
    watch: &mut dyn Watch,
) -> Result<Deepened<G::Move>, SearchError<G::Error>> {
    let clock = stopwatch();
    let mut watch = Deadline::new(time, &clock, watch);
    deepen(game, position, options, &mut watch, &mut |_| ())
}
