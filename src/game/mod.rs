//! Floor 2: games.
//!
//! [`Rules`] is one loaded rule file: its roles, legal moves, effects and results, all answered by
//! the machine of the floor below. A [`Position`] is a persistent set of facts. The trait [`Game`]
//! is the seam to everything above. Knows nothing of search, terminals or files' formats.

mod board;
mod check;
mod constants;
mod culprit;
mod declaration;
mod domains;
mod error;
mod failure;
mod heads;
mod interface;
mod level;
mod load;
mod moves;
mod notation;
mod play;
mod position;
mod query;
mod rules;
mod settings;
mod setup;

pub use board::{Board, Mark, Rows};
pub use error::Error;
pub use failure::Failure;
pub use interface::{Game, Role, Turn};
pub use level::Level;
pub use moves::Move;
pub use notation::{NoSuchMove, same_when_typed};
pub use position::Position;
pub use query::{Answer, Answers};
pub use rules::Rules;
