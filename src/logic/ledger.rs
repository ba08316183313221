//! The memory that the facts of all positions of one program take at any moment.
//!
//! A search table, a line of moves or a comparison keeps positions and cannot know how large a fact
//! is. So facts account for themselves: each part that takes memory holds a [`Charge`]. The charge
//! adds its bytes to the ledger when it is made, and subtracts them when the last position that
//! shares it is dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The sum of all live charges. Clones share the sum.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    bytes: Arc<AtomicUsize>,
}

impl Ledger {
    /// The approximate memory of all live facts, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Adds bytes to the ledger until the charge is dropped.
    pub(super) fn charge(&self, bytes: usize) -> Charge {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Charge {
            ledger: self.clone(),
            bytes,
        }
    }
}

/// Bytes that count in a ledger as long as this value lives.
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

    /// Adds more bytes to the same ledger.
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
