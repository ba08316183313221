//! What a tree says of the moves at its root, so that the trees of several threads can be added up.

use super::run::Run;
use super::tree::{Edge, Moves, NodeId};
use crate::game::FastPaths;

/// The counts at the root.
pub(super) struct Opinion<M> {
    visits: u32,
    /// The sum of the goals of each role, from 0 to 1 each.
    totals: Vec<f64>,
    /// The goals, if they are certain.
    goals: Option<Vec<u8>>,
    /// The moves of a role that moves alone.
    edges: Vec<Edge>,
    /// If several roles move at once: how often each move of each role was to be chosen.
    sums: Vec<Vec<f64>>,
    best_playout: Option<(u8, Vec<M>)>,
    playouts: u64,
    nodes: u64,
}

impl<G: FastPaths> Run<'_, G> {
    /// What the tree says of its root.
    pub fn opinion(&self) -> Opinion<G::Move> {
        let root = self.tree.node(NodeId::ROOT);
        let (mut edges, mut sums) = (Vec::new(), Vec::new());
        match root.moves {
            Moves::Unknown => {}
            Moves::Single(_, known) => edges.extend_from_slice(self.tree.edges(known)),
            Moves::Joint(joint) => {
                let movers = &self.tree.joint(joint).movers;
                sums.extend(movers.iter().map(|mover| mover.sums().to_vec()));
            }
        }
        let goals = || self.tree.goals(NodeId::ROOT).to_vec();
        Opinion {
            visits: root.visits,
            totals: self.tree.totals(NodeId::ROOT).to_vec(),
            goals: root.is_proven.then(goals),
            edges,
            sums,
            best_playout: self.best_playout.clone(),
            playouts: self.playouts,
            nodes: self.meter.progress.nodes,
        }
    }

    /// Adds what other trees say.
    pub fn add(&mut self, opinions: Vec<Opinion<G::Move>>) {
        let mut sum = self.opinion();
        for opinion in opinions {
            sum.visits += opinion.visits;
            add_up(&mut sum.totals, &opinion.totals);
            for (edge, other) in sum.edges.iter_mut().zip(&opinion.edges) {
                edge.visits += other.visits;
                edge.total += other.total;
            }
            for (own, other) in sum.sums.iter_mut().zip(&opinion.sums) {
                add_up(own, other);
            }
            self.playouts += opinion.playouts;
            self.meter.progress.nodes += opinion.nodes;
            self.learn_proof(&opinion);
        }
        self.set_counts(&sum);
    }

    /// Takes over what is certain.
    fn learn_proof(&mut self, opinion: &Opinion<G::Move>) {
        if let Some(goals) = &opinion.goals {
            self.tree.prove(NodeId::ROOT, goals);
        }
        if let Moves::Single(_, edges) = self.tree.node(NodeId::ROOT).moves {
            for (edge, other) in edges.range().zip(&opinion.edges) {
                let edge = self.tree.edge_mut(edge);
                edge.proven = edge.proven.or(other.proven);
            }
        }
        let goal = |best: &Option<(u8, _)>| best.as_ref().map(|(goal, _)| *goal);
        if goal(&opinion.best_playout) > goal(&self.best_playout) {
            self.best_playout.clone_from(&opinion.best_playout);
        }
    }

    /// Gives the root these counts.
    pub fn set_counts(&mut self, opinion: &Opinion<G::Move>) {
        self.tree
            .set_counts(NodeId::ROOT, opinion.visits, &opinion.totals);
        match self.tree.node(NodeId::ROOT).moves {
            Moves::Unknown => {}
            Moves::Single(_, edges) => {
                for (edge, other) in edges.range().zip(&opinion.edges) {
                    let edge = self.tree.edge_mut(edge);
                    (edge.visits, edge.total) = (other.visits, other.total);
                }
            }
            Moves::Joint(joint) => {
                let movers = &mut self.tree.joint_mut(joint).movers;
                for (mover, sums) in movers.iter_mut().zip(&opinion.sums) {
                    mover.set_sums(sums);
                }
            }
        }
    }
}

fn add_up(sums: &mut [f64], others: &[f64]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += other;
    }
}
