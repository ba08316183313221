//! Which move is played, within a time: the shortest solution of a puzzle if it is found, and otherwise
//! what Monte-Carlo tree search likes best, which serves any number of roles and tells what is proved.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::engine::Engine;
use crate::game::{Move, Position, Role};
use crate::search::{
    Deadline, Options, Progress, Strategy, TranspositionTable, go_deeper, stopwatch,
};

/// The positions that a search for the solution of a puzzle may keep.
const MOST_POSITIONS: usize = 1_000_000;

/// The depths in which the solution of a puzzle is looked for, one after the other.
const DEPTHS: [usize; 7] = [4, 8, 12, 16, 24, 48, 400];

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

    /// Looks for the solution of a puzzle until a time. Whether there is one.
    pub fn solve(&mut self, position: &Position, until: Instant, stop: &AtomicBool) -> bool {
        if self.engine.rules().roles().len() != 1 {
            return false;
        }
        for depth in DEPTHS {
            let mut watch = |_: Progress| match is_over(until, stop) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            let found = self
                .engine
                .shortest_within(position, depth, MOST_POSITIONS, &mut watch);
            let Ok(found) = found else {
                return false;
            };
            if let Some(best) = found.best
                && (best.goal == 100 || !found.goes_on)
            {
                self.solution = best.line;
                self.solution.reverse();
                return true;
            }
            if !found.goes_on {
                return false;
            }
        }
        false
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
        let now = Instant::now();
        let half = now + until.saturating_duration_since(now) / 2;
        if self.solution.is_empty() {
            self.solve(position, half, stop);
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
        let time = until.saturating_duration_since(Instant::now());
        let clock = stopwatch();
        let mut stopped = |_: Progress| match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let mut watch = Deadline::new(time, &clock, &mut stopped);
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

fn is_over(until: Instant, stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed) || Instant::now() >= until
}
