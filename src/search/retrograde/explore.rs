//! The positions that can be reached, breadth first, each expanded once.
//!
//! A position is kept until its moves were played; after that only its key is.

use std::collections::VecDeque;
use std::slice;

use super::graph::{GraphBuilder, PositionGraph, PositionNumber};
use super::keys::Keys;
use crate::game::{FastPaths, Role, Turn};
use crate::search::error::SearchError;
use crate::search::known::Known;
use crate::search::meter::Meter;
use crate::search::solve::{Payoff, SolveOptions};
use crate::search::value::{BEST_GOAL, Value};
use crate::search::walk::Search;

/// A running exploration.
struct Exploration<'a, G: FastPaths> {
    game: &'a G,
    payoff: Payoff,
    keys: Keys,
    /// The most positions.
    limit: usize,
    /// The most plies to a position with moves.
    depth: usize,
    graph: GraphBuilder,
    /// The positions that have a number and were not expanded.
    waiting: VecDeque<G::Position>,
}

/// Lists all positions that can be reached.
pub(super) fn explore<G: FastPaths>(
    game: &G,
    root: &G::Position,
    (payoff, keys): (Payoff, Keys),
    options: &SolveOptions,
    meter: &mut Meter,
) -> Search<G, PositionGraph> {
    let mut exploration = Exploration {
        game,
        payoff,
        keys,
        limit: options.table.min(PositionNumber::MAX as usize),
        depth: options.depth,
        graph: GraphBuilder::default(),
        waiting: VecDeque::new(),
    };
    exploration.meet(root.clone())?;
    let listed = exploration.list_all(meter);
    let known = exploration.known();
    let graph = listed.and_then(|()| exploration.graph.finish(meter));
    if graph.is_err() {
        meter.watch.note(known);
    }
    graph
}

impl<G: FastPaths> Exploration<'_, G> {
    /// Plays all moves of all positions.
    fn list_all(&mut self, meter: &mut Meter) -> Search<G, ()> {
        let mut ply = 0;
        while !self.waiting.is_empty() {
            for _ in 0..self.waiting.len() {
                meter.count()?;
                self.expand_next(ply)?;
            }
            ply += 1;
        }
        Ok(())
    }

    fn known(&self) -> Known {
        Known::Listed {
            positions: self.graph.positions() as u64,
            waiting: self.waiting.len() as u64,
        }
    }

    /// The number of a position. A new one is to be expanded.
    fn meet(&mut self, position: G::Position) -> Search<G, PositionNumber> {
        let (number, is_new) = self.graph.meet(self.keys.key(self.game, &position));
        if is_new {
            if self.graph.positions() > self.limit {
                return Err(SearchError::TooManyPositions { limit: self.limit });
            }
            self.waiting.push_back(position);
        }
        Ok(number)
    }

    /// Plays all moves of the next position, which lies `ply` plies from the root.
    fn expand_next(&mut self, ply: usize) -> Search<G, ()> {
        let Some(position) = self.waiting.pop_front() else {
            return Ok(());
        };
        match self.game.turn(&position)? {
            Turn::Over => {
                let results = self.results(&position)?;
                self.graph.add_end(results);
            }
            Turn::Joint(_) => return Err(SearchError::JointTurn { ply }),
            Turn::Single(role, moves) if moves.is_empty() => {
                return Err(SearchError::NoMoves { role, ply });
            }
            Turn::Single(..) if ply >= self.depth => {
                return Err(SearchError::Unsettled { plies: ply });
            }
            Turn::Single(role, moves) => {
                let mut successors = Vec::with_capacity(moves.len());
                for played in &moves {
                    let child = self.game.play(&position, slice::from_ref(played))?;
                    successors.push(self.meet(child)?);
                }
                self.graph.add_inner(role, &successors);
            }
        }
        Ok(())
    }

    /// What a finished game is worth for each role.
    fn results(&self, position: &G::Position) -> Result<Vec<Value>, G::Error> {
        let roles = (0..self.game.role_count()).map(Role);
        match self.payoff {
            Payoff::Goal => {
                let goals = self.game.goals(position)?.into_iter();
                Ok(goals
                    .map(|goal| Value::from_goal(goal.min(BEST_GOAL)))
                    .collect())
            }
            Payoff::Score(heuristic) => roles
                .map(|role| {
                    let score = self.game.evaluate(position, heuristic, role)?;
                    Ok(Value::from_estimate(score))
                })
                .collect(),
        }
    }
}
