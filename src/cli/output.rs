//! Standard output and standard error of the program: all output for people passes through this
//! module.
//!
//! A rule file, the name of a file and the command line may contain control characters and
//! invisible characters. [`People`] makes them visible. Output for a file or another program goes
//! through [`People::raw`]; JSON has no such characters.

use std::io::{Stderr, Stdout};

use anstream::AutoStream;

use crate::people::People;

/// Standard output for people.
pub type Output = People<AutoStream<Stdout>>;

/// Returns standard output.
pub fn output() -> Output {
    People::new(anstream::stdout())
}

/// Returns standard error.
pub fn errors() -> People<AutoStream<Stderr>> {
    People::new(anstream::stderr())
}
