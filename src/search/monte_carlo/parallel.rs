//! Searches on several threads: each thread has a tree of its own, and the counts of the root's
//! moves are added up. (G. M. J.-B. Chaslot, M. H. M. Winands and H. J. van den Herik, "Parallel
//! Monte-Carlo Tree Search", 2008: root parallelization.)
//!
//! The threads share nothing while they search, so the answer depends on the number of threads and
//! of playouts alone. The line and a game's later moves come from the tree of the host's thread.

use std::iter;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::DEFAULT_PLAYOUTS;
use super::kept::KeptTree;
use super::opinion::Opinion;
use super::run::Run;
use crate::beside::beside;
use crate::game::{FastPaths, Game, Turn};
use crate::search::best::Best;
use crate::search::options::Options;
use crate::search::walk::Search;
use crate::search::watch::{Progress, Watch};

/// The least playouts for which a thread is started: with fewer, a tree knows too little.
const LEAST_PLAYOUTS: u64 = 500;

/// What the search of all threads has found.
pub(super) struct Found<M> {
    pub best: Best<M>,
    /// Whether the watcher stopped it.
    pub is_stopped: bool,
    /// The tree of each thread, if they are to be kept.
    pub trees: Vec<KeptTree>,
}

/// Why the threads end before their playouts.
#[derive(Debug, Default)]
struct Ending {
    /// A thread knows all about the root.
    is_settled: AtomicBool,
    /// The host's thread has ended, by its watcher or by an error.
    is_stopped: AtomicBool,
}

impl Ending {
    fn look(&self) -> ControlFlow<()> {
        let reasons = [&self.is_settled, &self.is_stopped];
        match reasons.iter().any(|reason| reason.load(Ordering::Relaxed)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Stops the other threads when the host's thread leaves the search otherwise than at its end.
struct StopUnlessDone<'e> {
    ending: &'e Ending,
    is_done: bool,
}

impl Drop for StopUnlessDone<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            self.ending.is_stopped.store(true, Ordering::Relaxed);
        }
    }
}

/// The search of one thread beside the host's.
struct Helper<'k, G: FastPaths> {
    game: G,
    position: G::Position,
    turn: Turn<G::Move>,
    options: Options,
    kept: Option<&'k KeptTree>,
    /// Whether its tree is to be kept.
    keeps: bool,
}

/// What a helper comes back with.
type Report<G> = (Opinion<<G as Game>::Move>, Option<KeptTree>);

impl<G: FastPaths> Helper<'_, G> {
    fn search(self, ending: &Ending) -> Search<G, Report<G>> {
        let mut watch = |_: Progress| ending.look();
        let (game, options) = (&self.game, &self.options);
        let mut run = Run::new(
            game,
            &self.position,
            self.turn,
            options,
            self.kept,
            &mut watch,
        )?;
        run.simulate_all()?;
        if run.is_settled() {
            ending.is_settled.store(true, Ordering::Relaxed);
        }
        Ok((run.opinion(), self.keeps.then(|| run.keep())))
    }
}

/// Searches a position that has this turn. `kept` has the tree of each thread of an earlier search,
/// and is `None` if no tree is kept.
pub(super) fn search<G: FastPaths>(
    game: &G,
    position: &G::Position,
    turn: Turn<G::Move>,
    options: &Options,
    kept: Option<&[KeptTree]>,
    watch: &mut dyn Watch,
) -> Search<G, Found<G::Move>> {
    let shares = shares(options);
    let keeps = kept.is_some();
    let kept = kept.unwrap_or_default();
    let helper = |(number, options): (usize, &Options)| Helper {
        game: game.clone(),
        position: position.clone(),
        turn: turn.clone(),
        options: options.clone(),
        kept: kept.get(number),
        keeps,
    };
    let helpers: Vec<_> = shares.iter().enumerate().skip(1).map(helper).collect();
    let ending = &Ending::default();
    let mut watch = |progress: Progress| match ending.look() {
        ControlFlow::Continue(()) => watch.look(progress),
        near => near,
    };
    let mut run = Run::new(game, position, turn, &shares[0], kept.first(), &mut watch)?;
    let searches = helpers
        .into_iter()
        .map(|helper| move || helper.search(ending));
    let own = || {
        let mut guard = StopUnlessDone {
            ending,
            is_done: false,
        };
        let own = run.simulate_all();
        guard.is_done = matches!(own, Ok(false)) && !run.is_settled();
        own
    };
    let (own, reports) = beside(searches, own);
    let is_stopped = own? && !ending.is_settled.load(Ordering::Relaxed);
    let reports = reports.into_iter().collect::<Result<Vec<_>, _>>()?;
    let (opinions, others): (Vec<_>, Vec<_>) = reports.into_iter().unzip();
    let alone = run.opinion();
    run.add(opinions);
    let best = run.answer();
    run.set_counts(&alone);
    let own = keeps.then(|| run.keep());
    let trees = iter::once(own).chain(others).flatten().collect();
    Ok(Found {
        best,
        is_stopped,
        trees,
    })
}

/// The options of each thread: they share the playouts, and have a seed each.
fn shares(options: &Options) -> Vec<Options> {
    let playouts = match options.playouts {
        0 => DEFAULT_PLAYOUTS,
        playouts => playouts,
    };
    let useful = usize::try_from(playouts / LEAST_PLAYOUTS).unwrap_or(usize::MAX);
    let threads = options.threads.min(useful).max(1);
    let share = |thread: u64| {
        let threads = threads as u64;
        playouts / threads + u64::from(thread < playouts % threads)
    };
    let of_thread = |thread: usize| Options {
        playouts: match playouts {
            u64::MAX => u64::MAX,
            _ => share(thread as u64),
        },
        seed: options.seed.wrapping_add((thread as u64) << 32),
        ..options.clone()
    };
    (0..threads).map(of_thread).collect()
}
