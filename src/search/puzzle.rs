//! The shortest solution of a puzzle, which is a game for one role.
//!
//! Breadth first, each position once: the first finished game with goal 100 ends a shortest line.
//! (E. F. Moore, "The Shortest Path through a Maze", 1959.) The trade-off: all positions found are
//! kept; in exchange repeated positions, as in a sliding puzzle, are allowed.

use std::hash::BuildHasherDefault;
use std::slice;

use indexmap::IndexMap;
use rustc_hash::FxHasher;

use super::error::SearchError;
use super::known::{Known, KnownValue};
use super::meter::Meter;
use super::value::BEST_GOAL;
use super::walk::Search;
use super::watch::Watch;
use crate::game::{Game, Role, Turn};

/// The best result that can be reached in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest<M> {
    /// The moves from the root; among the shortest lines the first in the order of the game.
    pub line: Vec<M>,
    /// The goal at its end: 100 if the puzzle can be solved, otherwise the best possible goal.
    pub goal: u8,
    /// The number of positions found, each counted once.
    pub positions: u64,
}

impl<M> Shortest<M> {
    /// The same result with other names for the moves.
    pub fn map<N>(self, name: impl Fn(&M) -> N) -> Shortest<N> {
        let Shortest {
            line,
            goal,
            positions,
        } = self;
        Shortest {
            line: line.iter().map(name).collect(),
            goal,
            positions,
        }
    }
}

/// The result of a puzzle search with a limited depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Within<M> {
    /// The shortest line to the best goal within the depth; `None` if no game ends within it.
    pub best: Option<Shortest<M>>,
    /// Whether some line continues past the depth, so that a deeper search may find more. `false`
    /// for a solved puzzle.
    pub goes_on: bool,
    /// The number of positions found, each counted once.
    pub positions: u64,
}

/// The positions found, in the order of their discovery, each with the index of its predecessor and
/// the move between them.
type Met<G> = IndexMap<
    <G as Game>::Position,
    Option<(usize, <G as Game>::Move)>,
    BuildHasherDefault<FxHasher>,
>;

/// The shortest line from a position to a finished game with goal 100, or else with the best goal
/// that can be reached; `None` if no game from here ever ends.
///
/// # Errors
/// [`SearchError::NotAPuzzle`] if there are several roles, [`SearchError::TooManyPositions`] if
/// more than `limit` positions are found before the answer is known, [`SearchError::Game`] if the
/// rules cannot be followed, [`SearchError::Stopped`] if the watcher stops the search.
pub fn shortest<G: Game>(
    game: &G,
    position: &G::Position,
    limit: usize,
    watch: &mut dyn Watch,
) -> Result<Option<Shortest<G::Move>>, SearchError<G::Error>> {
    Ok(shortest_within(game, position, usize::MAX, limit, watch)?.best)
}

/// The shortest line among the lines of at most `depth` plies, as for [`shortest`].
///
/// The watcher is told within how many plies there is no solution if the search ends without an answer.
///
/// # Errors
/// Those of [`shortest`].
pub fn shortest_within<G: Game>(
    game: &G,
    position: &G::Position,
    depth: usize,
    limit: usize,
    watch: &mut dyn Watch,
) -> Result<Within<G::Move>, SearchError<G::Error>> {
    if game.role_count() != 1 {
        return Err(SearchError::NotAPuzzle {
            roles: game.role_count(),
        });
    }
    let mut meter = Meter::new(watch);
    let mut ply = 0;
    let found = breadth_first(game, position, (depth, limit), &mut ply, &mut meter);
    if found.is_err() {
        meter.watch.note(Known::Value(KnownValue {
            no_win_within: ply.saturating_sub(1),
            ..KnownValue::nothing(Role(0))
        }));
    }
    found
}

/// The shortest line among the lines of at most `depth` plies. All positions fewer than `ply` plies from
/// the root were looked at.
fn breadth_first<G: Game>(
    game: &G,
    position: &G::Position,
    (depth, limit): (usize, usize),
    ply: &mut usize,
    meter: &mut Meter,
) -> Search<G, Within<G::Move>> {
    let mut met: Met<G> = IndexMap::from_iter([(position.clone(), None)]);
    let mut best: Option<(u8, usize)> = None;
    let mut goes_on = false;
    let mut place = 0;
    // The index of the first position that lies a ply further than this one.
    let mut next_ply = 1;
    while let Some((position, _)) = met.get_index(place) {
        meter.count()?;
        if place == next_ply {
            (*ply, next_ply) = (*ply + 1, met.len());
        }
        match game.turn(position)? {
            Turn::Over => {
                let goal = game.goal(position, Role(0))?.min(BEST_GOAL);
                if best.is_none_or(|(most, _)| goal > most) {
                    best = Some((goal, place));
                }
                if goal == BEST_GOAL {
                    goes_on = false;
                    break;
                }
            }
            Turn::Joint(_) => {
                return Err(SearchError::JointTurn {
                    ply: line::<G>(&met, place).len(),
                });
            }
            Turn::Single(..) if *ply >= depth => goes_on = true,
            Turn::Single(_, moves) => {
                let position = position.clone();
                for played in moves {
                    let child = game.play(&position, slice::from_ref(&played))?;
                    met.entry(child).or_insert(Some((place, played)));
                }
                if met.len() > limit {
                    return Err(SearchError::TooManyPositions { limit });
                }
            }
        }
        place += 1;
    }
    let positions = meter.progress.nodes;
    let best = best.map(|(goal, place)| Shortest {
        line: line::<G>(&met, place),
        goal,
        positions,
    });
    Ok(Within {
        best,
        goes_on,
        positions,
    })
}

/// The moves from the root to a position.
fn line<G: Game>(met: &Met<G>, place: usize) -> Vec<G::Move> {
    let step = |place: usize| met.get_index(place).and_then(|(_, step)| step.as_ref());
    let mut line: Vec<G::Move> = std::iter::successors(step(place), |(before, _)| step(*before))
        .map(|(_, played)| played.clone())
        .collect();
    line.reverse();
    line
}
