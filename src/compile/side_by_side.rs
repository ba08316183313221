//! Numbered works on several threads. Knows nothing of modes.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::beside::beside;

/// Does the work of each number below `count`, on as many threads. Gives the results in order.
///
/// # Panics
/// If one of the works does.
pub(super) fn side_by_side<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|number| *number < count);
        numbers.map(|number| (number, work(number))).collect()
    };
    // In a browser there are no threads beside the host's.
    let others = match cfg!(target_family = "wasm") {
        true => 0,
        false => count.saturating_sub(1),
    };
    let (mut done, beside): (Vec<(usize, R)>, Vec<Vec<_>>) =
        beside((0..others).map(|_| take), take);
    done.extend(beside.into_iter().flatten());
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
