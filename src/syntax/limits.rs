//! How much the reader and the printer take on, so that no text exhausts the stack, the memory or
//! the reader of messages.

/// The deepest nesting of terms and brackets that is read; a list counts as one level however long
/// it is. The reader recurses that deep, which without optimisation takes about half of the 2 MB of
/// stack that a thread usually has.
pub const MAX_DEPTH: usize = 256;

/// The most mistakes of one file that are told one by one.
pub const MAX_DIAGNOSTICS: usize = 20;

/// The most faults of one program, over all its files, that are kept; the rest are counted.
pub const MAX_KEPT_DIAGNOSTICS: usize = 1_000;

/// The longest source line, in bytes, that a message shows whole.
pub const MAX_SHOWN_LINE: usize = 200;

/// The longest sentence of a message, in bytes; of a longer one the middle is left out.
pub const MAX_MESSAGE: usize = 2_000;

/// The largest rule file, in bytes.
pub const MAX_FILE_SIZE: usize = 1 << 26;

/// The longest chain of files that use each other.
pub const MAX_USE_DEPTH: usize = 100;

/// The bytes of a stretch: after a mistake a text is cut into tokens stretch by stretch.
pub(super) const STRETCH: usize = 1 << 16;

/// The memory that the limits on reading follow from by default.
const USUAL_MEMORY: usize = 512 << 20;

/// The share of the memory that texts may take: one part in this many.
pub(crate) const TEXTS_SHARE: usize = 32;

/// How much one load reads, with all the files that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// Bytes of all texts together.
    pub texts: usize,
    /// Bytes of one clause, comments apart.
    pub clause: usize,
    /// Parts of all texts together: names, numbers, signs, brackets and comments.
    pub parts: usize,
}

impl ReadLimits {
    /// As much as fits into that many bytes of memory: a byte of text may be a part of its own, and
    /// a part takes a hundred bytes or more until it is a program. Games of a usual size are read
    /// whatever the memory is.
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
    /// Those of 512 MiB of memory: 16 MiB of text, 1 MiB for one clause, four million parts.
    fn default() -> Self {
        Self::of_memory(USUAL_MEMORY)
    }
}
