//! Work on several modes at once. Knows nothing of modes.

use std::panic;
use std::thread::{self, Builder, ScopedJoinHandle};

/// The native stack of a thread, in bytes.
const STACK: usize = 8 << 20;

/// Does the work of each number below `count`, the first in the host's thread and the others beside it; where the
/// system has no thread left, they are done there too. Gives the results in order.
///
/// # Panics
/// If one of the works does.
pub(super) fn beside<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    // In a browser there are no threads.
    if cfg!(target_family = "wasm") {
        return (0..count).map(work).collect();
    }
    let work = &work;
    thread::scope(|scope| {
        let start = |number| {
            let builder = Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, move || work(number)).ok()
        };
        let running: Vec<Option<ScopedJoinHandle<'_, R>>> = (1..count).map(start).collect();
        let own = (count > 0).then(|| work(0));
        let others = running.into_iter().enumerate();
        let others = others.map(|(before, thread)| match thread {
            Some(thread) => {
                let result = thread.join();
                result.unwrap_or_else(|payload| panic::resume_unwind(payload))
            }
            None => work(before + 1),
        });
        own.into_iter().chain(others).collect()
    })
}
