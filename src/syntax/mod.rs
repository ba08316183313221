//! Floor 0: source text to syntax tree, with the place of every part; diagnostics; the printer.
//!
//! Knows nothing of what a predicate means.

pub mod diagnostic;
pub mod source;
pub mod tree;
