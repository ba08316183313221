//! How much the language server takes from whoever speaks to it.

use crate::language::LONGEST_TEXT;

/// The longest message that is taken, in bytes: JSON may write a byte of a text as six, and several
/// texts may come at once.
pub const MAX_MESSAGE: usize = 32 * MAX_TEXT;

/// The longest line before a message that is read as one, in bytes.
pub const MAX_HEAD_LINE: usize = 4 << 10;

/// The longest text that is kept, in bytes: no longer rule file is read.
pub const MAX_TEXT: usize = LONGEST_TEXT;

/// The most changed lines that are compared one by one: comparing takes time with their square.
pub const MAX_COMPARED_LINES: usize = 5_000;

/// The most files beside an open one that are looked at.
pub const MAX_FILES: usize = 500;
