//! Searches: the questions that may take long. The second thread of a desk does them, while the
//! first answers other questions. A search is about the game as it was when the page asked.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::jobs::Job;
use super::protocol::{AnyAnswer, Said};
use super::searched::Standpoint;
use super::second::GamePair;
use super::worker::Worker;
use super::{choose, tree};
use crate::session::Trouble;

/// A search, with all that it needs.
#[derive(Debug)]
pub enum SearchJob {
    /// The move that the program would play at a level.
    Choose { from: Standpoint, level: String },
    /// The value of each legal move at a level.
    Values { from: Standpoint, level: String },
    /// The tree below a position, as far as its nodes are open. With `svg`, its picture too.
    Tree {
        from: Standpoint,
        opened: Vec<Vec<String>>,
        level: Option<String>,
        svg: bool,
    },
    /// Where two games differ. All lines of up to `plies` plies are compared.
    Difference {
        pair: Box<GamePair>,
        plies: Option<usize>,
    },
}

impl SearchJob {
    /// Whether the search limits its own time, and returns what it has found by then.
    fn has_own_time(&self) -> bool {
        !matches!(self, SearchJob::Tree { .. })
    }

    fn answer(
        self,
        random: &mut fastrand::Rng,
        job: &Job,
        progress: &mut dyn FnMut(Said),
    ) -> Result<AnyAnswer, Trouble> {
        Ok(match self {
            SearchJob::Choose { from, level } => {
                let mut deeper = |depth| progress(Said::Progress(depth));
                AnyAnswer::Choice(choose::choose(&from, &level, random, job, &mut deeper)?)
            }
            SearchJob::Values { from, level } => {
                AnyAnswer::Values(choose::values(&from, &level, job)?)
            }
            SearchJob::Tree {
                from,
                opened,
                level,
                svg,
            } => AnyAnswer::Tree(Box::new(tree::tree(
                &from,
                opened,
                level.as_deref(),
                svg,
                job,
            )?)),
            SearchJob::Difference { pair, plies } => {
                let mut further = |comparing| progress(Said::Comparing(comparing));
                AnyAnswer::Difference(pair.difference(plies, job, &mut further)?)
            }
        })
    }
}

/// Does the searches of a desk, each with the id of its question, until no more can come. Each
/// waits first for a free place in `places`.
pub fn search_all(worker: &Worker, places: &Arc<Semaphore>, searches: &Receiver<(u64, SearchJob)>) {
    let mut random = fastrand::Rng::new();
    while let Ok((id, search)) = searches.recv() {
        let worked = worker.work(id, |job, progress| {
            let _place = place(worker.handle(), places, job)?;
            // The clock starts after the wait for a place.
            let _clock = (!search.has_own_time()).then(|| worker.start_clock(id));
            search.answer(&mut random, job, progress).map(Some)
        });
        if worked == ControlFlow::Break(()) {
            return;
        }
    }
}

/// Waits for a free place, unless the job is stopped before.
pub fn place(
    handle: &Handle,
    places: &Arc<Semaphore>,
    job: &Job,
) -> Result<OwnedSemaphorePermit, Trouble> {
    let stopped = || Trouble::Stopped("stopped".to_owned());
    handle.block_on(async {
        while !job.is_stopped() {
            tokio::select! {
                place = Arc::clone(places).acquire_owned() => return place.map_err(|_| stopped()),
                () = job.stopped() => {}
            }
        }
        Err(stopped())
    })
}
