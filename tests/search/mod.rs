//! Search, over games that a host wrote in Rust.

mod best_line;
mod clock;
mod deepen;
mod endgame;
mod known;
mod laws;
mod limits;
mod monte_carlo;
mod options;
mod perft;
mod playout;
mod proof_number;
mod puzzle;
mod retrograde;
mod solve;
mod symmetries;
mod threads;
mod tic_tac_toe;
mod tree;
mod value;

use regola::game::FastPaths;
use regola::search::{Best, Options, Strategy, Unwatched, best};

/// The best move by these options.
fn found<G: FastPaths>(game: &G, position: &G::Position, options: &Options) -> Best<G::Move> {
    best(game, position, options, &mut Unwatched).expect("the game can be searched")
}

/// The best move with the first heuristic, every move at the root valued.
fn search<G: FastPaths>(
    game: &G,
    position: &G::Position,
    strategy: Strategy,
    depth: usize,
) -> Best<G::Move> {
    let options = Options {
        strategy,
        depth,
        heuristic: Some(0),
        value_every_move: true,
        ..Options::default()
    };
    found(game, position, &options)
}

/// The values of the moves at the root, in the order of the game.
fn root_values<M>(best: &Best<M>) -> Vec<i64> {
    best.root_moves
        .iter()
        .map(|root_move| root_move.value.number())
        .collect()
}
