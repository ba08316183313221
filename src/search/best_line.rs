//! Best line: everybody helps the root's role to one fine last move.
//!
//! All lines of the depth are followed: own move, reply, own move, and so on. A line scores what
//! its last own move gained by the heuristic, and nothing else; the replies are chosen to make that
//! score great as well. It is the way in which a beginner looks ahead, kept because programs that
//! play like this exist and their choices should be reproducible. As play it is weak: minimax is
//! the sound strategy.
//!
//! Results of finished games do not enter: a line that ends early scores its last own move too.

use super::choice::{Aim, Choice, Line};
use super::node::Visit;
use super::value::Value;
use super::walk::{Search, Walk};
use crate::game::Game;

/// The line with the greatest score from a position that lies so many plies below the root, where
/// the last own move on the way here gained `gain` (0 if there was none).
pub(super) fn line<G: Game>(
    walk: &mut Walk<G>,
    position: &G::Position,
    ply: usize,
    gain: Value,
) -> Search<G, Line<G::Move>> {
    let Visit::Inner(role, moves) = walk.visit(position, ply)? else {
        return Ok(Line::end(gain));
    };
    let before = if role == walk.role {
        Some(walk.estimate(position)?)
    } else {
        None
    };
    let mut choice = Choice::new(Aim::Greatest);
    for played in moves {
        let child = walk.play(position, &played)?;
        let gain = match before {
            Some(before) => walk.estimate(&child)?.gain_over(before),
            None => gain,
        };
        let follow = line(walk, &child, ply + 1, gain)?;
        walk.record(ply, &mut choice, played, follow);
    }
    Ok(choice
        .into_best()
        .expect("an inner position has at least one move"))
}
