//! A random game from a leaf of the tree, and how well it ended for each role.

use fastrand::Rng;

use super::amaf::Played;
use crate::game::{FastPaths, MoveNumber, Role, Step};
use crate::search::error::SearchError;
use crate::search::meter::Meter;
use crate::search::options::Options;
use crate::search::walk::Search;

/// The plies of the longest playout. A longer game has no result: it counts as even.
const LONGEST: usize = 1000;

/// The plies between two looks at the watcher.
const BETWEEN_LOOKS: usize = 32;

/// The end of a playout.
pub(super) enum End {
    /// The game is over, with these goals.
    Over(Vec<u8>),
    /// The playout was cut, with these goals from 0 to 1.
    Cut(Vec<f64>),
}

/// Plays random games, and remembers the last one.
pub(super) struct Player<'a, G: FastPaths> {
    game: &'a G,
    options: &'a Options,
    pub random: Rng,
    /// The moves of the last playout, each with its role.
    pub played: Vec<Played>,
    /// The choices of the last playout: indices in the lists of moves.
    pub chosen: Vec<usize>,
    /// The estimates so far: the sum of their sizes, and their number.
    estimates: (f64, f64),
}

impl<'a, G: FastPaths> Player<'a, G> {
    pub fn new(game: &'a G, options: &'a Options, random: Rng) -> Self {
        Player {
            game,
            options,
            random,
            played: Vec::new(),
            chosen: Vec::new(),
            estimates: (0.0, 0.0),
        }
    }

    /// Plays from a position that lies `ply` plies below the root. An error of [`Meter::count`]
    /// says that the watcher wants to stop.
    pub fn play(
        &mut self,
        mut position: G::Position,
        ply: usize,
        meter: &mut Meter<'_>,
    ) -> Search<G, End> {
        self.played.clear();
        self.chosen.clear();
        let mut left = self.options.cut.unwrap_or(LONGEST);
        while left > 0 {
            let (played, step) = self.play_some(&mut position, left.min(BETWEEN_LOOKS))?;
            meter.count_more(played.max(1) as u64)?;
            left -= played;
            match step {
                Step::Over => return Ok(End::Over(self.game.goals(&position)?)),
                Step::Stuck(role) => {
                    let ply = ply + self.chosen.len();
                    return Err(SearchError::NoMoves { role, ply });
                }
                Step::Played => {}
            }
        }
        if self.game.over(&position)? {
            return Ok(End::Over(self.game.goals(&position)?));
        }
        Ok(End::Cut(self.estimate(&position)?))
    }

    fn play_some(&mut self, position: &mut G::Position, plies: usize) -> Search<G, (usize, Step)> {
        let Player {
            game,
            random,
            played,
            chosen,
            ..
        } = self;
        let mut choose = |moves: usize| {
            let index = random.usize(..moves);
            chosen.push(index);
            index
        };
        let mut note = |role: Role, number: MoveNumber| played.push(Played::new(role, number));
        Ok(game.play_on_noting(position, plies, &mut choose, &mut note)?)
    }

    /// The goals of all roles, from 0 to 1, that the heuristic promises; even without a heuristic.
    fn estimate(&mut self, position: &G::Position) -> Search<G, Vec<f64>> {
        let Some(heuristic) = self.options.heuristic else {
            return Ok(vec![0.5; self.game.role_count()]);
        };
        let roles = 0..self.game.role_count();
        roles
            .map(|role| self.promise(position, heuristic, Role(role)))
            .collect()
    }

    /// The goal of a role, from 0 to 1, that the heuristic promises. An estimate counts in
    /// proportion to the mean size of the estimates so far, since its unit is unknown.
    pub fn promise(
        &mut self,
        position: &G::Position,
        heuristic: usize,
        role: Role,
    ) -> Search<G, f64> {
        let estimate = self.game.evaluate(position, heuristic, role)? as f64;
        self.estimates.0 += estimate.abs();
        self.estimates.1 += 1.0;
        let usual = self.estimates.0 / self.estimates.1;
        Ok(match estimate == 0.0 {
            true => 0.5,
            false => 0.5 + 0.5 * estimate / (estimate.abs() + usual),
        })
    }
}
