//! Programs that become native code once they have run often: many run seldom, and to make native code of an operation
//! takes as long as to evaluate it some thousand times.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::words::{Native, Program};

/// How often a program is evaluated before it becomes native code.
const OFTEN: u32 = 200;

/// A program, and the native code that it becomes. Threads may share it.
#[derive(Debug)]
pub(super) struct Tiered {
    program: Program,
    /// How often it has been evaluated, by all threads together.
    runs: AtomicU32,
    /// None if it is too large for native code, which so few operations never were.
    native: OnceLock<Option<Native>>,
}

impl Tiered {
    pub fn new(program: &Program) -> Self {
        Self {
            program: program.clone(),
            runs: AtomicU32::new(0),
            native: OnceLock::new(),
        }
    }

    #[inline]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The native code for one more run; none if the program is evaluated this time.
    pub fn by_now(&self) -> Option<&Native> {
        if let Some(made) = self.native.get() {
            return made.as_ref();
        }
        // One thread makes it, and the others evaluate the program meanwhile.
        match self.runs.fetch_add(1, Ordering::Relaxed) == OFTEN {
            true => self.native(),
            false => None,
        }
    }

    /// The native code, which is made now if there is none yet.
    #[cold]
    pub fn native(&self) -> Option<&Native> {
        let made = self.native.get_or_init(|| Native::new(&self.program).ok());
        made.as_ref()
    }
}
