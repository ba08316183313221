//! Monte-Carlo tree search: the search asks random games how good a position is, and plays more of
//! them where they go well. It needs no heuristic, and serves any number of roles.
//!
//! A simulation goes down the tree of the positions that are known, adds one position, plays a
//! random game from there (a playout), and counts its result along the way back. (R. Coulom,
//! "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search", 2006; L. Kocsis and
//! C. Szepesvári, "Bandit Based Monte-Carlo Planning", 2006.)
//!
//! ```text
//! tree       the positions and moves that are known, with their counts
//! run        the simulations, until the budget, the watcher or a proof ends them
//! backup     the results of simulations, counted along their paths
//! select     the move that a simulation follows in the tree
//! amaf       how well moves did wherever they were played
//! playout    a random game to its end, or until a heuristic values it
//! proven     results that are certain
//! joint      turns on which several roles move at once
//! answer     the move, the line and the values from the tree
//! kept       the tree that a later search may use
//! parallel   threads with a tree each
//! opinion    what the tree of a thread says of the moves at the root
//! ```
//!
//! For three and more roles each role aims at its own goal (C. A. Luckhardt and K. B. Irani, "An
//! Algorithmic Solution of N-Person Games", 1986: max^n). The search recurses nowhere. Its random
//! choices are a function of the seed and the position, so that the same search gives the same
//! answer in each form of a game.

mod amaf;
mod answer;
mod backup;
mod joint;
mod kept;
mod opinion;
mod parallel;
mod playout;
mod proven;
mod run;
mod select;
mod tree;

use self::kept::KeptTree;
use super::best::Best;
use super::deepen::Deepened;
use super::options::Options;
use super::value::Value;
use super::walk::Search;
use super::watch::Watch;
use crate::game::{FastPaths, Role, Turn};

/// The playouts of a search for which no number is given.
pub(crate) const DEFAULT_PLAYOUTS: u64 = 10_000;

/// The tree of each thread of the last search of a host, if it keeps them.
#[derive(Debug, Default)]
pub(super) struct LastTrees(Vec<KeptTree>);

/// Finds the best move. A search that the watcher stops answers with what it has found.
///
/// The search begins with what the last one knew of the position. The tree of a search that was
/// stopped before its number of playouts is not kept: the next answer would depend on the time.
pub(super) fn deepened<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    last: Option<&mut LastTrees>,
    watch: &mut dyn Watch,
) -> Search<G, Deepened<G::Move>> {
    let best = match game.turn(position)? {
        Turn::Over => without_search(Role(0), Vec::new(), over(game, position)?),
        Turn::Single(role, moves) if options.play_forced && moves.len() == 1 => {
            without_search(role, moves, Value::DRAW)
        }
        turn => {
            let kept = last.as_ref().map(|last| last.0.as_slice());
            let found = parallel::search(game, position, turn, options, kept, watch)?;
            let is_kept = !found.is_stopped || options.playouts == u64::MAX;
            if let Some(last) = last.filter(|_| is_kept) {
                last.0 = found.trees;
            }
            return Ok(Deepened {
                best: found.best,
                depth: 0,
                is_stopped: found.is_stopped,
            });
        }
    };
    Ok(Deepened {
        best,
        depth: 0,
        is_stopped: false,
    })
}

/// The value of a finished game for the first role.
fn over<G: FastPaths>(game: &G, position: &G::Position) -> Search<G, Value> {
    Ok(Value::from_goal(game.goal(position, Role(0))?))
}

/// An answer that needs no search: a forced move, or none.
fn without_search<M>(role: Role, line: Vec<M>, value: Value) -> Best<M> {
    Best {
        role,
        value,
        forced: !line.is_empty(),
        line,
        root_moves: Vec::new(),
        settled: true,
        by_table: false,
        nodes: 1,
        playouts: 0,
    }
}
