//! Othello to a depth: principal variation search with iterative deepening and a table. (T. A.
//! Marsland and M. Campbell, "Parallel Search of Strongly Ordered Game Trees", 1982.)
//!
//! The heuristic is `position` of `games/othello-play.rules`: corners, moves and discs.

use regola::search::{Value, Watch};

use super::ordered_moves::OrderedMoves;
use super::othello_table::{KeptBound, KeptSearch, OthelloTable};
use super::{ByHandAnswer, NodeCount};
use crate::bench::limit::{Cells, Othello, TwoSidedPosition};

/// The value of a game that is won, greater than all values of the heuristic.
const WIN: i32 = 1_000_000;
/// The greatest value of a window.
const INFINITY: i32 = WIN + 1;

/// The cells in the corners.
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Searches `depth` plies deep. Returns none if the watcher stops the search.
pub fn value(board: Othello, depth: u8, watch: &mut dyn Watch) -> Option<ByHandAnswer> {
    let mut search = OthelloSearch {
        table: OthelloTable::new(table_bits(depth)),
        count: NodeCount::new(watch),
    };
    let mut value = search.value(board, 0, -INFINITY, INFINITY)?;
    for depth in 1..=depth {
        value = search.value(board, depth, -INFINITY, INFINITY)?;
    }
    Some(ByHandAnswer {
        value: match value {
            WIN => Value::WIN,
            value if value == -WIN => Value::LOSS,
            value => Value::from_estimate(value.into()),
        },
        nodes: search.count.nodes,
    })
}

/// Returns the logarithm of the number of entries that a search to this depth fills.
fn table_bits(depth: u8) -> u32 {
    (u32::from(depth) + 5).min(20)
}

/// A running search.
struct OthelloSearch<'w> {
    table: OthelloTable,
    count: NodeCount<'w>,
}

impl OthelloSearch<'_> {
    /// Returns the value for the side to move, or a bound of it outside the window.
    fn value(&mut self, board: Othello, depth: u8, alpha: i32, beta: i32) -> Option<i32> {
        self.count.count()?;
        let places = board.places();
        if depth == 0 {
            return Some(static_value(board, places));
        }
        if places == 0 {
            if board.swapped().places() == 0 {
                return Some(result(board));
            }
            return Some(-self.value(board.swapped(), depth - 1, -beta, -alpha)?);
        }
        if depth == 1 {
            return self.best_leaf(board, places, beta);
        }
        let kept = self.table.find(board);
        if let Some(kept) = kept.filter(|kept| kept.depth == depth)
            && let Some(value) = kept.value_within(alpha, beta)
        {
            return Some(value);
        }
        let hint = kept.map_or(0, |kept| kept.best);
        let (value, best) = self.best_move(board, places, hint, depth, alpha, beta)?;
        self.table.keep(
            board,
            KeptSearch {
                value,
                bound: KeptBound::of(value, alpha, beta),
                depth,
                best,
            },
        );
        Some(value)
    }

    /// Returns the best value one ply before the depth.
    fn best_leaf(&mut self, board: Othello, places: u64, beta: i32) -> Option<i32> {
        let mut best = -INFINITY;
        for cell in Cells(places) {
            self.count.count()?;
            let after = board.play(Some(cell));
            best = best.max(-static_value(after, after.places()));
            if best >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Returns the best value of all moves, and the cell of the best one.
    fn best_move(
        &mut self,
        board: Othello,
        places: u64,
        hint: u64,
        depth: u8,
        alpha: i32,
        beta: i32,
    ) -> Option<(i32, u64)> {
        let order = |after: Othello| static_value(after, after.places());
        let moves = OrderedMoves::new(board, places, hint, order);
        moves.best(alpha, beta, |after, alpha, beta| {
            Some(-self.value(after, depth - 1, -beta, -alpha)?)
        })
    }
}

/// Returns the value of the heuristic, or the result if the game is over. `places` are those of the
/// side to move.
fn static_value(board: Othello, places: u64) -> i32 {
    let others = board.swapped().places();
    if places | others == 0 {
        return result(board);
    }
    let corners = lead(board.own & CORNERS, board.other & CORNERS);
    30 * corners + 5 * lead(places, others) + lead(board.own, board.other)
}

/// Returns the value of a finished game.
fn result(board: Othello) -> i32 {
    WIN * lead(board.own, board.other).signum()
}

/// Returns the difference between the sizes of two sets.
pub(super) fn lead(own: u64, other: u64) -> i32 {
    own.count_ones().cast_signed() - other.count_ones().cast_signed()
}
