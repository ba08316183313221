//! Alpha-beta: the move, value and principal variation of minimax from fewer positions.
//! (D. E. Knuth and R. W. Moore, "An Analysis of Alpha-Beta Pruning", 1975; here in the form that
//! later came to be called fail-soft.)
//!
//! A window (alpha, beta) says which values still matter: the root's role already has at least
//! alpha elsewhere, and its opponents already have at most beta. A search that reaches a value
//! outside may stop, since one of the sides will avoid this position.
//!
//! Why the line is that of minimax, ties included. Claim: if the minimax value v of a position lies
//! strictly inside the window, then both v and the line are found. Take a position that maximises
//! (the other case is its mirror) and its first move of value v. The moves before it are worth less
//! than v; each is reported as its value or as a bound that is still less than v or not greater
//! than alpha, so that none stops the search and the window still holds v strictly when the first
//! move of value v is searched: by the claim, one ply lower, its value and line are found, and it
//! replaces whatever was kept. From there on alpha is v; every later move is worth at most v, is
//! reported as at most v, and so does not replace what was found first.
//!
//! The window at the root is (loss, win) and not wider. A value on its edge is not strictly inside,
//! but since nothing lies beyond, "at least a win" is a win, and the first move that wins would not
//! be replaced by any later one: to stop there changes nothing; the same holds for a loss in the
//! mirror.
//!
//! The claim asks nothing of the order of moves, so that ordering them changes neither value nor
//! line as against minimax in the same order, only the work. Nor does a memory of positions change
//! them, see [`super::memory`].

use super::choice::{Choice, Line};
use super::node::Node;
use super::walk::{Search, Walk};
use super::window::Window;
use crate::game::Game;

/// The principal variation from a position that lies `ply` plies below the root, if its value lies
/// inside the window; otherwise some line whose value is a bound on the same side of it.
pub(super) fn line<G: Game>(
    walk: &mut Walk<G>,
    position: &G::Position,
    ply: usize,
    window: Window,
) -> Search<G, Line<G::Move>> {
    if let Some(known) = walk
        .memory
        .as_mut()
        .and_then(|memory| memory.recall(position, ply, window))
    {
        return Ok(known);
    }
    let line = search(walk, position, ply, window)?;
    if let Some(memory) = &mut walk.memory {
        if walk.game.memory_is_short() {
            memory.forget_the_oldest();
        }
        memory.keep(position, ply, window, &line);
    }
    Ok(line)
}

/// Searches a position that is not in the memory.
fn search<G: Game>(
    walk: &mut Walk<G>,
    position: &G::Position,
    ply: usize,
    mut window: Window,
) -> Search<G, Line<G::Move>> {
    let (aim, branches) = match walk.expand(position, ply)? {
        Node::Leaf(value) => return Ok(Line::end(value)),
        Node::Inner(aim, branches) => (aim, branches),
    };
    let exact = ply == 0 && walk.options.value_every_move;
    let mut choice = Choice::new(aim);
    for branch in branches {
        let (played, child) = walk.enter(position, branch)?;
        let follow = line(walk, &child, ply + 1, window)?;
        if !exact {
            window = window.narrowed(aim, follow.value);
        }
        walk.record(ply, &mut choice, played, follow);
        if window.is_empty() {
            break;
        }
    }
    Ok(choice
        .into_best()
        .expect("an inner position has at least one move"))
}
