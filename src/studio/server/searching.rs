//! The second thread of a desk, which does the searches while the first answers other questions.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::jobs::Job;
use super::worker::Worker;
use crate::session::Trouble;
use crate::studio::search::SearchJob;

/// Does the searches of a desk, each with the id of its question, until no more can come. Each
/// waits first for a free place in `places`.
pub fn search_all(worker: &Worker, places: &Arc<Semaphore>, searches: &Receiver<(u64, SearchJob)>) {
    let mut random = fastrand::Rng::new();
    while let Ok((id, search)) = searches.recv() {
        let worked = worker.work(id, |job, progress| {
            let _place = place(worker.handle(), places, job)?;
            // The clock starts after the wait for a place.
            let _clock = (!search.has_own_time()).then(|| worker.start_clock(id));
            search
                .answer(&mut random, &|| job.is_stopped(), progress)
                .map(Some)
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
