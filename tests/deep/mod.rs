//! Goals and terms nested far deeper than any native stack, wherever the library takes one: nothing
//! that a rule file or a question says may overflow the stack, which would end the process of
//! whoever asked.
//!
//! All is done in a thread whose stack is [`STACK`]. A function that recursed once a level of
//! [`LEVELS`] would need more, were its frame a few dozen bytes, and no frame is that small.

mod places;
#[cfg(all(unix, feature = "cli"))]
mod program;
mod questions;
pub mod shapes;

use regola::logic::Limits;

/// What the main thread of a program has on Windows, the least of all systems.
const STACK: usize = 1 << 20;

/// How deep goals and terms nest.
const LEVELS: usize = 20_000;

/// Enough for goals of that depth, and little enough that what takes more is refused soon.
const LIMITS: Limits = Limits {
    steps: 1_000_000,
    memory: 64 << 20,
};

/// Does the work in a thread with a small stack. Were it too small, the process with all tests
/// would be aborted.
fn in_a_small_thread<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(work)
        .expect("a thread starts");
    thread.join().expect("the work does not panic")
}
