//! Results that are certain, from the leaves upwards: a finished game has certain goals, and a
//! position has the goals of the best move if that reaches the highest goal, or if all moves are
//! certain. (M. H. M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo Tree Search Solver",
//! 2008; with goals in place of wins and losses, and for any number of roles.)
//!
//! A turn on which several roles move at once proves nothing: its value may lie between the results.

use super::run::{Link, Ply};
use super::tree::{Moves, NodeId, Tree};
use crate::game::Game;

/// The highest goal.
const HIGHEST: u8 = 100;

impl<G: Game> Tree<'_, G> {
    /// Learns from a proven position what is certain along the path that led to it.
    pub fn spread_proof(&mut self, path: &[Ply], leaf: NodeId) {
        let mut child = leaf;
        for ply in path.iter().rev() {
            let (Moves::Single(role, edges), Link::Edge(edge)) =
                (self.node(ply.node).moves, ply.link)
            else {
                return;
            };
            let goal = self.goals(child)[role.0];
            self.edge_mut(edge).proven = Some(goal);
            let best = match goal {
                HIGHEST => Some(child),
                _ => self.best_if_all_are_proven(edges.range()),
            };
            let Some(best) = best else {
                return;
            };
            let goals = self.goals(best).to_vec();
            self.prove(ply.node, &goals);
            child = ply.node;
        }
    }

    /// The position after the best move, of equals the first, if all are proven.
    fn best_if_all_are_proven(&self, edges: std::ops::Range<usize>) -> Option<NodeId> {
        let mut best = None;
        for edge in edges {
            let edge = self.edge(edge);
            let goal = edge.proven?;
            if best.is_none_or(|(most, _)| goal > most) {
                best = edge.child.map(|child| (goal, child));
            }
        }
        best.map(|(_, child)| child)
    }
}
