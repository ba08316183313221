//! Principal variation search: iterative deepening, in which all moves but the first are shown to
//! be no better before they are searched in earnest. (T. A. Marsland and M. Campbell, "Parallel
//! Search of Strongly Ordered Game Trees", 1982.)
//!
//! The value is that of plain minimax to the same depth, and so is the move: of equally good moves
//! the first in the order of the game. The rest of the line may be another one of the same value.
//!
//! The search knows nothing of any game. It orders moves by what it learns: the
//! [table](TranspositionTable) has the best move of an earlier search,
//! [`ordering`](super::ordering) what was good elsewhere, and where much is at stake the static
//! values of the positions after the moves are compared.
//!
//! ```text
//! root     the moves at the root
//! node     a position below the root
//! threads  the root searched by several threads
//! ```

mod node;
mod root;
mod threads;

use std::hash::Hash;
use std::iter;

use self::node::Worker;
use self::root::RootCandidate;
use self::threads::{Helper, Task, search_together};
use super::best::{Best, mover};
use super::choice::{Aim, RootMove};
use super::error::SearchError;
use super::meter::Meter;
use super::node::Branch;
use super::options::Options;
use super::ordering::Experience;
use super::step::moves_of_line;
use super::transposition_table::TranspositionTable;
use super::value::Value;
use super::walk::{Search, Walk, shuffle};
use super::watch::{Unwatched, Watch};
use crate::game::{FastPaths, Fingerprint, Role};

/// The positions after which a search is long enough for other threads to take part: starting them
/// takes as long as some hundred positions.
const LEAST_SHARED_NODES: u64 = 1 << 12;

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
    /// The other threads, once there is enough for them to do.
    helpers: Vec<Helper<G>>,
    meter: Meter<'a>,
    role: Role,
    candidates: Vec<RootCandidate>,
    /// The only move, if it is to be played without a search.
    forced: Option<Vec<G::Move>>,
    /// Whether the last search has given every move at the root its exact value.
    has_root_values: bool,
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
        let order = root_order(game, position, options, role, &moves)?;
        let candidate = |(place, index): (usize, usize)| RootCandidate {
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
            worker: Worker::new(game.stack(position), Experience::new()),
            helpers: Vec::new(),
            meter,
            role,
            candidates: order.into_iter().enumerate().map(candidate).collect(),
            forced: forced.then_some(moves),
            has_root_values: false,
            salt: salt(role, options),
        })
    }

    /// Searches `depth` plies deep.
    ///
    /// # Errors
    /// As for [`best`](super::best). An error of a game whose watcher wants to stop it counts as
    /// [`SearchError::Stopped`]: the host may have stopped both.
    pub fn search(&mut self, depth: usize) -> Search<G, Best<G::Move>> {
        let found = self.search_to(depth);
        match found {
            Err(SearchError::Game(_)) if self.meter.is_stopped() => {
                let nodes = self.meter.progress.nodes;
                Err(SearchError::Stopped { nodes })
            }
            found => found,
        }
    }

    fn search_to(&mut self, depth: usize) -> Search<G, Best<G::Move>> {
        if let Some(line) = self.forced.take() {
            return self.forced_move(line);
        }
        self.table.grow();
        let is_long = self.meter.progress.nodes >= LEAST_SHARED_NODES;
        if is_long && self.helpers.is_empty() {
            let helper = || Helper::new(self.game, self.position);
            let count = self.options.threads.saturating_sub(1);
            self.helpers = iter::repeat_with(helper).take(count).collect();
        }
        self.meter.progress.depth = depth;
        let task = Task {
            table: self.table,
            options: self.options,
            role: self.role,
            salt: self.salt,
            depth,
        };
        let (worker, meter) = (&mut self.worker, &mut self.meter);
        let found = match self.helpers.is_empty() {
            true => task.run(worker, meter, None, &self.candidates),
            false => search_together(task, worker, meter, &mut self.helpers, &self.candidates),
        }?;
        self.candidates = found.candidates;
        self.has_root_values = found.has_root_values;
        // A selective search may have missed a quicker way.
        let is_decided = found.value.is_settled_within(depth) && !self.options.selective;
        Ok(Best {
            role: self.role,
            value: found.value,
            line: moves_of_line(self.game, self.position, &found.line)?,
            root_moves: self.root_moves()?,
            forced: false,
            settled: found.is_complete
                || self.options.prefer_quick && is_decided && !self.options.value_every_move,
            by_table: false,
            nodes: self.meter.progress.nodes,
            playouts: 0,
        })
    }

    /// The result for the only move, without a search.
    fn forced_move(&mut self, line: Vec<G::Move>) -> Search<G, Best<G::Move>> {
        self.meter.count()?;
        let (options, role) = (self.options, self.role);
        let stack = &mut self.worker.stack;
        let estimate = stack.evaluate(options.heuristic, role)?;
        Ok(Best {
            role,
            value: options.static_value(estimate, || stack.key()),
            line,
            root_moves: Vec::new(),
            forced: true,
            settled: true,
            by_table: false,
            nodes: 1,
            playouts: 0,
        })
    }

    /// The moves at the root in the order of the game, or in that of [`Options::order`], if every one
    /// has its exact value.
    fn root_moves(&self) -> Search<G, Vec<RootMove<G::Move>>> {
        if !self.has_root_values {
            return Ok(Vec::new());
        }
        let (_, moves) = mover(self.game, self.position)?;
        let mut candidates = self.candidates.clone();
        candidates.sort_by_key(|candidate| match self.options.order {
            true => candidate.place,
            false => candidate.index,
        });
        let named = |candidate: &RootCandidate| RootMove {
            played: moves[candidate.index].clone(),
            value: candidate.value,
            playouts: 0,
        };
        Ok(candidates.iter().map(named).collect())
    }
}

/// The indices of the moves at the root in the order by which equals are told apart.
fn root_order<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    role: Role,
    moves: &[G::Move],
) -> Search<G, Vec<usize>> {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    shuffle(&mut order, options.shuffle, || game.key(position));
    if options.order {
        let shuffled = order.iter().map(|index| moves[*index].clone()).collect();
        let mut unwatched = Unwatched;
        let walk = Walk::new(game, options, role, &mut unwatched);
        let branches = walk.branches(position, 0, Aim::Greatest, shuffled)?;
        let index = |branch: &Branch<G>| moves.iter().position(|other| *other == branch.played);
        order = branches.iter().filter_map(index).collect();
    }
    Ok(order)
}

/// A number for all that the value of a position depends on beside the position.
fn salt(role: Role, options: &Options) -> u128 {
    let Options {
        heuristic,
        results,
        selective,
        symmetries,
        prefer_quick,
        noise,
        ..
    } = options;
    let mut fingerprint = Fingerprint::default();
    (role, heuristic, results, selective, prefer_quick, noise).hash(&mut fingerprint);
    if *symmetries {
        symmetries.hash(&mut fingerprint);
    }
    fingerprint.finish_wide()
}
