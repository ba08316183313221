//! The order in which the solver searches the moves of a position, as it learns it.
//!
//! - *Replies*: first the moves after which the next role has the fewest replies, so that the tree below
//!   is small (in Othello "fastest first"; compare L. V. Allis, "Searching for Solutions in Games and
//!   Artificial Intelligence", 1994).
//! - *History*: first the moves that were good elsewhere, by the history of J. Tromp's program for
//!   Connect Four (1996). A move gains a point for each move that was searched before it in vain, and
//!   each of these loses one. Moves are told apart by the difference that they make.
//! - *Threats*: first the moves after which the role has the most threats; of equally many, by history,
//!   where each move begins with points for what the end of the game hangs on.
//!
//! Where threats are known they are taken: in Connect Four the solver needs half the positions with them.
//! Else a [trial](super::trial) chooses between replies and history. Knows moves as numbers only.

use std::cmp::Reverse;

use super::experience::PlyExperience;
use crate::game::{ChangeNumber, MoveNumber, Role};

/// The places in a table of changes, a power of two. Changes whose numbers differ by a multiple share
/// a place, which makes the order a little worse.
const PLACES: usize = 1 << 12;

/// A way to order moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SortKey {
    /// The number of replies, the fewest first.
    Replies,
    /// The history, the best first.
    History,
    /// The threats of the role after the move, the most first; then the history with the weight of the
    /// move.
    Threats,
}

/// A move that does not end the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenMove {
    /// The key of the position after it, if it is known.
    pub key: Option<u128>,
    /// The index in the list of moves.
    pub index: usize,
    pub number: MoveNumber,
    /// The difference that the move makes, once it was played.
    pub change: ChangeNumber,
    /// Whether it was the best in an earlier search of the position.
    pub was_best: bool,
    /// The number of moves of the next role; 0 if it is the same role, or if the order does not ask
    /// for it.
    pub replies: usize,
    /// The facts that would end the game if the role added them after the move; 0 if the order does
    /// not ask for them.
    pub threats: usize,
    /// How much the end of the game hangs on the move, in points of history; 0 if the order does not
    /// ask for it.
    pub weight: u32,
    pub history: i32,
    /// Whether it was searched in vain.
    pub has_failed: bool,
}

impl OpenMove {
    /// A move of which nothing is known yet.
    pub fn new(index: usize, number: MoveNumber) -> Self {
        Self {
            key: None,
            index,
            number,
            change: ChangeNumber::default(),
            was_best: false,
            replies: 0,
            threats: 0,
            weight: 0,
            history: 0,
            has_failed: false,
        }
    }

    /// By this key the moves are sorted, the least first.
    pub fn sort_key(&self) -> impl Ord + use<> {
        (
            !self.was_best,
            self.replies,
            Reverse(self.threats),
            Reverse(self.history.saturating_add_unsigned(self.weight)),
            self.index,
        )
    }
}

/// What is learned about moves and orders.
#[derive(Clone, Debug)]
pub(super) struct MoveOrder {
    /// By role, modulo 2, and place of a change.
    history: [Vec<i32>; 2],
    /// By plies from the root.
    plies: Vec<PlyExperience>,
    sort_key: SortKey,
}

impl MoveOrder {
    pub fn new() -> Self {
        Self {
            history: [vec![0; PLACES], vec![0; PLACES]],
            plies: Vec::new(),
            sort_key: SortKey::Replies,
        }
    }

    /// Takes another order. What was learned stays.
    pub fn begin_with(&mut self, sort_key: SortKey) {
        self.sort_key = sort_key;
    }

    /// The same experience with another sort key.
    pub fn with_sort_key(&self, sort_key: SortKey) -> Self {
        Self {
            sort_key,
            ..self.clone()
        }
    }

    /// How good a change was elsewhere when a move of the role made it.
    pub fn history(&self, role: Role, change: ChangeNumber) -> i32 {
        self.history[role.0 % 2][place(change)]
    }

    /// Adds to the history of a change.
    pub fn credit(&mut self, role: Role, change: ChangeNumber, points: i32) {
        let history = &mut self.history[role.0 % 2][place(change)];
        *history = history.saturating_add(points);
    }

    /// The order for a position.
    pub fn sort_key(&self) -> SortKey {
        self.sort_key
    }

    /// Learns that the move at `best` answered the question, after others had failed.
    pub fn learn(&mut self, role: Role, moves: &[OpenMove], best: usize) {
        let mut points = 0;
        for failed in moves.iter().filter(|other| other.has_failed) {
            self.credit(role, failed.change, -1);
            points += 1;
        }
        self.credit(role, moves[best].change, points);
    }

    /// The experience with positions `ply` plies below the root.
    pub fn at(&mut self, ply: usize) -> &mut PlyExperience {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, PlyExperience::default());
        }
        &mut self.plies[ply]
    }
}

fn place(change: ChangeNumber) -> usize {
    change.0 as usize % PLACES
}
