//! The limits of the reader and the printer, so that no text exhausts the stack, the memory or the
//! person who reads the messages.

/// The maximum nesting of terms and brackets; a list counts as one level, however long it is. The
/// reader recurses to this depth, which without optimisation takes about half of the 2 MB of stack
/// that a thread usually has.
pub const MAX_DEPTH: usize = 256;

/// The maximum number of mistakes of one file that are reported one by one.
pub const MAX_DIAGNOSTICS: usize = 20;

/// The maximum number of faults of one program, over all files, that are kept; the rest are
/// counted.
pub const MAX_KEPT_DIAGNOSTICS: usize = 1_000;

/// The maximum length of a source line, in bytes, that a message shows whole.
pub const MAX_SHOWN_LINE: usize = 200;

/// The maximum length of a sentence of a message, in bytes; a longer one loses its middle.
pub const MAX_MESSAGE: usize = 2_000;

/// The maximum size of a rule file, in bytes.
pub const MAX_FILE_SIZE: usize = 1 << 26;

/// The maximum length of a chain of files that use each other.
pub const MAX_USE_DEPTH: usize = 100;

/// After a mistake a text is cut into tokens in stretches of this many bytes.
pub(super) const STRETCH: usize = 1 << 16;

/// The memory for which reading is planned if the caller gives no limit.
const USUAL_MEMORY: usize = 512 << 20;

/// Texts may take this fraction of the memory: one part in `TEXTS_SHARE`.
pub(crate) const TEXTS_SHARE: usize = 32;

/// The limits on one load, including all files that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// The maximum number of bytes of all texts together.
    pub texts: usize,
    /// The maximum number of bytes of one clause, without comments.
    pub clause: usize,
    /// The maximum number of parts of all texts together: names, numbers, signs, brackets and
    /// comments.
    pub parts: usize,
}

impl ReadLimits {
    /// The limits that fit into `bytes` bytes of memory: a byte of text may be a part of its own,
    /// and a part takes a hundred bytes or more until it is a program. Games of a usual size are
    /// read whatever the memory is.
    #[must_use]
    pub fn of_memory(bytes: usize) -> Self {
        Self {
            texts: (bytes / TEXTS_SHARE).clamp(256 << 10, MAX_FILE_SIZE),
            clause: (bytes / 512).clamp(32 << 10, MAX_FILE_SIZE),
            parts: (bytes / 128).clamp(64 << 10, MAX_FILE_SIZE),
        }
    }
}

impl Default for ReadLimits {
    /// The limits for 512 MiB of memory: 16 MiB of text, 1 MiB for one clause, four million parts.
    fn default() -> Self {
        Self::of_memory(USUAL_MEMORY)
    }
}
