//! How much memory the facts of one program's positions take at any moment, all together.
//!
//! A search table, a line of moves or a comparison keeps positions and cannot know how large a fact
//! is. So facts account for themselves: what takes memory holds a [`Charge`], which is written to
//! the ledger when it is made and written off when the last position that shares it is dropped.
//! Knows nothing of positions and of limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The sum of all charges that are alive. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    bytes: Arc<AtomicUsize>,
}

impl Ledger {
    /// About how many bytes the facts take that are alive.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Writes bytes to the ledger until the charge is dropped.
    pub(super) fn charge(&self, bytes: usize) -> Charge {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Charge {
            ledger: self.clone(),
            bytes,
        }
    }
}

/// Bytes that are written to a ledger as long as this lives.
#[derive(Debug)]
pub(super) struct Charge {
    ledger: Ledger,
    bytes: usize,
}

impl Charge {
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Writes more bytes to the same ledger.
    pub(super) fn grow(&mut self, more: usize) {
        self.bytes += more;
        self.ledger.bytes.fetch_add(more, Ordering::Relaxed);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.ledger.bytes.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
