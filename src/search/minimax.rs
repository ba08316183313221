//! Plain minimax: the reference for every other search.
//!
//! Values speak for the root's role. Where that role is to move the greatest value counts, where
//! any other role is to move the least. With one role everything is maximised; with more than two
//! roles all others count as opponents of the root's role. A pass is a move like any other, and a
//! role that moves twice in a row is no special case. (C. E. Shannon, "Programming a Computer for
//! Playing Chess", 1950.)

use super::choice::{Choice, Line};
use super::node::Node;
use super::walk::{Search, Walk};
use crate::game::Game;

/// The principal variation from a position that lies `ply` plies below the root.
pub(super) fn line<G: Game>(
    walk: &mut Walk<G>,
    position: &G::Position,
    ply: usize,
) -> Search<G, Line<G::Move>> {
    let (aim, branches) = match walk.expand(position, ply)? {
        Node::Leaf(value) => return Ok(Line::end(value)),
        Node::Inner(aim, branches) => (aim, branches),
    };
    let mut choice = Choice::new(aim);
    for branch in branches {
        let (played, child) = walk.enter(position, branch)?;
        let follow = line(walk, &child, ply + 1)?;
        walk.record(ply, &mut choice, played, follow);
    }
    Ok(choice
        .into_best()
        .expect("an inner position has at least one move"))
}
