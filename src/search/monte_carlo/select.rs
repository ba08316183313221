//! The move that a simulation follows where one role is to move.
//!
//! Upper confidence bounds: the mean goal of a move, plus a term that grows while the move is left
//! aside. (P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time Analysis of the Multiarmed Bandit
//! Problem", 2002; L. Kocsis and C. Szepesvári, 2006: UCT.) A mean of few simulations is mixed with
//! that of [all moves as first](super::amaf). What a heuristic promises counts as some simulations.
//! (G. Chaslot and others, "Progressive Strategies for Monte-Carlo Tree Search", 2008.)

use super::amaf::Table;
use super::tree::Edge;
use crate::game::Role;

/// The weight of the term that grows while a move is left aside.
const EXPLORATION: f64 = 0.4;

/// How quickly a move's own mean outweighs that of all moves as first.
const BIAS: f64 = 1e-3;

/// A choice among the moves of a position.
pub(super) struct Selection<'a> {
    /// The role to move.
    pub role: Role,
    /// The simulations through the position.
    pub visits: u32,
    /// How well moves did elsewhere, if that is known.
    pub table: Option<&'a Table>,
    /// The simulations for which the promise of the heuristic counts.
    pub prior: f64,
}

/// The edges among which a choice is made, by their index; at least one is not proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The best edge that is not proven.
    pub open: usize,
    /// A proven edge that is at least as good.
    pub certain: Option<usize>,
}

impl Selection<'_> {
    /// The best edges. Of equals it is the first at or after `from`, or else the first.
    pub fn best(&self, edges: &[Edge], from: usize) -> Choice {
        let logarithm = f64::from(self.visits.max(1)).ln();
        let (before, after) = edges.split_at(from);
        let indices = (from..edges.len()).chain(0..from);
        let mut open = (f64::NEG_INFINITY, from);
        let mut certain: Option<(u8, usize)> = None;
        for (index, edge) in indices.zip(after.iter().chain(before)) {
            if let Some(goal) = edge.proven {
                certain = certain.max(Some((goal, index)));
                continue;
            }
            let score = self.score(edge, logarithm);
            if score > open.0 {
                open = (score, index);
            }
        }
        let is_better = |(goal, _): &(u8, usize)| f64::from(*goal) / 100.0 >= open.0;
        Choice {
            open: open.1,
            certain: certain.filter(is_better).map(|(_, index)| index),
        }
    }

    fn score(&self, edge: &Edge, logarithm: f64) -> f64 {
        let visits = f64::from(edge.visits) + self.prior;
        let total = edge.total + self.prior * f64::from(edge.prior);
        let own = (visits > 0.0).then(|| total / visits);
        let elsewhere = self
            .table
            .and_then(|table| table.mean(self.role, edge.number));
        let mean = match (own, elsewhere) {
            (None, None) => return 1e6,
            (Some(mean), None) => mean,
            (None, Some((_, elsewhere))) => elsewhere,
            (Some(mean), Some((count, elsewhere))) => {
                let share = count / (count + visits + BIAS * count * visits);
                mean + share * (elsewhere - mean)
            }
        };
        mean + EXPLORATION * (logarithm / (visits + 1.0)).sqrt()
    }
}
