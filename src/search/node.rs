//! What a search knows of a position before it goes deeper: its result, or its moves.

use super::choice::Aim;
use super::value::Value;
use crate::game::{Game, Role};

/// The result of visiting a position.
pub(super) enum Visit<M> {
    /// The game is over.
    Over,
    /// The depth is reached.
    Horizon,
    /// The role to move and its moves, at least one.
    Inner(Role, Vec<M>),
}

/// A position as minimax handles it.
pub(super) enum Node<G: Game> {
    /// A leaf, with its value for the root's role.
    Leaf(Value),
    /// An inner node, valued by its moves, at least one, in the order in which they are searched.
    Inner(Aim, Vec<Branch<G>>),
}

/// A move that is to be searched, and the position after it if it was played already.
pub(super) struct Branch<G: Game> {
    pub(super) played: G::Move,
    pub(super) child: Option<Box<G::Position>>,
}
