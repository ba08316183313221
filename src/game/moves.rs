//! Moves of a game that rules define.

use std::fmt;

use super::interface::Role;
use crate::logic::Term;

/// A move: the role that plays it, and its term in the rules.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The role that plays it.
    pub role: Role,
    /// The move as a term of the rules, such as `place(3, 4)`.
    pub term: Term,
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.term)
    }
}
