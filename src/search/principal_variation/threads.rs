//! A search of the root by several threads: the task that all have, and the threads beside that of
//! the host.

use super::node::{DepthSearch, Worker};
use super::root::RootCandidate;
use crate::beside::beside;
use crate::game::{FastPaths, Role};
use crate::search::meter::Meter;
use crate::search::options::Options;
use crate::search::ordering::Experience;
use crate::search::step::StepResult;
use crate::search::team::{EndAtLast, Team};
use crate::search::transposition_table::TranspositionTable;
use crate::search::value::Value;
use crate::search::watch::Unwatched;

/// A search that every thread does.
#[derive(Clone, Copy)]
pub(super) struct Task<'t> {
    pub table: &'t TranspositionTable,
    pub options: &'t Options,
    /// The role for which all values speak.
    pub role: Role,
    pub salt: u128,
    pub depth: usize,
}

/// What a finished search has found.
pub(super) struct Found {
    pub value: Value,
    /// Whether no line was cut off at the depth.
    pub is_complete: bool,
    /// Whether each candidate has its exact value.
    pub has_root_values: bool,
    pub candidates: Vec<RootCandidate>,
    /// The best line, as indices in lists of moves.
    pub line: Vec<usize>,
}

impl Task<'_> {
    /// Searches the moves at the root in one thread.
    pub fn run<'a, E: std::error::Error>(
        self,
        worker: &mut Worker<'a, E>,
        meter: &mut Meter<'a>,
        team: Option<&Team>,
        candidates: &[RootCandidate],
    ) -> StepResult<E, Found> {
        worker.rewind();
        let mut search = DepthSearch {
            worker,
            table: self.table,
            meter,
            options: self.options,
            role: self.role,
            salt: self.salt,
            horizons: 0,
            team,
        };
        let mut candidates = candidates.to_vec();
        let leaf = search.leaf(self.depth)?;
        let value = match leaf {
            Some(value) => value,
            None => search.root(self.depth, &mut candidates)?,
        };
        Ok(Found {
            value,
            is_complete: search.horizons == 0,
            has_root_values: leaf.is_none() && self.options.value_every_move,
            candidates,
            line: search.worker.lines[0].clone(),
        })
    }
}

/// A thread beside the host's, with what it has learned.
#[derive(Debug)]
pub(super) struct Helper<G: FastPaths> {
    game: G,
    position: G::Position,
    /// None before its first search.
    experience: Option<Experience>,
}

/// What a helper comes back with: the value of the root if it was the first to find it, and the
/// positions that it has searched.
type Report = (Option<Found>, u64);

impl<G: FastPaths> Helper<G> {
    pub fn new(game: &G, position: &G::Position) -> Self {
        Self {
            game: game.clone(),
            position: position.clone(),
            experience: None,
        }
    }

    /// Searches until the value of the root is known. An error ends the search of this thread: the
    /// host's thread meets it too, if it matters.
    fn search(&mut self, task: Task, team: &Team, candidates: &[RootCandidate]) -> Report {
        let mut unwatched = Unwatched;
        let mut meter = Meter::new(&mut unwatched);
        let stack = self.game.stack(&self.position);
        let experience = self.experience.take().unwrap_or_else(Experience::new);
        let mut worker = Worker::new(stack, experience);
        let found = task.run(&mut worker, &mut meter, Some(team), candidates);
        if found.is_ok() {
            team.end();
        }
        self.experience = Some(worker.experience);
        (found.ok(), meter.progress.nodes)
    }
}

/// Searches the moves at the root in the host's thread and in those of the helpers.
pub(super) fn search_together<'a, G: FastPaths>(
    task: Task,
    worker: &mut Worker<'a, G::Error>,
    meter: &mut Meter<'a>,
    helpers: &mut [Helper<G>],
    candidates: &[RootCandidate],
) -> StepResult<G::Error, Found> {
    let team = &Team::new();
    let searches = helpers
        .iter_mut()
        .map(|helper| move || helper.search(task, team, candidates));
    let own = || {
        let _guard = EndAtLast(team);
        task.run(worker, meter, Some(team), candidates)
    };
    let (own, reports) = beside(searches, own);
    let helped: u64 = reports.iter().map(|(_, nodes)| nodes).sum();
    meter.progress.nodes += helped;
    let found = reports.into_iter().find_map(|(found, _)| found);
    own.or_else(|error| found.ok_or(error))
}
