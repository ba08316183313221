//! KIF, the notation of sheets of the Game Description Language (M. R. Genesereth, R. E. Fikes,
//! "Knowledge Interchange Format", 1992): a text is a sequence of expressions in brackets.
//!
//! This module reads a text to expressions with their places. It knows nothing of the words that have
//! a meaning in games.

mod grammar;
mod read;
mod tree;

pub(crate) use read::read;
pub use tree::{Expression, ExpressionKind, Sentence, Sheet};

/// How the name of a file with a sheet ends.
pub const ENDING: &str = ".kif";

/// Whether a file is read as a sheet.
#[must_use]
pub fn is_sheet(path: &str) -> bool {
    path.ends_with(ENDING)
}
