//! Limits on connections and on what all desks take together.

use std::time::Duration;

use crate::studio::limits;

/// The memory in bytes that all questions being answered may take together; all searches may take
/// as much again, or four times as much while each of them runs a session file. Others wait for their
/// turn, in the order in which they came. So the rules of one tab cannot take the memory of another.
pub const MEMORY: usize = 512 << 20;

/// The most questions that are answered at once, and the most searches.
pub const AT_ONCE: usize = MEMORY / limits::RULES.memory;

/// How long a browser may take to send the head of a request. It runs on this machine.
pub const REQUEST_HEAD_TIME: Duration = Duration::from_secs(3);

/// How long a browser may take to accept a message, or to send a new file.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The most word operations in the compiled games of all desks together: some hundred megabytes. A
/// game that does not fit is run by the machine.
pub const OPERATIONS: usize = 8_000_000;

/// The most connections at once that have not sent the token; a new one replaces the oldest. Also
/// the most that have sent it.
pub const CONNECTIONS: usize = 128;

/// The most desks at once: tabs with a game of their own.
pub const DESKS: usize = 32;

/// The most pictures of a gallery that are drawn at once.
pub const PICTURES: usize = 2;

/// The most questions of one desk that have no answer yet.
pub const QUESTIONS: usize = 64;

/// The longest message of the page, and the longest new file of a gallery, in bytes.
pub const MESSAGE: usize = 1 << 20;

/// The longest message to the page, in bytes.
pub const REPLY: usize = 8 << 20;

/// The longest head of a request, in bytes.
pub const REQUEST: usize = 64 << 10;
