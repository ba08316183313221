//! The answer of a search: the move, the line that is expected to follow, and the values.

use std::cmp::Ordering;

use super::joint::{Joint, pick};
use super::run::Run;
use super::tree::{Edge, Edges, Moves, NodeId};
use crate::game::{FastPaths, Role};
use crate::search::best::Best;
use crate::search::choice::RootMove;
use crate::search::value::Value;

impl<G: FastPaths> Run<'_, G> {
    /// The best move so far.
    pub fn answer(&mut self) -> Best<G::Move> {
        let (line, value) = match self.tree.node(NodeId::ROOT).moves {
            Moves::Unknown => (Vec::new(), self.value()),
            Moves::Single(_, edges) => (self.line(edges), self.value()),
            Moves::Joint(joint) => {
                let shares = mover(self.tree.joint(joint), self.role).average();
                let index = pick(&shares, &mut self.player.random);
                let mover = mover(self.tree.joint(joint), self.role);
                (vec![mover.moves[index].clone()], self.value())
            }
        };
        let settled = self.is_settled();
        let (line, value) = match self.best_playout.take() {
            // The line is certain, and the mean of the playouts is not.
            Some((goal, best)) if Value::from_goal(goal) >= value || self.is_unproven() => {
                (best, Value::from_goal(goal))
            }
            _ => (line, value),
        };
        Best {
            role: self.role,
            value,
            line,
            root_moves: match self.options.value_every_move {
                true => self.root_moves(),
                false => Vec::new(),
            },
            forced: false,
            settled,
            by_table: false,
            nodes: self.meter.progress.nodes,
            playouts: self.playouts,
        }
    }

    fn is_unproven(&self) -> bool {
        !self.tree.node(NodeId::ROOT).is_proven
    }

    /// The value of the root: that of the best move, or what all playouts say.
    fn value(&self) -> Value {
        if !self.is_unproven() {
            return Value::from_goal(self.tree.goals(NodeId::ROOT)[self.role.0]);
        }
        match self.tree.node(NodeId::ROOT).moves {
            Moves::Single(_, edges) => self.edge_value(self.tree.edge(self.best_edge(edges))),
            _ => expected(self.tree.mean(NodeId::ROOT, self.role)),
        }
    }

    fn edge_value(&self, edge: &Edge) -> Value {
        match edge.proven {
            Some(goal) => Value::from_goal(goal),
            None => expected(
                edge.mean()
                    .or_else(|| self.tree.mean(NodeId::ROOT, self.role)),
            ),
        }
    }

    /// The best edge: of those that are not certain the one with the most simulations, or a certain
    /// one that is better.
    fn best_edge(&self, edges: Edges) -> usize {
        edges
            .range()
            .reduce(
                |best, edge| match compare(self.tree.edge(edge), self.tree.edge(best)) {
                    Ordering::Greater => edge,
                    _ => best,
                },
            )
            .expect("a position in which a role is to move has moves")
    }

    /// The line of the best moves, as far as the tree goes and one role at a time moves.
    fn line(&self, edges: Edges) -> Vec<G::Move> {
        let (mut line, mut edges) = (Vec::new(), edges);
        loop {
            let edge = self.best_edge(edges);
            if !line.is_empty() && self.tree.edge(edge).visits == 0 {
                return line;
            }
            line.push(self.tree.played(edge).clone());
            let child = self.tree.edge(edge).child;
            match child.map(|child| self.tree.node(child).moves) {
                Some(Moves::Single(_, next)) => edges = next,
                _ => return line,
            }
        }
    }

    fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        match self.tree.node(NodeId::ROOT).moves {
            Moves::Unknown => Vec::new(),
            Moves::Single(_, edges) => {
                let root_move = |edge: usize| RootMove {
                    played: self.tree.played(edge).clone(),
                    value: self.edge_value(self.tree.edge(edge)),
                    playouts: u64::from(self.tree.edge(edge).visits),
                };
                edges.range().map(root_move).collect()
            }
            Moves::Joint(joint) => {
                let mover = mover(self.tree.joint(joint), self.role);
                let value = self.value();
                let root_move = |(played, share): (&G::Move, f64)| RootMove {
                    played: played.clone(),
                    value,
                    playouts: (share * self.playouts as f64).round() as u64,
                };
                mover
                    .moves
                    .iter()
                    .zip(mover.average())
                    .map(root_move)
                    .collect()
            }
        }
    }
}

/// Compares two moves of a role by what the search knows.
fn compare(one: &Edge, other: &Edge) -> Ordering {
    match (one.proven, other.proven) {
        (None, None) => one.visits.cmp(&other.visits),
        // Of lost moves the one that was hardest to refute.
        (Some(0), Some(0)) => one.visits.cmp(&other.visits),
        (Some(one), Some(other)) => one.cmp(&other),
        (Some(goal), None) => certain(goal, other),
        (None, Some(goal)) => certain(goal, one).reverse(),
    }
}

/// Compares a certain goal with a move that is not certain.
fn certain(goal: u8, other: &Edge) -> Ordering {
    let mean = other.mean().unwrap_or(0.0);
    match goal > 0 && f64::from(goal) / 100.0 >= mean {
        true => Ordering::Greater,
        false => Ordering::Less,
    }
}

fn mover<M>(joint: &Joint<M>, role: Role) -> &super::joint::Mover<M> {
    let found = joint.movers.iter().find(|mover| mover.role == role);
    found.expect("the role is one of those that move")
}

/// The value of a mean goal, from 0 to 1; even if there is none.
fn expected(mean: Option<f64>) -> Value {
    mean.map_or(Value::DRAW, Value::from_mean_goal)
}
