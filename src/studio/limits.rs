//! Limits on time and memory for a studio, whatever the page asks and the rule file contains.

use std::time::Duration;

use crate::logic::Limits;

/// Limits of one question to the rules: about a second.
pub const RULES: Limits = Limits {
    steps: 20_000_000,
    memory: 256 << 20,
};

/// The memory in bytes that all questions being answered may take together; all searches may take
/// as much again. Others wait for their turn, in the order in which they came. So the rules of one
/// tab cannot take the memory of another.
pub const MEMORY: usize = 1 << 30;

/// The most questions that are answered at once, and the most searches.
pub const AT_ONCE: usize = MEMORY / RULES.memory;

/// The time limit for the answer to one question of the page.
pub const TIME: Duration = Duration::from_secs(20);

/// The time limit of a search. Its answer is what it has found by then.
pub const SEARCH_TIME: Duration = Duration::from_secs(60);

/// The greatest number of plies up to which a comparison covers all lines.
pub const COMPARED_PLIES: usize = 40;

/// This number if the page gives none.
pub const USUAL_COMPARED_PLIES: usize = 6;

/// The most positions of these lines. A length that has more is not compared.
pub const COMPARED_POSITIONS: usize = 50_000;

/// How long a browser may take to send the head of a request. It runs on this machine.
pub const REQUEST_HEAD_TIME: Duration = Duration::from_secs(3);

/// How long a browser may take to accept a message.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The most word operations in the compiled games of all desks together: some hundred megabytes. A
/// game that does not fit is run by the machine.
pub const OPERATIONS: usize = 8_000_000;

/// The most connections at once that have not sent the token; a new one replaces the oldest. Also
/// the most that have sent it.
pub const CONNECTIONS: usize = 128;

/// The most desks at once: tabs with a game of their own.
pub const DESKS: usize = 32;

/// The most questions of one desk that have no answer yet.
pub const QUESTIONS: usize = 64;

/// The longest message of the page, in bytes.
pub const MESSAGE: usize = 1 << 20;

/// The longest message to the page, in bytes.
pub const REPLY: usize = 8 << 20;

/// The most squares of a board that is drawn.
pub const SQUARES: usize = 10_000;

/// The most nodes of a game tree.
pub const NODES: usize = 500;

/// The most squares of a board in a tree.
pub const SMALL_SQUARES: usize = 400;

/// The longest head of a request, in bytes.
pub const REQUEST: usize = 64 << 10;

/// The most places in a rule file that an explanation mentions.
pub const PLACES: usize = 200;

/// The most diagnostics of a text that are shown, errors first.
pub const FAULTS: usize = 200;

/// The most completions that are offered.
pub const WORDS: usize = 1000;

/// Limits on finding the move that a person means.
pub const GUESS: Limits = Limits {
    steps: 100_000,
    memory: 32 << 20,
};
