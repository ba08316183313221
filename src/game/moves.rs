//! Moves of a game that is given by rules.

use std::fmt;

use super::interface::Role;
use crate::logic::Term;

/// A move: who plays it, and the term that the rules call it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// The role that plays it.
    pub role: Role,
    /// The move as the rules say it, such as `place(3, 4)`.
    pub term: Term,
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.term)
    }
}
