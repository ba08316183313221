//! A long search on several threads, which share the table and put off each other's moves. See
//! [`team`](crate::search::team).

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use super::options::SolveOptions;
use super::order::MoveOrder;
use super::payoff::Payoff;
use super::prover::{BoxedStack, Knowledge, Prover, Roots};
use crate::beside::beside;
use crate::game::{FastPaths, Role};
use crate::search::meter::Meter;
use crate::search::step::StepResult;
use crate::search::team::{EndAtLast, Team};
use crate::search::transposition_table::TranspositionTable;
use crate::search::value::Value;
use crate::search::watch::Progress;
use crate::search::window::Window;

/// A table that grows is left with at most one in this number of its places in use, so that threads
/// seldom begin again.
const ROOM: usize = 8;

/// The root of a question, in a game of which each thread has a clone.
pub(super) struct RootOf<'g, 'p, G: FastPaths> {
    pub game: &'g G,
    pub position: &'p G::Position,
    pub threads: usize,
}

impl<'g, G: FastPaths> Roots<'g, G::Error> for RootOf<'g, '_, G> {
    fn stack(&self) -> BoxedStack<'g, G::Error> {
        self.game.stack(self.position)
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn on_threads(&self, work: &(dyn Fn(BoxedStack<'_, G::Error>) + Sync), own: &mut dyn FnMut()) {
        let root = || (self.game.clone(), self.position.clone());
        let roots: Vec<_> = (1..self.threads).map(|_| root()).collect();
        let works = roots
            .into_iter()
            .map(|(game, position)| move || work(game.stack(&position)));
        beside(works, own);
    }
}

/// A search as another thread begins it.
struct Beginning<'p> {
    table: &'p Arc<TranspositionTable>,
    order: MoveOrder,
    zero_sum: Vec<bool>,
    options: &'p SolveOptions,
    role: Role,
    payoff: Payoff,
    salt: u128,
    keys: Vec<u128>,
    /// The moves of the line, as indices in lists of moves.
    line: Vec<usize>,
    start: usize,
    window: Window,
    team: &'p Team,
}

/// What the other threads have found.
struct Finding {
    /// The value, from the first thread that has it.
    value: Option<Value>,
    zero_sum: Vec<bool>,
    nodes: u64,
}

impl Beginning<'_> {
    /// A search that begins like this.
    fn prover<'g, 'p, 'w, E>(
        &'p self,
        stack: BoxedStack<'g, E>,
        knowledge: &'p mut Knowledge,
        meter: &'p mut Meter<'w>,
    ) -> Prover<'g, 'p, 'w, E> {
        Prover {
            stack,
            roots: None,
            team: Some(self.team),
            knowledge,
            options: self.options,
            meter,
            limit: u64::MAX,
            role: self.role,
            payoff: self.payoff,
            salt: self.salt,
            keys: self.keys.clone(),
            played: Vec::new(),
            start: self.start,
            open: Vec::new(),
            put_off: Vec::new(),
        }
    }

    /// Searches in a thread beside the host's. An error ends the search of this thread alone: the
    /// host's thread meets it too, if it matters.
    fn help<E: std::error::Error>(&self, stack: BoxedStack<'_, E>, found: &Mutex<Finding>) {
        let mut watch = |_: Progress| match self.team.is_over() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let mut meter = Meter::new(&mut watch);
        let mut knowledge = Knowledge {
            table: Arc::clone(self.table),
            order: self.order.clone(),
            has_played_games: true,
            zero_sum: self.zero_sum.clone(),
            has_repetition: false,
        };
        let value = self
            .prover(stack, &mut knowledge, &mut meter)
            .value_after(&self.line, self.window)
            .ok();
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        if value.is_some() {
            self.team.end();
        }
        found.value = found.value.or(value);
        found.nodes += meter.progress.nodes;
        keep_common(&mut found.zero_sum, &knowledge.zero_sum);
    }
}

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// The value after a line from the root.
    fn value_after(&mut self, line: &[usize], window: Window) -> StepResult<E, Value> {
        for index in line {
            self.stack.expand()?;
            self.push(*index)?;
        }
        Ok(self.answer(window, None)?.value)
    }

    /// The value of the top position as far as the window asks for it, by all threads. When the table
    /// has to grow they begin again, which takes little time: the table has what they found out.
    pub(super) fn value_by_threads(
        &mut self,
        roots: &dyn Roots<'_, E>,
        window: Window,
    ) -> StepResult<E, Value> {
        loop {
            if let Some(table) = Arc::get_mut(&mut self.knowledge.table) {
                table.grow_beyond(ROOM);
            }
            let team = Team::new();
            let value = self.value_by_team(roots, window, &team);
            if value.is_ok() || !team.wants_room() {
                return value;
            }
            // The thread of the host may have ended before the others had searched enough.
            self.meter.count_more(0)?;
        }
    }

    /// The value of the top position as far as the window asks for it, unless the table has to grow
    /// first.
    fn value_by_team(
        &mut self,
        roots: &dyn Roots<'_, E>,
        window: Window,
        team: &Team,
    ) -> StepResult<E, Value> {
        let table = Arc::clone(&self.knowledge.table);
        let beginning = Beginning {
            table: &table,
            order: self.knowledge.order.clone(),
            zero_sum: self.knowledge.zero_sum.clone(),
            options: self.options,
            role: self.role,
            payoff: self.payoff,
            salt: self.salt,
            keys: self.keys.clone(),
            line: self.played.iter().map(|(index, _)| *index).collect(),
            start: self.start,
            window,
            team,
        };
        let found = Mutex::new(Finding {
            value: None,
            zero_sum: self.knowledge.zero_sum.clone(),
            nodes: 0,
        });
        let mut answer = None;
        let mut search = || {
            let _guard = EndAtLast(team);
            let mut prover = beginning.prover(roots.stack(), self.knowledge, self.meter);
            answer = Some(prover.value_after(&beginning.line, window));
        };
        roots.on_threads(&|stack| beginning.help(stack, &found), &mut search);
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.meter.progress.nodes += found.nodes;
        keep_common(&mut self.knowledge.zero_sum, &found.zero_sum);
        let answer = answer.expect("the host's thread has searched");
        answer.or_else(|error| found.value.ok_or(error))
    }
}

/// Leaves what holds in both.
fn keep_common(known: &mut [bool], other: &[bool]) {
    for (known, other) in known.iter_mut().zip(other) {
        *known &= other;
    }
}
