//! The options of a search.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::endgame::EndgameTable;
use super::error::SearchError;
use super::limits::MAX_PLIES;
use super::strategy::Strategy;
use super::value::Value;
use crate::game::{Results, Role};

/// The options of a search. The defaults are principal variation search to the depth, without noise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The strategy.
    pub strategy: Strategy,
    /// The depth in plies; a ply is one move of one role, including a pass. All strategies but best
    /// line go on past it while [`Game::quiet`](crate::game::Game::quiet) fails. Monte-Carlo tree
    /// search has no depth.
    pub depth: usize,
    /// The number of the heuristic, see [`Game::heuristic`](crate::game::Game::heuristic). Without
    /// a heuristic every position at the horizon counts 0.
    pub heuristic: Option<usize>,
    /// Whether principal variation search and alpha-beta value each move at the root exactly, for
    /// which they search more positions. The other strategies always do.
    pub value_every_move: bool,
    /// Whether moves are searched in the order of the static values of the positions after them (for
    /// principal variation search: whether the moves at the root are told apart by that order),
    /// where a finished game counts its result: the best for the role to move first, equals in the
    /// order of the game. Ties then go to the first in this order. Best line ignores it.
    pub order: bool,
    /// Whether principal variation search looks less far after moves that seem to be worse than others
    /// (late-move reductions). It sees further along the likely lines in the same time, but may overlook
    /// a move: the value need not be that of minimax.
    pub selective: bool,
    /// Whether principal variation search takes positions for one that are the same up to symmetry, see
    /// [`Game::canonical`](crate::game::Game::canonical), in the first plies, where most of them meet.
    /// The value is that of minimax if the heuristic, and
    /// [`Game::quiet`](crate::game::Game::quiet), say the same of all of them; the search does not
    /// check that. With noise, which differs between them, they remain several.
    pub symmetries: bool,
    /// Whether a good result counts for more the earlier it comes, and a bad one the later it
    /// comes. Only for results of [`Results::Goals`]. It changes neither which result is reached
    /// nor the value of a draw.
    pub prefer_quick: bool,
    /// The value of a finished game.
    pub results: Results,
    /// A pseudo-random term in every static value; `None` to use the heuristic alone.
    pub noise: Option<Noise>,
    /// Whether the only legal move at the root is played without a search.
    pub play_forced: bool,
    /// The seed for a random choice among equally good moves at the root; `None` to choose the
    /// first of them. With a seed the moves at the root are searched in an order that is a function
    /// of seed and position. The value is the same, but the count of positions is not.
    pub shuffle: Option<u64>,
    /// The number of playouts of Monte-Carlo tree search; 0 is the usual number, 10 000.
    pub playouts: u64,
    /// The plies after which a playout ends and the heuristic values its last position; `None` to
    /// play to the end of the game. For Monte-Carlo tree search.
    pub cut: Option<usize>,
    /// The playouts for which the heuristic's value of a position counts before there are playouts of
    /// it; `None` to begin without values. For Monte-Carlo tree search.
    pub prior: Option<usize>,
    /// The seed of all random choices of Monte-Carlo tree search.
    pub seed: u64,
    /// The role for which Monte-Carlo tree search chooses a move if several are to move at once;
    /// `None` for the first of them.
    pub role: Option<Role>,
    /// The number of positions in the transposition table. 0 is no table for alpha-beta, and the
    /// [usual size](super::TranspositionTable::DEFAULT_MEBIBYTES) for principal variation search. The
    /// table changes the count of positions searched, but not the answer. For Monte-Carlo tree search
    /// it is the number of positions and moves in the tree, and 0 is the usual size.
    pub table: usize,
    /// The number of threads that search, for principal variation search and Monte-Carlo tree search;
    /// 0 and 1 are one. Principal variation search gives the same value and the same move with any
    /// number, but the count of positions and the line after the move vary from run to run.
    /// Monte-Carlo tree search gives the same answer with the same number of threads and playouts.
    pub threads: usize,
    /// Solved positions. If the table tells the best move of the root, there is no search. Otherwise the
    /// search stops at the positions of the table, as at the end of a game; a result that comes from
    /// them has no distance. Only for results of [`Results::Goals`].
    pub endgame_table: Option<Arc<EndgameTable>>,
}

impl Options {
    /// The endgame table, if it tells the value of a finished game.
    pub(super) fn usable_endgame_table(&self) -> Option<&Arc<EndgameTable>> {
        let table = self.endgame_table.as_ref();
        table.filter(|_| self.results == Results::Goals)
    }

    /// The static value of a position: the value of the heuristic, plus the noise by the position's
    /// key.
    pub(super) fn static_value(&self, estimate: i64, key: impl FnOnce() -> u64) -> Value {
        let noise = self.noise.map_or(0, |noise| noise.term(key()));
        Value::from_estimate(estimate.saturating_add(noise))
    }

    /// The value of a finished game by its goal, `ply` plies below the root.
    pub(super) fn goal_value(&self, goal: u8, ply: usize) -> Value {
        let value = Value::from_goal(goal);
        if self.prefer_quick {
            value.delayed(ply)
        } else {
            value
        }
    }

    /// Why a line is too long: the depth is too great, or no position was quiet.
    pub(super) fn too_long<E: std::error::Error>(&self) -> SearchError<E> {
        if self.depth > MAX_PLIES {
            SearchError::TooDeep
        } else {
            SearchError::NeverQuiet
        }
    }
}

/// A pseudo-random term that is added to static values, so that a program does not always play the
/// same game.
///
/// The term is a function of only seed and position. The same seed gives the same values, in
/// whatever order positions are visited, and for every strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Noise {
    /// The seed.
    pub seed: u64,
    /// The greatest term; terms are uniform between its negation and itself. Its unit is that of
    /// the heuristic.
    pub weight: u32,
}

impl Noise {
    /// The term of a position, by its [key](crate::game::Game::key).
    pub(super) fn term(self, key: u64) -> i64 {
        let mut hasher = FxHasher::default();
        self.seed.hash(&mut hasher);
        key.hash(&mut hasher);
        let weight = i64::from(self.weight);
        fastrand::Rng::with_seed(hasher.finish()).i64(-weight..=weight)
    }
}
