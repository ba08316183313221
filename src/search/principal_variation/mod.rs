//! Principal variation search: iterative deepening, in which all moves but the first are shown to
//! be no better before they are searched in earnest. (T. A. Marsland and M. Campbell, "Parallel
//! Search of Strongly Ordered Game Trees", 1982.)
//!
//! The value is that of plain minimax to the same depth, and so is the move: of equally good moves
//! the first in the order of the game. The rest of the line may be another one of the same value.
//!
//! The search knows nothing of any game. It orders moves by what it learns: the
//! [table](TranspositionTable) has the best move of an earlier search, [`ordering`] what was good
//! elsewhere, and where much is at stake the static values of the positions after the moves are
//! compared.

mod node;
mod ordering;
mod root;

use std::hash::Hash;

use self::node::{DepthSearch, Worker};
use self::root::RootCandidate;
use super::best::{Best, mover};
use super::choice::RootMove;
use super::meter::Meter;
use super::options::Options;
use super::transposition_table::TranspositionTable;
use super::value::Value;
use super::walk::{Search, shuffle};
use super::watch::Watch;
use super::window::Window;
use crate::game::{FastPaths, Fingerprint, Role, Turn};

/// Finds the best move, as [`best`](super::best) does, with a table.
pub(super) fn best<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    table: &mut TranspositionTable,
    watch: &mut dyn Watch,
) -> Search<G, Best<G::Move>> {
    let mut search = PrincipalVariation::new(game, position, options, table, watch)?;
    let mut best = search.search(options.depth.min(1))?;
    for depth in 2..=options.depth {
        if best.settled {
            break;
        }
        best = search.search(depth)?;
    }
    Ok(best)
}

/// A search that goes deeper step by step.
pub(super) struct PrincipalVariation<'a, G: FastPaths> {
    game: &'a G,
    position: &'a G::Position,
    options: &'a Options,
    table: &'a mut TranspositionTable,
    worker: Worker<'a, G::Error>,
    meter: Meter<'a>,
    role: Role,
    candidates: Vec<RootCandidate>,
    /// The only move, if it is to be played without a search.
    forced: Option<Vec<G::Move>>,
    salt: u128,
}

impl<'a, G: FastPaths> PrincipalVariation<'a, G> {
    /// Prepares a search for the role to move.
    ///
    /// # Errors
    /// If the rules cannot be followed, or several roles move at once.
    pub fn new(
        game: &'a G,
        position: &'a G::Position,
        options: &'a Options,
        table: &'a mut TranspositionTable,
        watch: &'a mut dyn Watch,
    ) -> Search<G, Self> {
        table.begin();
        let (role, moves) = mover(game, position)?;
        let mut places: Vec<usize> = (0..moves.len()).collect();
        shuffle(&mut places, options.shuffle, || game.key(position));
        let candidate = |(place, &index): (usize, &usize)| RootCandidate {
            index,
            place,
            value: Value::DRAW,
        };
        let mut meter = Meter::new(watch);
        meter.progress.root_total = moves.len();
        let forced = options.play_forced && moves.len() == 1;
        Ok(Self {
            game,
            position,
            options,
            table,
            worker: Worker::new(game.stack(position)),
            meter,
            role,
            candidates: places.iter().enumerate().map(candidate).collect(),
            forced: forced.then_some(moves),
            salt: salt(role, options),
        })
    }

    /// Searches `depth` plies deep.
    ///
    /// # Errors
    /// As for [`best`](super::best).
    pub fn search(&mut self, depth: usize) -> Search<G, Best<G::Move>> {
        if let Some(line) = self.forced.take() {
            return self.forced_move(line);
        }
        self.table.grow();
        self.meter.progress.depth = depth;
        let mut search = DepthSearch {
            worker: &mut self.worker,
            table: self.table,
            meter: &mut self.meter,
            options: self.options,
            role: self.role,
            salt: self.salt,
            horizons: 0,
        };
        search.worker.rewind();
        let value = if depth == 0 || self.candidates.is_empty() {
            search.value(0, depth, Window::ALL)?
        } else {
            search.worker.stack.expand()?;
            search.root(depth, &mut self.candidates)?
        };
        let is_complete = search.horizons == 0;
        let is_decided = (value.is_win() || value.is_loss()) && value.delay() <= depth as u64;
        Ok(Best {
            role: self.role,
            value,
            line: self.line()?,
            root_moves: self.root_moves()?,
            forced: false,
            settled: is_complete
                || self.options.prefer_quick && is_decided && !self.options.value_every_move,
            nodes: self.meter.progress.nodes,
        })
    }

    /// The result for the only move, without a search.
    fn forced_move(&mut self, line: Vec<G::Move>) -> Search<G, Best<G::Move>> {
        self.meter.count()?;
        let estimate = self
            .worker
            .stack
            .evaluate(self.options.heuristic, self.role)?;
        let noise = self.options.noise;
        let noise = noise.map_or(0, |noise| noise.term(self.worker.stack.key()));
        Ok(Best {
            role: self.role,
            value: Value::from_estimate(estimate.saturating_add(noise)),
            line,
            root_moves: Vec::new(),
            forced: true,
            settled: true,
            nodes: 1,
        })
    }

    /// The moves of the best line.
    fn line(&self) -> Search<G, Vec<G::Move>> {
        let mut line = Vec::new();
        let mut position = self.position.clone();
        for &index in &self.worker.lines[0] {
            let Turn::Single(_, mut moves) = self.game.turn(&position)? else {
                unreachable!("a move was played here")
            };
            let played = moves.swap_remove(index);
            position = self.game.play(&position, std::slice::from_ref(&played))?;
            line.push(played);
        }
        Ok(line)
    }

    /// The moves at the root in the order of the game, if every one has its exact value.
    fn root_moves(&self) -> Search<G, Vec<RootMove<G::Move>>> {
        if !self.options.value_every_move {
            return Ok(Vec::new());
        }
        let Turn::Single(_, moves) = self.game.turn(self.position)? else {
            return Ok(Vec::new());
        };
        let mut values = vec![Value::DRAW; moves.len()];
        for candidate in &self.candidates {
            values[candidate.index] = candidate.value;
        }
        Ok(moves
            .into_iter()
            .zip(values)
            .map(|(played, value)| RootMove { played, value })
            .collect())
    }
}

/// A number for all that the value of a position depends on beside the position.
fn salt(role: Role, options: &Options) -> u128 {
    let Options {
        heuristic,
        results,
        prefer_quick,
        noise,
        ..
    } = options;
    let mut fingerprint = Fingerprint::default();
    (role, heuristic, results, prefer_quick, noise).hash(&mut fingerprint);
    fingerprint.finish_wide()
}
