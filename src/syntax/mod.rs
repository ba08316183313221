//! Floor 0: source text to syntax tree, with the place of every part; diagnostics; the printer.
//!
//! This module knows nothing of the meaning of predicates.

mod comment;
pub(crate) mod construct;
pub mod diagnostic;
pub(crate) mod fault;
pub mod faults;
pub mod format;
mod grammar;
pub mod kif;
pub mod lexeme;
pub mod limits;
mod literal;
pub mod load;
mod lower;
mod names;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod operators;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod parse;
mod precedence;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod print;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod quote;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod reading;
pub mod render;
pub mod source;
mod split;
mod tokens;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod tree;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod visible;
