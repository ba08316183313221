//! Floor 3: games compiled to operations on words.
//!
//! - [`words`] is the lowest part: straight-line programs of operations on 64-bit words, and ways to run them.
//! - [`circuit`] and [`residual`]: what is left of the rules when the position is unknown.
//! - [`families`] finds what a circuit says of many cells alike, [`code`] makes programs of it.
//!
//! Knows the game below, nothing of search.

pub mod circuit;
pub mod code;
pub mod families;
pub mod residual;
pub mod words;
