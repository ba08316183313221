//! What a search learns about moves while it runs, so that good ones are searched first.
//!
//! Killer moves: the moves that were good enough at the same distance from the root. History: how
//! often a move was good enough anywhere, deep searches counting for more (J. Schaeffer, "The
//! History Heuristic and Alpha-Beta Search Enhancements in Practice", 1989). Countermoves: the move
//! that was good enough as an answer to the last move (J. W. H. M. Uiterwijk, "The Countermove
//! Heuristic", 1992). Knows moves as numbers only.

use crate::game::{MoveNumber, Role};

/// The places in a table of moves, a power of two. Moves whose numbers differ by a multiple share a
/// place, which makes the order a little worse.
const PLACES: usize = 1 << 12;

/// A move that is to be searched: the greatest is searched first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// What is known about the move.
    pub rank: Rank,
    /// The static value of the position after it, for the role to move.
    pub estimate: i64,
    pub history: u32,
    /// The index in the list of moves, negated: of equals the first is the greatest.
    pub negated_index: i32,
}

impl Candidate {
    /// The candidate at `index` in the list of moves, whose position has no static value yet.
    pub fn new(index: usize, rank: Rank, history: u32) -> Self {
        Self {
            rank,
            estimate: 0,
            history,
            negated_index: -i32::try_from(index).unwrap_or(i32::MAX),
        }
    }

    pub fn index(self) -> usize {
        self.negated_index.unsigned_abs() as usize
    }
}

/// What is known about a move, the least promising first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Plain,
    Countermove,
    Killer,
    /// The best move of an earlier search of the position.
    Known,
}

/// What was learned about moves.
#[derive(Clone, Debug)]
pub(super) struct Experience {
    history: [Vec<u32>; 2],
    countermoves: Vec<Option<MoveNumber>>,
    /// By plies from the root.
    killers: Vec<[Option<MoveNumber>; 2]>,
}

impl Experience {
    pub fn new() -> Self {
        Self {
            history: [vec![0; PLACES], vec![0; PLACES]],
            countermoves: vec![None; PLACES],
            killers: Vec::new(),
        }
    }

    /// How often a move of the role was good enough.
    pub fn history(&self, role: Role, played: MoveNumber) -> u32 {
        self.history[role.0 % 2][place(played)]
    }

    /// What is known about a move in a position `ply` plies below the root, which `last` has led to.
    pub fn rank(&self, ply: usize, last: Option<MoveNumber>, played: MoveNumber) -> Rank {
        if self
            .killers
            .get(ply)
            .is_some_and(|killers| killers.contains(&Some(played)))
        {
            Rank::Killer
        } else if last.is_some_and(|last| self.countermoves[place(last)] == Some(played)) {
            Rank::Countermove
        } else {
            Rank::Plain
        }
    }

    /// Learns that a move was good enough in a search of `depth` plies.
    pub fn learn(
        &mut self,
        role: Role,
        ply: usize,
        depth: usize,
        last: Option<MoveNumber>,
        played: MoveNumber,
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(played) {
            *killers = [Some(played), killers[0]];
        }
        if let Some(last) = last {
            self.countermoves[place(last)] = Some(played);
        }
        let bonus = u32::try_from(depth * depth).unwrap_or(u32::MAX).max(1);
        let history = &mut self.history[role.0 % 2];
        let counted = history[place(played)].saturating_add(bonus);
        history[place(played)] = counted;
        if counted > u32::MAX / 2 {
            history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

fn place(played: MoveNumber) -> usize {
    played.0 as usize % PLACES
}
