//! The account of one load: the limits on what it may still read, and the flag that stops it.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use super::diagnostic::Diagnostic;
use super::limits::ReadLimits;

/// The account of one load: a rule file with all files that it uses, a position, a query.
#[derive(Debug)]
pub struct Reading<'a> {
    limits: ReadLimits,
    interrupt: Option<&'a AtomicBool>,
    bytes_left: Cell<usize>,
    parts_left: Cell<usize>,
}

impl Default for Reading<'_> {
    /// The default limits, without a flag that stops it.
    fn default() -> Self {
        Self::new(ReadLimits::default(), None)
    }
}

impl<'a> Reading<'a> {
    /// Creates an account with full limits. Setting the flag stops the reading.
    #[must_use]
    pub fn new(limits: ReadLimits, interrupt: Option<&'a AtomicBool>) -> Self {
        Self {
            limits,
            interrupt,
            bytes_left: Cell::new(limits.texts),
            parts_left: Cell::new(limits.parts),
        }
    }

    /// The maximum number of bytes of one clause.
    pub(super) fn longest_clause(&self) -> usize {
        self.limits.clause
    }

    /// Takes a text of `bytes` bytes from the account.
    ///
    /// # Errors
    /// A short message with the limit that was exceeded and a hint.
    pub(super) fn take_text(&self, bytes: usize) -> Result<(), String> {
        let left = self.bytes_left.get().checked_sub(bytes);
        self.bytes_left
            .set(left.ok_or_else(|| too_many_bytes(self.limits.texts))?);
        Ok(())
    }

    /// Takes `parts` parts of a text from the account.
    ///
    /// # Errors
    /// If fewer parts are left, or the flag is set.
    pub(super) fn take_parts(&self, parts: usize) -> Result<(), Box<Diagnostic>> {
        if self.is_interrupted() {
            return Err(Box::new(interrupted()));
        }
        let left = self.parts_left.get().checked_sub(parts);
        self.parts_left
            .set(left.ok_or_else(|| too_many_parts(self.limits.parts))?);
        Ok(())
    }

    /// Whether the flag is set.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// The message that the flag stopped the reading.
#[must_use]
pub fn interrupted() -> Diagnostic {
    Diagnostic::lacking("interrupted", "stopped")
}

/// The hint for a text that is too large.
const MORE_MEMORY: &str =
    "let clauses say what facts list, or raise the memory limit with `--max-memory`";

fn too_many_bytes(most: usize) -> String {
    format!(
        "it has, with the files read before it, more than {} KiB; {MORE_MEMORY}",
        most >> 10
    )
}

fn too_many_parts(most: usize) -> Box<Diagnostic> {
    let title = format!(
        "the text cannot be read to its end: it has more than {most} names, numbers and signs"
    );
    Box::new(Diagnostic::lacking("unreadable-file", title).with_help(MORE_MEMORY))
}
