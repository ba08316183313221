//! What work may cost, and the flag that stops it: the two go together wherever rules are read,
//! loaded and followed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::limits::Limits;
use crate::syntax::limits::ReadLimits;
use crate::syntax::reading::Reading;

/// The limits on some work, and the flag that stops it.
///
/// Limits alone are an allowance too, whose flag nobody sets.
#[derive(Clone, Debug, Default)]
pub struct Allowance {
    /// What each question may cost; the memory also bounds how much text is read.
    pub limits: Limits,
    /// Whoever sets the flag stops the work; the same one clears it again.
    pub interrupt: Arc<AtomicBool>,
}

impl Allowance {
    /// Whether somebody has stopped the work.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// The account of one load within it.
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
