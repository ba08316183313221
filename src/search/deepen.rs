//! Iterative deepening: the same search one ply deeper each time, so that there is an answer
//! whenever the time is over. (D. J. Slate and L. R. Atkin, "CHESS 4.5 - The Northwestern
//! University Chess Program", 1977.)
//!
//! The earlier searches cost little beside the last, since each ply multiplies the work.

use std::ops::ControlFlow;
use std::time::Duration;

use super::best::{Best, searched};
use super::deadline::Deadline;
use super::endgame::KnownEnds;
use super::error::SearchError;
use super::monte_carlo;
use super::options::Options;
use super::principal_variation::PrincipalVariation;
use super::strategy::Strategy;
use super::transposition_table::TranspositionTable;
use super::walk::Search;
use super::watch::Watch;
use crate::clock;
use crate::game::{FastPaths, Game};

/// The result of an iterative deepening search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepened<M> {
    /// The result of the last search that finished.
    pub best: Best<M>,
    /// The depth of that search in plies; 0 for Monte-Carlo tree search.
    pub depth: usize,
    /// Whether the watcher stopped the next search, which would have been deeper, or Monte-Carlo tree
    /// search before all its playouts.
    pub is_stopped: bool,
}

/// Searches 1 ply deep, then 2, and so on: to the depth of the options, until the answer is
/// [settled](Best::settled), or until the watcher stops it. Returns the result of the last finished
/// search. Calls `each` after every finished search, which decides whether there is a deeper one.
///
/// With depth 0 there is only one search, of depth 0. So it is for Monte-Carlo tree search, which
/// always answers. Where the [endgame table](Options::endgame_table) answers, there is none.
///
/// # Errors
/// Those of [`best`](fn@super::best); [`SearchError::Stopped`] only if not even the first search finished.
pub fn deepen<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    watch: &mut dyn Watch,
    each: &mut dyn FnMut(&Deepened<G::Move>) -> ControlFlow<()>,
) -> Result<Deepened<G::Move>, SearchError<G::Error>> {
    by_table_or_search(game, (position, options), None, watch, each)
}

/// Searches as [`deepen`] does, with a table that a host keeps from move to move: by
/// [`Strategy::MonteCarlo`] if that is the strategy of the options, else by
/// [`Strategy::PrincipalVariation`]. Monte-Carlo tree search keeps its tree with the table.
///
/// # Errors
/// Those of [`deepen`].
pub fn deepen_with<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    table: &mut TranspositionTable,
    watch: &mut dyn Watch,
    each: &mut dyn FnMut(&Deepened<G::Move>) -> ControlFlow<()>,
) -> Result<Deepened<G::Move>, SearchError<G::Error>> {
    by_table_or_search(game, (position, options), Some(table), watch, each)
}

/// Finds the best move by the endgame table, or by searches that stop at the positions of the table.
fn by_table_or_search<G: FastPaths>(
    game: &G,
    (position, options): (&G::Position, &Options),
    kept: Option<&mut TranspositionTable>,
    watch: &mut dyn Watch,
    each: &mut dyn FnMut(&Deepened<G::Move>) -> ControlFlow<()>,
) -> Search<G, Deepened<G::Move>> {
    let Some(table) = options.usable_endgame_table() else {
        return by_search(game, (position, options), kept, watch, each);
    };
    if let Some(best) = table.best(game, position, options)? {
        let found = Deepened {
            best,
            depth: 0,
            is_stopped: false,
        };
        // There is no deeper search, whatever the host decides.
        let _ = each(&found);
        return Ok(found);
    }
    let game = KnownEnds::new(game, table, position);
    let true_distances = |found: Deepened<G::Move>| Deepened {
        best: game.without_false_distance(found.best),
        ..found
    };
    let mut each = |found: &Deepened<G::Move>| each(&true_distances(found.clone()));
    let found = by_search(&game, (position, options), kept, watch, &mut each)?;
    Ok(true_distances(found))
}

/// Finds the best move by searches, with a table that a host keeps if there is one.
fn by_search<G: FastPaths>(
    game: &G,
    (position, options): (&G::Position, &Options),
    kept: Option<&mut TranspositionTable>,
    watch: &mut dyn Watch,
    each: &mut dyn FnMut(&Deepened<G::Move>) -> ControlFlow<()>,
) -> Search<G, Deepened<G::Move>> {
    if options.strategy == Strategy::MonteCarlo {
        let last = kept.map(|table| &mut table.last_trees);
        let found = monte_carlo::deepened(game, position, options, last, watch)?;
        // The search is over, whatever the host decides.
        let _ = each(&found);
        return Ok(found);
    }
    let mut own = (options.strategy == Strategy::PrincipalVariation && kept.is_none())
        .then(|| TranspositionTable::of_options(options));
    if let Some(table) = kept.or(own.as_mut()) {
        let mut search = PrincipalVariation::new(game, position, options, table, watch)?;
        return deeper_and_deeper::<G>(options.depth, |depth| search.search(depth), each);
    }
    let search = |depth| {
        let options = Options {
            depth,
            ..options.clone()
        };
        searched(game, position, &options, watch)
    };
    deeper_and_deeper::<G>(options.depth, search, each)
}

/// Calls `search` with greater and greater depths, up to `depth`.
fn deeper_and_deeper<G: Game>(
    depth: usize,
    mut search: impl FnMut(usize) -> Search<G, Best<G::Move>>,
    each: &mut dyn FnMut(&Deepened<G::Move>) -> ControlFlow<()>,
) -> Search<G, Deepened<G::Move>> {
    let first = depth.min(1);
    let mut deepest = Deepened {
        best: search(first)?,
        depth: first,
        is_stopped: false,
    };
    let mut is_enough = each(&deepest).is_break();
    while deepest.depth < depth && !deepest.best.settled && !is_enough {
        let next = deepest.depth + 1;
        match search(next) {
            Ok(best) => {
                deepest = Deepened {
                    best,
                    depth: next,
                    is_stopped: false,
                }
            }
            Err(SearchError::Stopped { .. }) => {
                deepest.is_stopped = true;
                break;
            }
            Err(error) => return Err(error),
        }
        is_enough = each(&deepest).is_break();
    }
    Ok(deepest)
}

/// Searches as [`deepen`] does, with a time limit. The first ply is searched whatever the time, so
/// that there is a move. The depth of the options is the maximum; with
/// [`MAX_PLIES`](super::MAX_PLIES) only the time limits the search.
///
/// # Errors
/// Those of [`deepen`].
pub fn best_within<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    time: Duration,
    watch: &mut dyn Watch,
) -> Result<Deepened<G::Move>, SearchError<G::Error>> {
    let clock = clock::stopwatch();
    let mut watch = Deadline::new(time, &clock, watch);
    deepen(game, position, options, &mut watch, &mut go_deeper)
}

/// Decides for a deeper search, whatever was found.
pub(crate) fn go_deeper<M>(_: &Deepened<M>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
