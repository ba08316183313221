//! The way back of a simulation: its result is counted in every position of its path.

use std::ops::Range;

use super::run::{Leaf, Link, Run};
use super::tree::{Moves, NodeId};
use crate::game::FastPaths;

/// The simulations after which a position tells how well moves do below it.
const ENOUGH: u32 = 50;

impl<G: FastPaths> Run<'_, G> {
    /// Counts the certain result of a position. Its moves are not simulated any more.
    pub fn count_proven(&mut self, node: NodeId) {
        let goals = self.tree.goals(node).iter();
        let goals: Vec<f64> = goals.map(|goal| f64::from(*goal) / 100.0).collect();
        self.player.played.clear();
        self.playouts += 1;
        self.count(&Leaf::Known(node), &goals);
        self.tree.spread_proof(&self.path, node);
    }

    /// Counts a result along the path, for the goals of all roles from 0 to 1.
    pub fn count(&mut self, leaf: &Leaf<G::Position>, goals: &[f64]) {
        if let Leaf::Known(node) = leaf {
            self.tree.count(*node, goals);
        }
        let mut goals = goals.to_vec();
        self.trail.extend_from_slice(&self.player.played);
        let mut end = self.trail.len();
        for place in (0..self.path.len()).rev() {
            let ply = self.path[place];
            match ply.link {
                Link::Edge(edge) => self.count_edge(ply.node, edge, &goals),
                Link::Choice(choice) => self.learn(ply.node, choice, &goals),
            }
            if let Some(certain) = ply.certain {
                let proven = self.tree.goals(certain).iter();
                goals = proven.map(|goal| f64::from(*goal) / 100.0).collect();
                end = ply.before;
            }
            self.tree.count(ply.node, &goals);
            self.count_moves(ply.node, ply.before..end, &goals);
        }
        self.trail
            .truncate(self.trail.len() - self.player.played.len());
    }

    /// Counts the moves that were played after a position, if it has a table.
    fn count_moves(&mut self, node: NodeId, played: Range<usize>, goals: &[f64]) {
        let has_many_moves = self.has_many_moves(node);
        let node = self.tree.node_mut(node);
        if has_many_moves && node.visits >= ENOUGH && node.amaf.is_none() {
            node.amaf = self.tables.add();
        }
        if let Some(table) = node.amaf {
            self.tables.count(table, &self.trail[played], goals);
        }
    }

    fn count_edge(&mut self, node: NodeId, edge: usize, goals: &[f64]) {
        if let Moves::Single(role, _) = self.tree.node(node).moves {
            let edge = self.tree.edge_mut(edge);
            edge.visits += 1;
            edge.total += goals[role.0];
        }
    }

    /// Tells the roles that moved at once what their other moves would have been worth.
    fn learn(&mut self, node: NodeId, choice: usize, goals: &[f64]) {
        let Moves::Joint(id) = self.tree.node(node).moves else {
            return;
        };
        let choice = &self.choices[choice];
        let joint = self.tree.joint(id);
        let mut lessons = Vec::with_capacity(joint.movers.len());
        for (place, mover) in joint.movers.iter().enumerate() {
            let mut other = choice.clone();
            let usual = self.tree.mean(node, mover.role).unwrap_or(0.5);
            let mut worth = |index: usize| {
                other[place] = index;
                let child = joint.children.get(&other);
                child
                    .and_then(|child| self.tree.mean(*child, mover.role))
                    .unwrap_or(usual)
            };
            lessons.push((0..mover.moves.len()).map(&mut worth).collect::<Vec<f64>>());
        }
        let joint = self.tree.joint_mut(id);
        for (mover, worths) in joint.movers.iter_mut().zip(lessons) {
            let reached = goals[mover.role.0];
            mover.learn(worths.into_iter(), reached);
        }
    }
}
