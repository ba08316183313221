//! How much of this machine a studio may take, whoever asks and whatever a rule file says.

use std::time::Duration;

use crate::logic::Limits;

/// What one question to the rules may take: about a second.
pub const RULES: Limits = Limits {
    steps: 20_000_000,
    memory: 256 << 20,
};

/// What all questions to rules that are answered at once may take together, in bytes, and as much
/// again all searches: others wait for their turn, in the order in which they came. So no tab's
/// rules take the memory of the others.
pub const MEMORY: usize = 1 << 30;

/// How many questions that are, and how many searches at most.
pub const AT_ONCE: usize = MEMORY / RULES.memory;

/// How long the answer to one question of the page may take.
pub const TIME: Duration = Duration::from_secs(20);

/// How long a search may take; what it has found by then is its answer.
pub const SEARCH_TIME: Duration = Duration::from_secs(60);

/// The most plies of the lines that a comparison looks at one and all.
pub const COMPARED_PLIES: usize = 40;

/// How many plies these are where nothing is said.
pub const USUAL_COMPARED_PLIES: usize = 6;

/// The most positions that a comparison meets on these lines: a length of line that needs more is
/// left out.
pub const COMPARED_POSITIONS: usize = 50_000;

/// How long a browser may take to say what it wants, and to take an answer.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The most word operations of the compiled games of all desks: some hundred megabytes. A game for
/// which there is no room stays with the machine.
pub const OPERATIONS: usize = 8_000_000;

/// The most connections at once that have not said the token, of which the oldest goes for a new
/// one; and the most that have said it.
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

/// The most squares of a board that is drawn at a node of a tree.
pub const SMALL_SQUARES: usize = 400;

/// The longest head of a request, in bytes.
pub const REQUEST: usize = 64 << 10;

/// The most places that an explanation points to.
pub const PLACES: usize = 200;

/// The most faults of a text that are told, errors first.
pub const FAULTS: usize = 200;

/// The most words that are offered while somebody types.
pub const WORDS: usize = 1000;

/// What finding the move that somebody means may take.
pub const GUESS: Limits = Limits {
    steps: 100_000,
    memory: 32 << 20,
};
