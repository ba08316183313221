//! How to search: what a caller may choose.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::strategy::Strategy;
use crate::game::Results;

/// How to search. What is left at its default gives plain alpha-beta to the depth, without memory,
/// noise or any reordering.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The way to choose.
    pub strategy: Strategy,
    /// How far to look, in plies; a ply is one move of one role, a pass included. Minimax and
    /// alpha-beta go on past it while [`Game::quiet`](crate::game::Game::quiet) fails.
    pub depth: usize,
    /// The number of the static evaluation, see [`Game::heuristic`](crate::game::Game::heuristic);
    /// without one every position where the search stops early counts 0.
    pub heuristic: Option<usize>,
    /// Whether alpha-beta values each move at the root exactly, at the price of more positions. The
    /// other strategies always do.
    pub value_every_move: bool,
    /// Whether moves are searched in the order of the static values of the positions that they lead
    /// to, a finished game counting its result: the best for the role to move first, equals in the
    /// order of the game. Ties then go to the first in this order. Best line does not heed it.
    pub order: bool,
    /// Whether a good result counts for more the sooner it comes, and a bad one the later. Among
    /// results of [`Results::Goals`] alone; which result is reached does not change, nor does a
    /// draw.
    pub prefer_quick: bool,
    /// What a finished game is worth.
    pub results: Results,
    /// A pseudo-random term in every static value; none for a search that goes by the heuristic
    /// alone.
    pub noise: Option<Noise>,
    /// Whether the only legal move at the root is played without a search, whatever the depth.
    pub play_forced: bool,
    /// The seed by which one of several moves at the root that are equally good is chosen at random;
    /// none to choose the first of them. The moves at the root are then searched in an order that
    /// is a function of seed and position. The value is the same, the count of positions is not.
    pub shuffle: Option<u64>,
    /// The most positions that alpha-beta remembers, so as not to search them again; 0 for none.
    /// The answer is the same with and without, the count of positions looked at is not.
    pub table: usize,
}

/// A pseudo-random term that is added to static values, so that a program does not always play the
/// same game.
///
/// The term is a function of seed and position alone: the same seed gives the same values, in
/// whatever order positions are met, and every strategy sees the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Noise {
    /// Which of the many functions.
    pub seed: u64,
    /// The greatest term; terms lie evenly between its negation and itself. Its unit is that of the
    /// heuristic.
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
