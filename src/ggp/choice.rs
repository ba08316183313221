//! Which move is played, within a time: the shortest solution of a puzzle if it is found, and otherwise
//! what Monte-Carlo tree search likes best, which serves any number of roles and tells what is proved.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::clock;
use crate::engine::Engine;
use crate::game::{Move, Position, Role};
use crate::search::{
    Deadline, MAX_PLIES, Options, Progress, Strategy, TranspositionTable, Within, go_deeper,
};

/// The positions that a search for the solution of a puzzle may keep.
const MOST_POSITIONS: usize = 1_000_000;

/// Chooses the moves of one role in one match.
pub struct Chooser {
    engine: Engine,
    role: Role,
    threads: usize,
    /// What searches have found, for later ones.
    table: TranspositionTable,
    /// The moves that solve the puzzle from the next position on.
    solution: Vec<Move>,
    /// How often a move was chosen, as a seed.
    chosen: u64,
}

impl Chooser {
    /// Creates one for a role, which works with so many threads.
    pub fn new(engine: Engine, role: Role, threads: usize) -> Self {
        let table = TranspositionTable::of_options(&Options::default());
        Self {
            engine,
            role,
            threads,
            table,
            solution: Vec::new(),
            chosen: 0,
        }
    }

    /// Looks for the solution of a puzzle until a time.
    pub fn solve(&mut self, position: &Position, until: Instant, stop: &AtomicBool) {
        if self.engine.rules().roles().len() != 1 {
            return;
        }
        let clock = clock::stopwatch();
        let mut stopped = stopped_by(stop);
        let mut watch = Deadline::new(left(until), &clock, &mut stopped);
        let found = self
            .engine
            .shortest_within(position, MAX_PLIES, MOST_POSITIONS, &mut watch);
        if let Ok(Within {
            best: Some(best),
            goes_on: false,
            ..
        }) = found
        {
            self.solution = best.line;
            self.solution.reverse();
        }
    }

    /// Chooses one of the legal moves before a time, or a little later if a question to the rules takes
    /// longer.
    pub fn choose(
        &mut self,
        position: &Position,
        legal: &[Move],
        until: Instant,
        stop: &AtomicBool,
    ) -> Option<Move> {
        if let [only] = legal {
            return Some(only.clone());
        }
        if self.solution.is_empty() {
            self.solve(position, Instant::now() + left(until) / 2, stop);
        }
        if let Some(next) = self.solution.pop() {
            match legal.contains(&next) {
                true => return Some(next),
                false => self.solution.clear(),
            }
        }
        self.search(position, until, stop)
            .filter(|best| legal.contains(best))
    }

    fn search(&mut self, position: &Position, until: Instant, stop: &AtomicBool) -> Option<Move> {
        self.chosen += 1;
        let options = Options {
            strategy: Strategy::MonteCarlo,
            playouts: u64::MAX,
            role: Some(self.role),
            seed: self.chosen,
            threads: self.threads,
            ..Options::default()
        };
        let clock = clock::stopwatch();
        let mut stopped = stopped_by(stop);
        let mut watch = Deadline::new(left(until), &clock, &mut stopped);
        let found = self.engine.deepen_with(
            position,
            &options,
            &mut self.table,
            &mut watch,
            &mut go_deeper,
        );
        found.ok()?.best.best_move().cloned()
    }
}

/// The time that is left until a moment.
fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

/// A watcher that stops a search when a flag is set.
fn stopped_by(stop: &AtomicBool) -> impl FnMut(Progress) -> ControlFlow<()> {
    |_| match stop.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}
