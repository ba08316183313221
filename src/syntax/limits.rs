//! How much the reader and the printer take on, so that no text exhausts the stack or the reader of messages.

/// The deepest nesting of terms and brackets that is read; a list counts as one level however long it is. The reader
/// recurses that deep, which without optimisation takes about half of the 2 MB of stack that a thread usually has.
pub const MAX_DEPTH: usize = 256;

/// The most mistakes of one file that are told one by one.
pub const MAX_DIAGNOSTICS: usize = 20;

/// The longest source line, in bytes, that a message shows whole.
pub const MAX_SHOWN_LINE: usize = 200;

/// The largest rule file, in bytes.
pub const MAX_FILE_SIZE: usize = 1 << 26;

/// The longest chain of files that use each other.
pub const MAX_USE_DEPTH: usize = 100;
