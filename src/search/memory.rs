//! What alpha-beta remembers of the positions that it has searched: a transposition table.
//! (R. D. Greenblatt, D. E. Eastlake and S. D. Crocker, "The Greenblatt Chess Program", 1967.)
//!
//! Value and line stay those of the search without memory. An entry serves only at the same
//! distance from the root: there the depth left is the same, and so is the distance of every
//! result, so that what minimax gives is a function of position and distance. An entry is a line
//! with its value, exact if it lay inside the window that was searched; then it is minimax's own
//! line, and serves in any window. Otherwise its value is a bound, and serves only in a window that
//! lies wholly beyond it, where a bound on that side is all that the search promises. At the edge
//! of all values, a win or a loss, a bound is exact; its line is minimax's own too, for where
//! several moves are reported as wins the first of them is taken, and the moves before it were
//! reported as less, which they then are.

use super::choice::Line;
use super::table::Table;
use super::window::Window;
use crate::game::Game;

/// The positions that alpha-beta remembers.
pub(super) struct Memory<G: Game> {
    table: Table<Box<G::Position>, Known<G::Move>>,
}

/// What is known about a position.
struct Known<M> {
    /// The plies from the root to the position.
    ply: usize,
    bound: Bound,
    line: Line<M>,
}

/// How a line's value relates to the minimax value.
#[derive(Clone, Copy)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl<G: Game> Memory<G> {
    /// Creates a memory for `capacity` positions.
    pub(super) fn new(capacity: usize) -> Self {
        Memory {
            table: Table::new(capacity),
        }
    }

    /// Forgets about half of the positions: those that have not been used lately.
    pub(super) fn forget_the_oldest(&mut self) {
        self.table.forget_the_oldest();
    }

    /// The remembered line from a position that lies `ply` plies below the root, if it is good
    /// enough for the window.
    pub(super) fn recall(
        &mut self,
        position: &G::Position,
        ply: usize,
        window: Window,
    ) -> Option<Line<G::Move>> {
        let known = self.table.get(position).filter(|known| known.ply == ply)?;
        let serves = match known.bound {
            Bound::Exact => true,
            Bound::AtLeast => known.line.value >= window.beta,
            Bound::AtMost => known.line.value <= window.alpha,
        };
        serves.then(|| known.line.clone())
    }

    /// Remembers the line that a search with this window returned.
    pub(super) fn keep(
        &mut self,
        position: &G::Position,
        ply: usize,
        window: Window,
        line: &Line<G::Move>,
    ) {
        let bound = if line.value >= window.beta {
            Bound::AtLeast
        } else if line.value <= window.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table.insert(
            Box::new(position.clone()),
            Known {
                ply,
                bound,
                line: line.clone(),
            },
        );
    }
}
