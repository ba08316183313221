//! Endgame tables: the goals that roles can force in solved positions, kept for later questions.
//! (T. Ströhlein, 1970; K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal, 1986.)
//!
//! A [solver](super::Solver) makes a table, and a search takes one by
//! [`Options::endgame_table`](super::Options::endgame_table). Knows positions by their
//! [lasting fingerprints](crate::game::FastPaths::lasting_fingerprint), so that a table serves each form
//! of a game, and symmetric positions are one. Knows nothing of files: a table is bytes to it.
//!
//! ```text
//! table       the table: the goals that roles can force, by position
//! gather      the table of the positions that a solver has solved
//! bytes       a table as bytes, and back
//! answer      the best move by a table
//! known_ends  a game that is over where a table knows the goals
//! ```

mod answer;
mod bytes;
mod gather;
mod known_ends;
mod table;

pub use self::bytes::EndgameTableError;
pub(super) use self::known_ends::KnownEnds;
pub use self::table::{Distance, EndgameTable, ForcedGoal};
