//! How a compilation is stopped from outside: by the interrupt flag of the rules that are compiled.
//!
//! Whatever may take longer than a moment looks at it again and again. Native code alone is made
//! function by function, and the flag is looked at between them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::Rules;

/// A flag that stops a compilation.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

/// Somebody has stopped the compilation: nothing is known of what it would have come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl Interrupt {
    /// The flag of these rules.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        Self(rules.interrupt())
    }

    /// A flag that nobody sets.
    #[must_use]
    pub fn never() -> Self {
        Self::default()
    }

    /// Nothing, unless the flag is set.
    ///
    /// # Errors
    /// If it is.
    #[inline]
    pub fn look(&self) -> Result<(), Interrupted> {
        if self.0.load(Ordering::Relaxed) {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }
}
