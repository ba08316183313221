//! Iterative deepening: the same search one ply deeper each time, so that there is an answer
//! whenever the time is over. (D. J. Slate and L. R. Atkin, "CHESS 4.5 - The Northwestern
//! University Chess Program", 1977.)
//!
//! The searches before the last cost little beside it, since each ply multiplies the work.

use std::time::Duration;

use super::best::{Best, best};
use super::deadline::{Deadline, stopwatch};
use super::error::SearchError;
use super::options::Options;
use super::watch::Watch;
use crate::game::Game;

/// What a search found that went ever deeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepened<M> {
    /// The answer of the last search that came to its end.
    pub best: Best<M>,
    /// How many plies ahead that one looked.
    pub depth: usize,
}

/// Searches 1 ply deep, then 2, and so on: to the depth of the options, until the answer is
/// [settled](Best::settled), or until the watcher stops it; what was found by then is the answer.
/// `each` hears of every search that came to its end.
///
/// With depth 0 there is the one search of that depth.
///
/// # Errors
/// Those of [`best`]; [`SearchError::Stopped`] only where not even the first search came to its
/// end.
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

/// Searches as [`deepen`] does until a time is over: one ply deep whatever the time, so that there
/// is a move, and then ever deeper, to the depth of the options at most. With the depth
/// [`MAX_PLIES`](super::MAX_PLIES) the time alone is the limit.
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
