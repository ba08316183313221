//! Numbered works, several at a time, each in a thread; their results are told in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, Builder};

use crate::trouble::Trouble;

/// The native stack of a thread, in bytes: that of the program's first thread.
const STACK: usize = 8 << 20;

/// A result by the number of its work, or why there is none.
type Numbered<T> = (u64, Result<T, Trouble>);

/// Does the works with the numbers of a range, at most `threads` at a time, and calls `tell` with the
/// result of each in the order of their numbers, until `tell` breaks. The results do not depend on
/// `threads`.
///
/// # Errors
/// The first error of a work or of `tell`, in the order of the works.
pub fn in_order<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> Result<T, Trouble> + Sync,
    mut tell: impl FnMut(u64, T) -> Result<ControlFlow<()>, Trouble>,
) -> Result<(), Trouble> {
    let (next, is_ended) = (&AtomicU64::new(numbers.start), &AtomicBool::new(false));
    let work = &work;
    let count = numbers.end.saturating_sub(numbers.start);
    thread::scope(|scope| {
        let (sender, done) = mpsc::channel::<Numbered<T>>();
        for thread in 0..count.min(threads as u64) {
            let sender = sender.clone();
            let help = move || do_works(numbers.end, next, is_ended, work, &sender);
            let spawned = Builder::new().stack_size(STACK).spawn_scoped(scope, help);
            // Where the system has no thread left, fewer works are done at a time.
            match spawned {
                Err(error) if thread == 0 => return Err(error.into()),
                _ => {}
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut first = numbers.start;
        let told = done.into_iter().try_for_each(|(number, result)| {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&first) {
                match result.and_then(|result| tell(first, result)) {
                    Ok(ControlFlow::Continue(())) => first += 1,
                    Ok(ControlFlow::Break(())) => return ControlFlow::Break(Ok(())),
                    Err(trouble) => return ControlFlow::Break(Err(trouble)),
                }
            }
            ControlFlow::Continue(())
        });
        is_ended.store(true, Ordering::Relaxed);
        match told {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(ended) => ended,
        }
    })
}

/// Does works until all are done, nobody waits for them, or one has failed.
fn do_works<T>(
    end: u64,
    next: &AtomicU64,
    is_ended: &AtomicBool,
    work: impl Fn(u64) -> Result<T, Trouble>,
    sender: &Sender<Numbered<T>>,
) {
    while !is_ended.load(Ordering::Relaxed) {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= end {
            return;
        }
        let result = work(number);
        let is_error = result.is_err();
        // The works may be over: then nobody listens.
        let _ = sender.send((number, result));
        if is_error {
            return;
        }
    }
}
