//! Best line: every role helps the root's role to one good last move.
//!
//! The strategy searches all lines of the depth: own move, reply, own move, and so on. A line
//! scores the gain of its last own move by the heuristic, and nothing else; the replies are also
//! chosen for a high score. A beginner looks ahead in this way. The strategy exists because
//! programs that play like this exist, and their choices should be reproducible. It plays weakly:
//! minimax is the sound strategy.
//!
//! Results of finished games do not count: a line that ends early scores its last own move too.

use super::choice::{Aim, Choice, Line};
use super::node::Visit;
use super::value::Value;
use super::walk::{Search, Walk};
use crate::game::Game;

/// The line with the highest score from a position that lies `ply` plies below the root. The last
/// own move on the way here gained `gain` (0 if there was none).
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
