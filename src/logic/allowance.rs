//! The limits on some work, and the flag that stops it. The two go together wherever rules are
//! read, loaded and run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::limits::Limits;
use crate::syntax::limits::ReadLimits;
use crate::syntax::reading::Reading;

/// The limits on some work, and the flag that stops it.
///
/// Converting [`Limits`] into an allowance gives one with a flag that is never set.
#[derive(Clone, Debug, Default)]
pub struct Allowance {
    /// The limits on each question; the memory also bounds how much text is read.
    pub limits: Limits,
    /// Setting the flag stops the work; it stays set until the host clears it.
    pub interrupt: Arc<AtomicBool>,
}

impl Allowance {
    /// Whether the flag is set.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Starts the account of one load within this allowance.
    #[must_use]
    pub fn reading(&self) -> Reading<'_> {
        Reading::new(
            ReadLimits::of_memory(self.limits.memory),
            Some(&self.interrupt),
        )
    }
}

impl From<Limits> for Allowance {
    fn from(limits: Limits) -> Self {
        Self {
            limits,
            interrupt: Arc::default(),
        }
    }
}
