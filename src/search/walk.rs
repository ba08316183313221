//! The parts that all searches share: the options, the count of positions and the value of a leaf.

use std::hash::{Hash, Hasher};
use std::slice;

use rustc_hash::FxHasher;

use super::choice::{Aim, Choice, Line, RootMove};
use super::error::SearchError;
use super::limits::MAX_PLIES;
use super::memory::Memory;
use super::meter::Meter;
use super::node::{Node, Visit};
use super::options::Options;
use super::strategy::Strategy;
use super::value::Value;
use super::watch::Watch;
use crate::game::{Game, Results, Role, Turn};

/// The result of a step of a search in the game `G`.
pub(super) type Search<G, T> = Result<T, SearchError<<G as Game>::Error>>;

/// One running search.
pub(super) struct Walk<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) options: &'a Options,
    /// The role to move at the root: all values speak for it.
    pub(super) role: Role,
    /// The value of each move at the root, as far as searched.
    pub(super) root_moves: Vec<RootMove<G::Move>>,
    pub(super) meter: Meter<'a>,
    /// Whether no line was cut off by the depth.
    pub(super) exhausted: bool,
    /// The positions that alpha-beta remembers, if the options ask for it.
    pub(super) memory: Option<Memory<G>>,
}

impl<'a, G: Game> Walk<'a, G> {
    pub(super) fn new(
        game: &'a G,
        options: &'a Options,
        role: Role,
        watch: &'a mut dyn Watch,
    ) -> Self {
        let memory = (options.table > 0).then(|| Memory::new(options.table));
        let mut meter = Meter::new(watch);
        meter.progress.depth = options.depth;
        Walk {
            game,
            options,
            role,
            root_moves: Vec::new(),
            meter,
            exhausted: true,
            memory,
        }
    }

    /// Visits a position that lies `ply` plies below the root. At the horizon its moves are not
    /// computed, since a static value needs none.
    pub(super) fn visit(
        &mut self,
        position: &G::Position,
        ply: usize,
    ) -> Search<G, Visit<G::Move>> {
        self.meter.count()?;
        if ply >= self.options.depth && self.may_stop(position)? {
            if self.game.over(position)? {
                return Ok(Visit::Over);
            }
            self.exhausted = false;
            return Ok(Visit::Horizon);
        }
        match self.game.turn(position)? {
            Turn::Over => Ok(Visit::Over),
            Turn::Joint(_) => Err(SearchError::JointTurn { ply }),
            Turn::Single(role, moves) if moves.is_empty() => {
                Err(SearchError::NoMoves { role, ply })
            }
            Turn::Single(..) if ply >= MAX_PLIES => Err(self.options.too_long()),
            Turn::Single(role, moves) => {
                if ply == 0 {
                    self.meter.progress.root_total = moves.len();
                    return Ok(Visit::Inner(role, self.shuffled(position, moves)));
                }
                Ok(Visit::Inner(role, moves))
            }
        }
    }

    /// The moves at the root in the order in which they are searched, see [`Options::shuffle`].
    fn shuffled(&self, position: &G::Position, mut moves: Vec<G::Move>) -> Vec<G::Move> {
        shuffle(&mut moves, self.options.shuffle, || self.game.key(position));
        moves
    }

    /// Visits a position for minimax: a leaf has a value, any other position an aim and moves.
    pub(super) fn expand(&mut self, position: &G::Position, ply: usize) -> Search<G, Node<G>> {
        Ok(match self.visit(position, ply)? {
            Visit::Over => Node::Leaf(self.result(position, ply)?),
            Visit::Horizon => Node::Leaf(self.estimate(position)?),
            Visit::Inner(role, moves) => {
                let aim = Aim::of(role, self.role);
                Node::Inner(aim, self.branches(position, ply, aim, moves)?)
            }
        })
    }

    /// Whether a search at its depth may stop at the position. Best line counts only plies.
    fn may_stop(&self, position: &G::Position) -> Search<G, bool> {
        Ok(self.options.strategy == Strategy::BestLine || self.game.quiet(position)?)
    }

    /// The value of a finished game, `ply` plies below the root.
    pub(super) fn result(&self, position: &G::Position, ply: usize) -> Search<G, Value> {
        if self.options.results == Results::Heuristic {
            return self.estimate(position);
        }
        let goal = self.game.goal(position, self.role)?;
        Ok(self.options.goal_value(goal, ply))
    }

    /// The static value of a position for the root's role: the value of the heuristic, 0 without
    /// one, plus the noise.
    pub(super) fn estimate(&self, position: &G::Position) -> Search<G, Value> {
        let estimate = match self.options.heuristic {
            Some(heuristic) => self.game.evaluate(position, heuristic, self.role)?,
            None => 0,
        };
        Ok(self
            .options
            .static_value(estimate, || self.game.key(position)))
    }

    /// The position after a move.
    pub(super) fn play(
        &self,
        position: &G::Position,
        played: &G::Move,
    ) -> Search<G, Box<G::Position>> {
        child(self.game, position, slice::from_ref(played))
    }

    /// Records that a move was searched, and offers its line to the choice of its position.
    pub(super) fn record(
        &mut self,
        ply: usize,
        choice: &mut Choice<G::Move>,
        played: G::Move,
        follow: Line<G::Move>,
    ) {
        if ply == 0 {
            self.meter.progress.root_done += 1;
            self.root_moves.push(RootMove {
                played: played.clone(),
                value: follow.value,
                playouts: 0,
            });
        }
        choice.offer(played, follow);
    }
}

/// Shuffles the moves at the root, see [`Options::shuffle`]; `key` is that of the position.
pub(super) fn shuffle<T>(moves: &mut [T], seed: Option<u64>, key: impl FnOnce() -> u64) {
    if let Some(seed) = seed {
        let mut hasher = FxHasher::default();
        (seed, key()).hash(&mut hasher);
        fastrand::Rng::with_seed(hasher.finish()).shuffle(moves);
    }
}

/// The position after the moves of one ply. It is boxed because the searches recurse: a host's
/// large position would otherwise lie on the native stack once for every ply.
pub(super) fn child<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Search<G, Box<G::Position>> {
    Ok(Box::new(game.play(position, moves)?))
}
