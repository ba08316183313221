//! Perft: how many lines of play there are, the standard check of move generation.
//!
//! Each line of `depth` plies counts once, and so does each shorter line that ends the game. The
//! last ply is played and not only counted, to reveal faults in playing a move. A game that knows
//! that there are none may count the last ply, or the last two together, without playing. Where
//! several roles move at once, each combination of their moves is one ply.

use super::combinations::Combinations;
use super::error::SearchError;
use super::limits::MAX_PLIES;
use super::meter::Meter;
use super::threads::for_each;
use super::walk::{Search, child};
use super::watch::Watch;
use crate::game::{Below, FastPaths, Game, Turn};

/// The plies of the lines that threads share: after two there are mostly many more than threads.
const SHARED_PLIES: usize = 2;

/// The least depth that threads share.
const LEAST_SHARED_DEPTH: usize = SHARED_PLIES + 2;

/// A first ply and the number of lines that begin with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share<M> {
    /// The moves of the ply: one, or one of each role that moves at once.
    pub moves: Vec<M>,
    /// The number of lines that begin with it.
    pub lines: u64,
}

/// Counts the lines of `depth` plies from a position, and the shorter ones that end the game.
///
/// # Errors
/// As for [`best`](super::best), except that joint turns are allowed.
pub fn perft<G: FastPaths>(
    game: &G,
    position: &G::Position,
    depth: usize,
    watch: &mut dyn Watch,
) -> Result<u64, SearchError<G::Error>> {
    perft_on(1, game, position, depth, watch)
}

/// Counts as [`perft`] does, on several threads.
///
/// # Errors
/// As for [`perft`].
pub fn perft_on<G: FastPaths>(
    threads: usize,
    game: &G,
    position: &G::Position,
    depth: usize,
    watch: &mut dyn Watch,
) -> Result<u64, SearchError<G::Error>> {
    let meter = &mut Meter::new(watch);
    let plies = Plies { here: 0, depth };
    if threads < 2 || depth < LEAST_SHARED_DEPTH {
        return count(game, position, plies, meter);
    }
    let mut front = vec![position.clone()];
    let mut ended = 0;
    for here in 0..SHARED_PLIES {
        let mut next = Vec::new();
        for position in front {
            meter.count()?;
            match choices(game, &position, Plies { here, depth }, meter)? {
                None => ended += 1,
                Some(choices) => {
                    for moves in choices {
                        next.push(*child(game, &position, &moves)?);
                    }
                }
            }
        }
        front = next;
    }
    let here = SHARED_PLIES;
    let work = |game: &G, position: &G::Position, meter: &mut Meter| {
        count(game, position, Plies { here, depth }, meter)
    };
    let counts = for_each(game, &front, threads, meter, work)?;
    Ok(counts.into_iter().fold(ended, u64::saturating_add))
}

/// The count of [`perft`] for each first ply, in the order of the game; empty if the game is over
/// or the depth is 0.
///
/// # Errors
/// As for [`perft`].
pub fn divide<G: FastPaths>(
    game: &G,
    position: &G::Position,
    depth: usize,
    watch: &mut dyn Watch,
) -> Result<Vec<Share<G::Move>>, SearchError<G::Error>> {
    divide_on(1, game, position, depth, watch)
}

/// Counts as [`divide`] does, on several threads.
///
/// # Errors
/// As for [`perft`].
pub fn divide_on<G: FastPaths>(
    threads: usize,
    game: &G,
    position: &G::Position,
    depth: usize,
    watch: &mut dyn Watch,
) -> Result<Vec<Share<G::Move>>, SearchError<G::Error>> {
    let meter = &mut Meter::new(watch);
    let plies = Plies { here: 0, depth };
    meter.count()?;
    let choices = choices(game, position, plies, meter)?;
    let first_plies: Vec<Vec<G::Move>> = choices.into_iter().flatten().collect();
    let work = |game: &G, moves: &Vec<G::Move>, meter: &mut Meter| {
        let child = child(game, position, moves)?;
        count(game, &child, plies.next(), meter)
    };
    let counts = for_each(game, &first_plies, threads, meter, work)?;
    let share = |(moves, lines)| Share { moves, lines };
    Ok(first_plies.into_iter().zip(counts).map(share).collect())
}

/// The length of a line so far, and its final length.
#[derive(Clone, Copy)]
struct Plies {
    here: usize,
    depth: usize,
}

impl Plies {
    fn next(self) -> Plies {
        Plies {
            here: self.here + 1,
            ..self
        }
    }
}

fn count<G: FastPaths>(
    game: &G,
    position: &G::Position,
    plies: Plies,
    meter: &mut Meter,
) -> Search<G, u64> {
    meter.count()?;
    let known = match plies.depth - plies.here {
        1 if plies.here > 0 => game.breadth(position)?,
        2 if plies.here > 0 => match game.breadth_below(position)? {
            Some(Below { positions, lines }) => {
                meter.count_more(positions)?;
                Some(lines)
            }
            None => None,
        },
        _ => None,
    };
    if let Some(lines) = known {
        return Ok(lines.max(1));
    }
    let Some(choices) = choices(game, position, plies, meter)? else {
        return Ok(1);
    };
    let mut lines: u64 = 0;
    for moves in choices {
        let child = child(game, position, &moves)?;
        lines = lines.saturating_add(count(game, &child, plies.next(), meter)?);
        if plies.here == 0 {
            meter.progress.root_done += 1;
        }
    }
    Ok(lines)
}

/// The ways to play a ply in a position; `None` if the line ends there.
fn choices<G: Game>(
    game: &G,
    position: &G::Position,
    plies: Plies,
    meter: &mut Meter,
) -> Search<G, Option<Combinations<G::Move>>> {
    if plies.here >= plies.depth {
        return Ok(None);
    }
    let movers = match game.turn(position)? {
        Turn::Over => return Ok(None),
        Turn::Single(role, moves) => vec![(role, moves)],
        Turn::Joint(movers) => movers,
    };
    if let Some((role, _)) = movers.iter().find(|(_, moves)| moves.is_empty()) {
        return Err(SearchError::NoMoves {
            role: *role,
            ply: plies.here,
        });
    }
    if plies.here >= MAX_PLIES {
        return Err(SearchError::TooDeep);
    }
    let choices = Combinations::new(movers.into_iter().map(|(_, moves)| moves).collect());
    if plies.here == 0 {
        meter.progress.root_total = choices.total();
    }
    Ok(Some(choices))
}
