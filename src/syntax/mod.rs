//! Floor 0: source text to syntax tree, with the place of every part; diagnostics; the printer.
//!
//! Knows nothing of what a predicate means.

mod comment;
pub mod diagnostic;
mod fault;
pub mod faults;
pub mod format;
mod grammar;
pub mod lexeme;
pub mod limits;
mod literal;
pub mod load;
mod lower;
mod names;
pub mod operators;
pub mod parse;
mod precedence;
pub mod print;
pub mod quote;
pub mod reading;
pub mod render;
pub mod source;
mod split;
mod tokens;
pub mod tree;
pub mod visible;
