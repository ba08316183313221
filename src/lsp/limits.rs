//! How much the language server takes from whoever speaks to it.

use crate::syntax::limits::MAX_FILE_SIZE;

/// The longest message that is taken, in bytes: JSON may write a letter of the longest text as two.
pub const MAX_MESSAGE: usize = 2 * MAX_TEXT;

/// The longest line before a message that is read as one, in bytes.
pub const MAX_HEAD_LINE: usize = 4 << 10;

/// The longest text that is kept, in bytes: no longer rule file is read.
pub const MAX_TEXT: usize = MAX_FILE_SIZE;

/// The most files beside an open one that are looked at.
pub const MAX_FILES: usize = 500;
