//! Othello to the end of the game: the exact difference in discs with best play.
//!
//! Principal variation search, in which the moves that leave the other side the fewest replies come
//! first, and a table.

use regola::search::{Value, Watch};

use super::ordered_moves::OrderedMoves;
use super::othello::lead;
use super::othello_table::{KeptBound, KeptSearch, OthelloTable};
use super::{ByHandAnswer, NodeCount};
use crate::bench::limit::{Cells, Othello, TwoSidedPosition};

/// The greatest window.
const INFINITY: i32 = 65;
/// The most empty cells with which moves are searched as they come, without a table.
const SHALLOW: u32 = 4;

/// Finds the score of the side to move. Returns none if the watcher stops the search.
pub fn value(board: Othello, watch: &mut dyn Watch) -> Option<ByHandAnswer> {
    let mut search = EndSearch {
        table: OthelloTable::new(table_bits(board)),
        count: NodeCount::new(watch),
    };
    let value = search.score(board, -INFINITY, INFINITY)?;
    Some(ByHandAnswer {
        value: Value::from_estimate(value.into()),
        nodes: search.count.nodes,
    })
}

/// Returns the logarithm of the number of entries that a search from this board fills.
fn table_bits(board: Othello) -> u32 {
    (empty(board) + 3).min(22)
}

fn empty(board: Othello) -> u32 {
    (board.own | board.other).count_zeros()
}

/// A running search.
struct EndSearch<'w> {
    table: OthelloTable,
    count: NodeCount<'w>,
}

impl EndSearch<'_> {
    /// Returns the score of the side to move, or a bound of it outside the window.
    fn score(&mut self, board: Othello, alpha: i32, beta: i32) -> Option<i32> {
        self.count.count()?;
        let places = board.places();
        if places == 0 {
            if board.swapped().places() == 0 {
                return Some(lead(board.own, board.other));
            }
            return Some(-self.score(board.swapped(), -beta, -alpha)?);
        }
        if empty(board) <= SHALLOW {
            return self.best_as_they_come(board, places, alpha, beta);
        }
        let kept = self.table.find(board);
        if let Some(value) = kept.and_then(|kept| kept.value_within(alpha, beta)) {
            return Some(value);
        }
        let hint = kept.map_or(0, |kept| kept.best);
        let (value, best) = self.best_move(board, places, hint, alpha, beta)?;
        self.table.keep(
            board,
            KeptSearch {
                value,
                bound: KeptBound::of(value, alpha, beta),
                depth: 0,
                best,
            },
        );
        Some(value)
    }

    /// Returns the best score of all moves, searched in the order of their cells.
    fn best_as_they_come(
        &mut self,
        board: Othello,
        places: u64,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut best = -INFINITY;
        for cell in Cells(places) {
            best = best.max(-self.score(board.play(Some(cell)), -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Returns the best score of all moves, and the cell of the best one.
    fn best_move(
        &mut self,
        board: Othello,
        places: u64,
        hint: u64,
        alpha: i32,
        beta: i32,
    ) -> Option<(i32, u64)> {
        let replies = |after: Othello| after.places().count_ones().cast_signed();
        let moves = OrderedMoves::new(board, places, hint, replies);
        moves.best(alpha, beta, |after, alpha, beta| {
            Some(-self.score(after, -beta, -alpha)?)
        })
    }
}
