//! The option `--threads`: how many threads a command works with.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;

use crate::interrupt;

/// The option of the commands that can use several threads.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Threads {
    /// The number of threads [default: one for each core]
    #[arg(
        long = "threads",
        value_name = "N",
        env = "REGOLA_THREADS",
        hide_env_values = true,
        value_parser = thread_count
    )]
    count: Option<NonZeroUsize>,
}

impl Threads {
    /// Returns the number of threads, which the command is going to use.
    pub fn count(self) -> usize {
        let cores = || thread::available_parallelism();
        let count = self.count.or_else(|| cores().ok());
        let count = count.map_or(1, NonZeroUsize::get);
        interrupt::work_uses_threads(count);
        count
    }
}

/// Reads a number of threads.
fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "write a number of threads, 1 or more".to_owned())
}
