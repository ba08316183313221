//! Floor 2: games.

mod interface;

pub use interface::{Game, Role, Turn};
