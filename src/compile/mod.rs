//! The compiler: rules over finite domains to programs of word operations.
//!
//! - [`words`] is the lowest part: straight-line programs of operations on 64-bit words, and ways to run them.

pub mod words;
