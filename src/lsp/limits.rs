//! Limits on what the language server accepts.

use crate::language::LONGEST_TEXT;

/// The longest message that is read, in bytes. JSON may need six bytes for one of a text, and a
/// message may have several texts.
pub const MAX_MESSAGE: usize = 32 * MAX_TEXT;

/// The longest line of a head, in bytes; a longer one is read in parts.
pub const MAX_HEAD_LINE: usize = 4 << 10;

/// The longest text that is kept, in bytes. It is that of the longest rule file that is checked.
pub const MAX_TEXT: usize = LONGEST_TEXT;

/// The most changed lines that are compared one by one: comparing takes time with their square.
pub const MAX_COMPARED_LINES: usize = 5_000;

/// The most files that are looked at. All open ones are, and others up to this number in all.
pub const MAX_FILES: usize = 500;

/// How many levels below an open folder rule files are searched for.
pub const MAX_DEPTH: usize = 8;

/// The most entries of folders that one search for rule files looks at.
pub const MAX_ENTRIES: usize = 20_000;
