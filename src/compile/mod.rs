<<<<<<< HEAD
//! Floor 3: games compiled to operations on words.
//!
//! Knows the game below, nothing of search.

pub mod circuit;
pub mod partial;
pub mod residual;
=======
//! The compiler: rules over finite domains to programs of word operations.
//!
//! - [`words`] is the lowest part: straight-line programs of operations on 64-bit words, and ways to run them.

pub mod words;
>>>>>>> words
