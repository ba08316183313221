//! How large the programs that play moves are. Knows nothing of how they are made.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::compile::families::Halt;
use crate::compile::words::Program;

/// The operations of the programs that play moves, of all modes together. Threads may share it.
pub struct Effects {
    operations: AtomicUsize,
    most: usize,
}

impl Effects {
    /// There are `most` operations at most.
    pub fn new(most: usize) -> Self {
        Self {
            operations: AtomicUsize::new(0),
            most,
        }
    }

    /// The same for those of one mode alone.
    pub fn of_one_mode(&self) -> Self {
        Self::new(self.most)
    }

    /// Counts a program.
    ///
    /// # Errors
    /// If there are too many operations with it. Which threads are told so depends on which is first, but if any is,
    /// one is each time.
    pub fn add(&self, program: &Program) -> Result<(), Halt> {
        let before = (self.operations).fetch_add(program.len(), Ordering::Relaxed);
        match before + program.len() > self.most {
            true => Err(Halt::LargeEffects),
            false => Ok(()),
        }
    }
}
