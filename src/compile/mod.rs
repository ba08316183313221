//! Floor 3: games compiled to operations on words.
//!
//! Knows the game below, nothing of search.

pub mod circuit;
pub mod partial;
pub mod residual;
