//! Work in the host's thread, and other work beside it.

use std::panic;
use std::thread::{self, Builder};

/// The native stack of a thread, in bytes: enough for a line of
/// [`MAX_PLIES`](crate::search::MAX_PLIES).
const STACK: usize = 8 << 20;

/// Does `own` in the host's thread and meanwhile each of `works` in a thread of its own. Returns the
/// results of `own` and of the works that were done: where the system has no thread left, fewer are.
///
/// # Panics
/// If one of them does. If `own` does, the works have to come to their end by themselves.
pub(crate) fn beside<W, R, T>(
    works: impl IntoIterator<Item = W>,
    own: impl FnOnce() -> T,
) -> (T, Vec<R>)
where
    W: FnOnce() -> R + Send,
    R: Send,
{
    thread::scope(|scope| {
        let start = |work| Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let running: Vec<_> = works
            .into_iter()
            .filter_map(|work| start(work).ok())
            .collect();
        let own = own();
        let results = running.into_iter().map(|thread| {
            let result = thread.join();
            result.unwrap_or_else(|payload| panic::resume_unwind(payload))
        });
        (own, results.collect())
    })
}
