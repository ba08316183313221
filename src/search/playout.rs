//! Playouts: random games, to test that a game ends and to estimate which role is better off.

use fastrand::Rng;

use super::error::SearchError;
use super::meter::Meter;
use super::threads::for_each;
use super::walk::Search;
use super::watch::Unwatched;
use crate::game::{FastPaths, Game, Step};

/// The shares of the games of a thread: with several, no thread waits long for the last one.
const SHARES: usize = 4;

/// The result of a random game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout<P> {
    /// The last position.
    pub position: P,
    /// The number of plies played; moves made at once are one ply.
    pub plies: usize,
    /// The goal of each role, in the order of roles; `None` if the limit of plies was reached
    /// before the end.
    pub goals: Option<Vec<u8>>,
}

/// Plays at random from a position to the end of the game, or for at most `limit` plies. Every
/// legal move is equally likely; roles that move at once choose independently. The same seed gives
/// the same game.
///
/// # Errors
/// [`SearchError::Game`] if the rules cannot be followed, [`SearchError::NoMoves`] if the game
/// breaks its contract.
pub fn playout<G: FastPaths>(
    game: &G,
    position: &G::Position,
    limit: usize,
    seed: u64,
) -> Result<Playout<G::Position>, SearchError<G::Error>> {
    let mut position = position.clone();
    let played = game.play_on(&mut position, limit, &mut choice(seed))?;
    ended(game, position, played)
}

/// Plays a game for each seed, the same as [`playout`] with that seed, and in the same order. Plays
/// several at once if that is faster for the game.
///
/// # Errors
/// As for [`playout`].
pub fn playouts<G: FastPaths>(
    game: &G,
    position: &G::Position,
    limit: usize,
    seeds: &[u64],
) -> Result<Vec<Playout<G::Position>>, SearchError<G::Error>> {
    let mut playouts = Vec::with_capacity(seeds.len());
    for seeds in seeds.chunks(game.side_by_side().max(1)) {
        let mut positions = vec![position.clone(); seeds.len()];
        let mut choose: Vec<_> = seeds.iter().map(|seed| choice(*seed)).collect();
        let played = game.play_on_each(&mut positions, limit, &mut choose)?;
        for (position, played) in positions.into_iter().zip(played) {
            playouts.push(ended(game, position, played)?);
        }
    }
    Ok(playouts)
}

/// Plays the games of [`playouts`] on several threads.
///
/// # Errors
/// As for [`playout`].
pub fn playouts_on<G: FastPaths>(
    threads: usize,
    game: &G,
    position: &G::Position,
    limit: usize,
    seeds: &[u64],
) -> Result<Vec<Playout<G::Position>>, SearchError<G::Error>> {
    let at_once = game.side_by_side().max(1);
    let share = seeds.len().div_ceil(threads * SHARES).max(1);
    let share = share.next_multiple_of(at_once);
    let shares: Vec<&[u64]> = seeds.chunks(share).collect();
    let work = |game: &G, seeds: &&[u64], _: &mut Meter| playouts(game, position, limit, seeds);
    let mut unwatched = Unwatched;
    let meter = &mut Meter::new(&mut unwatched);
    Ok(for_each(game, &shares, threads, meter, work)?.concat())
}

/// A function that chooses moves at random.
fn choice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = Rng::with_seed(seed);
    move |moves| random.usize(..moves)
}

/// The result of a game.
fn ended<G: Game>(
    game: &G,
    position: G::Position,
    (plies, step): (usize, Step),
) -> Search<G, Playout<G::Position>> {
    let is_over = match step {
        Step::Stuck(role) => return Err(SearchError::NoMoves { role, ply: plies }),
        Step::Over => true,
        Step::Played => game.over(&position)?,
    };
    let goals = is_over.then(|| game.goals(&position)).transpose()?;
    Ok(Playout {
        position,
        plies,
        goals,
    })
}
