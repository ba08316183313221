//! The moves of a position of Othello, in the order in which a search tries them.

use crate::bench::limit::{Cells, Othello, TwoSidedPosition};

/// More moves than any position has.
const MOST_MOVES: usize = 40;

/// A move and the position after it.
#[derive(Clone, Copy)]
pub struct OrderedMove {
    /// The moves with the least value of this are tried first.
    order: i32,
    pub cell: u64,
    pub after: Othello,
}

/// The moves of a position; as an iterator it sorts no more of them than are asked for.
pub struct OrderedMoves {
    moves: [OrderedMove; MOST_MOVES],
    count: usize,
    at: usize,
}

impl OrderedMoves {
    /// Lists the moves to the cells `places`: first that to the cell `hint`, then those with the least
    /// `order` of the position after them.
    #[inline]
    pub fn new(board: Othello, places: u64, hint: u64, order: impl Fn(Othello) -> i32) -> Self {
        let none = OrderedMove {
            order: 0,
            cell: 0,
            after: board,
        };
        let mut moves = [none; MOST_MOVES];
        let mut count = 0;
        for (place, cell) in moves.iter_mut().zip(Cells(places)) {
            let after = board.play(Some(cell));
            let order = if cell == hint { i32::MIN } else { order(after) };
            *place = OrderedMove { order, cell, after };
            count += 1;
        }
        Self {
            moves,
            count,
            at: 0,
        }
    }

    /// Returns the best value of the moves, and the cell of the best one. `value` searches the position
    /// after a move in a window, for the side that has made the move. A move after the first is only
    /// shown to be no better, unless it is.
    #[inline]
    pub fn best(
        self,
        mut alpha: i32,
        beta: i32,
        mut value: impl FnMut(Othello, i32, i32) -> Option<i32>,
    ) -> Option<(i32, u64)> {
        let mut best = (i32::MIN, 0);
        for (number, OrderedMove { cell, after, .. }) in self.enumerate() {
            let found = match number {
                0 => value(after, alpha, beta)?,
                _ => match value(after, alpha, alpha + 1)? {
                    better if better > alpha && better < beta => value(after, alpha, beta)?,
                    found => found,
                },
            };
            if found > best.0 {
                best = (found, cell);
            }
            alpha = alpha.max(found);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

impl Iterator for OrderedMoves {
    type Item = OrderedMove;

    #[inline]
    fn next(&mut self) -> Option<OrderedMove> {
        let left = &mut self.moves[self.at..self.count];
        let first = (0..left.len()).min_by_key(|at| left[*at].order)?;
        left.swap(0, first);
        self.at += 1;
        Some(left[0])
    }
}
