//! Independent pieces of work on several threads, each of which has a clone of the game.
//!
//! The host's thread is one of them. It alone calls the watcher, with the counts of all.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::error::SearchError;
use super::meter::Meter;
use super::walk::Search;
use super::watch::Progress;
use crate::beside::beside;
use crate::game::FastPaths;

/// The calls after which a thread tells how many positions it has counted.
const CALLS: u32 = 256;

/// What the threads share.
#[derive(Debug, Default)]
struct Shared {
    /// The next item that no thread has taken.
    next: AtomicUsize,
    /// The items that are done.
    done: AtomicUsize,
    /// The positions that the other threads than the host's have told of.
    nodes: AtomicU64,
    /// Whether all are to stop.
    is_ended: AtomicBool,
}

impl Shared {
    fn look(&self) -> ControlFlow<()> {
        match self.is_ended.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn end(&self) {
        self.is_ended.store(true, Ordering::Relaxed);
    }
}

/// Ends the work of the other threads if the host's thread panics.
struct EndOnPanic<'s>(&'s Shared);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

/// The results of some items, by their places.
type Results<G, R> = Vec<(usize, Search<G, R>)>;

/// Does `work` for each item, on at most `threads` threads. The results are in the order of the
/// items.
///
/// # Errors
/// The first error of an item in this order, of those that were met before all threads stopped;
/// [`SearchError::Stopped`] if the watcher of `meter` stopped them.
pub(super) fn for_each<G, T, R>(
    game: &G,
    items: &[T],
    threads: usize,
    meter: &mut Meter,
    work: impl Fn(&G, &T, &mut Meter) -> Search<G, R> + Sync,
) -> Search<G, Vec<R>>
where
    G: FastPaths,
    T: Sync,
    R: Send,
{
    let (shared, work) = (&Shared::default(), &work);
    let before = meter.progress;
    let mut own_nodes = 0;
    let mut watch = |progress: Progress| {
        shared.look()?;
        own_nodes = progress.nodes;
        meter.watch.look(Progress {
            nodes: before.nodes + progress.nodes + shared.nodes.load(Ordering::Relaxed),
            root_done: shared.done.load(Ordering::Relaxed),
            root_total: items.len(),
            ..before
        })
    };
    let games: Vec<G> = (1..threads.min(items.len()))
        .map(|_| game.clone())
        .collect();
    let works = games
        .into_iter()
        .map(|game| move || help(&game, items, shared, work));
    let own = || {
        let _guard = EndOnPanic(shared);
        take(game, items, shared, &mut Meter::new(&mut watch), work)
    };
    let (mut results, others) = beside(works, own);
    results.extend(others.into_iter().flatten());
    meter.progress.nodes = before.nodes + own_nodes + shared.nodes.load(Ordering::Relaxed);
    in_order::<G, R>(results).map_err(|error| match error {
        SearchError::Stopped { .. } => SearchError::Stopped {
            nodes: meter.progress.nodes,
        },
        error => error,
    })
}

/// The results in the order of the items, or the first error. That of an item comes before those of
/// the threads that it has stopped.
fn in_order<G: FastPaths, R>(results: Results<G, R>) -> Search<G, Vec<R>> {
    let (mut finished, mut errors) = (Vec::new(), Vec::new());
    for (place, result) in results {
        match result {
            Ok(result) => finished.push((place, result)),
            Err(error) => errors.push((place, error)),
        }
    }
    let is_stop = |error: &SearchError<G::Error>| matches!(error, SearchError::Stopped { .. });
    let first = errors
        .into_iter()
        .min_by_key(|(place, error)| (is_stop(error), *place));
    if let Some((_, error)) = first {
        return Err(error);
    }
    finished.sort_by_key(|(place, _)| *place);
    Ok(finished.into_iter().map(|(_, result)| result).collect())
}

/// Works in a thread beside the host's.
fn help<G: FastPaths, T, R>(
    game: &G,
    items: &[T],
    shared: &Shared,
    work: &impl Fn(&G, &T, &mut Meter) -> Search<G, R>,
) -> Results<G, R> {
    let (mut told, mut calls, mut counted) = (0, 0_u32, 0);
    let mut watch = |progress: Progress| {
        counted = progress.nodes;
        calls += 1;
        if calls.is_multiple_of(CALLS) {
            shared.nodes.fetch_add(counted - told, Ordering::Relaxed);
            told = counted;
        }
        shared.look()
    };
    let results = take(game, items, shared, &mut Meter::new(&mut watch), work);
    shared.nodes.fetch_add(counted - told, Ordering::Relaxed);
    results
}

/// Takes items until none is left, or until an error.
fn take<G: FastPaths, T, R>(
    game: &G,
    items: &[T],
    shared: &Shared,
    meter: &mut Meter,
    work: &impl Fn(&G, &T, &mut Meter) -> Search<G, R>,
) -> Results<G, R> {
    let mut results = Vec::new();
    loop {
        let place = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(item) = items.get(place) else {
            return results;
        };
        let result = work(game, item, meter);
        let is_error = result.is_err();
        results.push((place, result));
        if is_error {
            shared.end();
            return results;
        }
        shared.done.fetch_add(1, Ordering::Relaxed);
    }
}
