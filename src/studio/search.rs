//! Searches: what may take long. A second thread of the desk does them, about the game as it was
//! when they were asked for, while the first one goes on answering.

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

/// What is searched for, and from where.
#[derive(Debug)]
pub enum SearchJob {
    /// What the program would play at a level.
    Choose { from: Standpoint, level: String },
    /// What each move is worth at a level.
    Values { from: Standpoint, level: String },
    /// The tree below, as far as it is open, and its picture if that is wanted.
    Tree {
        from: Standpoint,
        opened: Vec<Vec<String>>,
        level: Option<String>,
        svg: bool,
    },
    /// Where two games differ, by lines of up to so many plies.
    Difference {
        pair: Box<GamePair>,
        plies: Option<usize>,
    },
}

impl SearchJob {
    /// Whether it ends by itself, with what it has found, when it has taken long.
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

/// Does the searches of a desk, each with its id, as long as there may be more; each waits until
/// there is a place for it.
pub fn search_all(worker: &Worker, places: &Arc<Semaphore>, searches: &Receiver<(u64, SearchJob)>) {
    let mut random = fastrand::Rng::new();
    while let Ok((id, search)) = searches.recv() {
        let worked = worker.work(id, |job, progress| {
            let _place = place(worker.handle(), places, job)?;
            // No time passes for who only waits.
            let _clock = (!search.has_own_time()).then(|| worker.start_clock(id));
            search.answer(&mut random, job, progress).map(Some)
        });
        if worked == ControlFlow::Break(()) {
            return;
        }
    }
}

/// Waits until there is a place, unless the job is stopped before.
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
