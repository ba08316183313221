//! The number of different positions that a game can reach.

use rustc_hash::FxHashSet;

use super::combinations::Combinations;
use super::error::SearchError;
use super::meter::Meter;
use super::watch::Watch;
use crate::game::{Game, Turn};

/// Counts the positions that can be reached from a position, including itself. With symmetries,
/// positions with the same [`Game::canonical`] count as one. Joint turns and repeated positions are
/// allowed.
///
/// # Errors
/// [`SearchError::Game`] if the rules cannot be followed, [`SearchError::Stopped`] if the watcher
/// stops the search. The watcher is also the way to limit the memory for all positions.
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
