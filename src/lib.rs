//! Regola, a rule engine for games.

pub mod game;
pub mod logic;
pub mod search;
pub mod syntax;
