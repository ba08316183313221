//! Limits on time and memory for a desk, whatever the page asks and the rule file contains.

use std::time::Duration;

use crate::logic::Limits;

/// Limits of one question to the rules: about a second. Rules that grow without end take as long as it takes to fill
/// their memory, and in a browser twice as long: there they have half of it.
pub const RULES: Limits = Limits {
    steps: 20_000_000,
    memory: if cfg!(target_family = "wasm") { 32 } else { 64 } << 20,
};

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

/// The most squares of a board that is drawn.
pub const SQUARES: usize = 10_000;

/// The most plies of a line that is drawn.
pub const DRAWN_PLIES: usize = 400;

/// The most values of a fluent from which a person chooses one.
pub const CHOSEN_VALUES: usize = 64;

/// The most nodes of a game tree.
pub const NODES: usize = 500;

/// The most memory of the positions of a game tree in a reply, in bytes.
pub const TREE: usize = 4 << 20;

/// The most squares of a board in a tree.
pub const SMALL_SQUARES: usize = 400;

/// The most places in a rule file that an explanation mentions.
pub const PLACES: usize = 200;

/// The most diagnostics of a text that are shown, errors first.
pub const FAULTS: usize = 200;

/// The most completions that are offered.
pub const WORDS: usize = 1000;

/// The time limit of a search for threats. Its result is about the moves that were tried by then.
pub const THREAT_TIME: Duration = Duration::from_secs(5);

/// The most random games of a trial.
pub const TRIAL_GAMES: u64 = 10_000;

/// The time limit of a trial. Its result is about the games that were played by then.
pub const TRIAL_TIME: Duration = Duration::from_secs(10);

/// The time after which a game of a match goes on with the next question, once its present ply is played.
pub const MATCH_TIME: Duration = Duration::from_secs(3);

/// The limit on plies of a game of a match. A longer game is a draw.
pub const MATCH_PLIES: usize = 500;

/// The most random plies at its start.
pub const MATCH_OPENING: usize = 40;

/// The most games of a match.
pub const MATCH_GAMES: usize = 1_000;

/// The limits of one entry of a session file: the steps that `regola test` allows, and half of its memory.
#[cfg(feature = "server")]
pub const SESSION: Limits = Limits {
    steps: 100_000_000,
    memory: 256 << 20,
};

/// The time limit of a session file.
#[cfg(feature = "server")]
pub const SESSION_TIME: Duration = Duration::from_secs(60);

/// The longest output of a session file, in bytes.
#[cfg(feature = "server")]
pub const SESSION_OUTPUT: usize = 1 << 20;

/// The most text in the differences of a session file, in bytes.
#[cfg(feature = "server")]
pub const SESSION_DIFFERENCE: usize = 1 << 20;

/// The longest session file, in bytes.
#[cfg(feature = "server")]
pub const SESSION_TEXT: usize = 1 << 20;

/// The most headings of a session file.
#[cfg(feature = "server")]
pub const SESSION_HEADINGS: usize = 1_000;

/// The most session files of a game.
#[cfg(feature = "server")]
pub const SESSIONS: usize = 100;

/// The most records of a text that are listed.
pub const LISTED_GAMES: usize = 1_000;

/// The most moves in all variations and comments of a record that is shown.
pub const READ_MOVES: usize = 100_000;

/// The most answers to a goal in one reply.
pub const ANSWERS: usize = 200;

/// The most predicates of a profile that are listed, the most expensive ones first.
pub const PREDICATES: usize = 200;

/// The most places of a name that are listed.
pub const NAME_PLACES: usize = 500;

/// Limits of the picture of a game in a gallery: some tenths of a second.
#[cfg(feature = "server")]
pub const FIRST_PICTURE: Limits = Limits {
    steps: 5_000_000,
    memory: 64 << 20,
};

/// The time limit of such a picture.
#[cfg(feature = "server")]
pub const FIRST_PICTURE_TIME: Duration = Duration::from_secs(5);

/// The longest such picture, in bytes.
#[cfg(feature = "server")]
pub const FIRST_PICTURE_TEXT: usize = 1 << 20;

/// The most rule files of a folder that are looked at.
#[cfg(feature = "server")]
pub const LISTED_FILES: usize = 1_000;

/// The most bytes of a rule file that are looked at for its title.
#[cfg(feature = "server")]
pub const LISTED_TEXT: usize = 1 << 20;

/// The longest name of a new file, in bytes.
#[cfg(feature = "server")]
pub const FILE_NAME: usize = 100;

/// The most games that are remembered as used.
#[cfg(feature = "server")]
pub const USED_GAMES: usize = 200;

/// The longest file that remembers them, in bytes.
#[cfg(feature = "server")]
pub const USED_GAMES_TEXT: usize = 1 << 20;

/// Limits on finding the move that a person means.
pub const GUESS: Limits = Limits {
    steps: 100_000,
    memory: 32 << 20,
};
