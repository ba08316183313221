//! How many different positions a game can come to.

use rustc_hash::FxHashSet;

use super::combinations::Combinations;
use super::error::SearchError;
use super::meter::Meter;
use super::watch::Watch;
use crate::game::{Game, Turn};

/// Counts the positions that can be reached from one, itself included; with symmetries, those that
/// are the same up to [`Game::canonical`] as one. Joint turns are welcome, and so are positions
/// that come back.
///
/// # Errors
/// [`SearchError::Game`] when the rules cannot be followed, [`SearchError::Stopped`] when the
/// watcher says so, which is the way to bound the memory that all positions need.
pub fn reachable<G: Game>(
    game: &G,
    position: &G::Position,
    symmetries: bool,
    watch: &mut dyn Watch,
) -> Result<usize, SearchError<G::Error>> {
    let key = |position: G::Position| {
        if symmetries {
            game.canonical(&position)
        } else {
            position
        }
    };
    let start = key(position.clone());
    let mut meter = Meter::new(watch);
    let mut met = FxHashSet::from_iter([start.clone()]);
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        meter.count()?;
        let movers = match game.turn(&position)? {
            Turn::Over => continue,
            Turn::Single(role, moves) => vec![(role, moves)],
            Turn::Joint(movers) => movers,
        };
        for moves in Combinations::new(movers.into_iter().map(|(_, moves)| moves).collect()) {
            let child = key(game.play(&position, &moves)?);
            if met.insert(child.clone()) {
                waiting.push(child);
            }
        }
    }
    Ok(met.len())
}
