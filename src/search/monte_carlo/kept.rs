//! A tree that is kept from one search to the next, without positions and moves: the next search
//! plays and lists them anew where it needs them. So the tree of one form of a game serves another
//! form.

use rustc_hash::FxHashMap;

use super::joint::Learned;
use super::tree::{Edge, Edges, NodeId};
use crate::search::options::Options;

/// A position with fewer than one in so many of the simulations is no root of a later search.
const SHARE: u32 = 1000;

/// What is known of the moves of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum KeptMoves {
    Unknown,
    Single(Edges),
    /// Several roles move at once: the place in the list of such turns.
    Joint(usize),
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptNode {
    pub moves: KeptMoves,
    pub visits: u32,
    pub is_proven: bool,
}

/// A turn on which several roles move at once.
#[derive(Debug)]
pub(super) struct KeptJoint {
    /// What each role has learned.
    pub movers: Vec<Learned>,
    /// The positions after the moves that were tried, by the index of each role's move.
    pub children: FxHashMap<Box<[usize]>, NodeId>,
}

/// The tree of an earlier search.
#[derive(Debug)]
pub(in crate::search) struct KeptTree {
    /// The options of the search.
    pub(super) options: Options,
    /// The positions from which a later search may start, by their keys.
    pub(super) roots: FxHashMap<u64, NodeId>,
    pub(super) nodes: Vec<KeptNode>,
    pub(super) edges: Vec<Edge>,
    pub(super) joints: Vec<KeptJoint>,
    pub(super) totals: Vec<f64>,
    pub(super) goals: Vec<u8>,
    pub(super) roles: usize,
}

impl KeptTree {
    /// The place of a position in the tree, for a search with the same options.
    pub(super) fn find(&self, key: u64, options: &Options) -> Option<NodeId> {
        let found = self.roots.get(&key).copied();
        found.filter(|_| self.options == *options)
    }

    pub(super) fn node(&self, at: NodeId) -> KeptNode {
        self.nodes[at.index()]
    }

    /// The sum of the goals of each role, from 0 to 1 each.
    pub(super) fn totals(&self, at: NodeId) -> &[f64] {
        &self.totals[at.index() * self.roles..][..self.roles]
    }

    /// The goals of a position that is proven.
    pub(super) fn goals(&self, at: NodeId) -> &[u8] {
        &self.goals[at.index() * self.roles..][..self.roles]
    }

    /// The edges of a position that has `count` moves.
    pub(super) fn edges(&self, at: NodeId, count: usize) -> Option<&[Edge]> {
        match self.node(at).moves {
            KeptMoves::Single(edges) if edges.range().len() == count => {
                Some(&self.edges[edges.range()])
            }
            _ => None,
        }
    }

    /// The position after the move with this index.
    pub(super) fn child(&self, at: NodeId, index: usize) -> Option<NodeId> {
        match self.node(at).moves {
            KeptMoves::Single(edges) => self.edges[edges.range()].get(index)?.child,
            _ => None,
        }
    }

    /// What is known of a turn on which several roles move at once.
    pub(super) fn joint(&self, at: NodeId) -> Option<&KeptJoint> {
        match self.node(at).moves {
            KeptMoves::Joint(place) => self.joints.get(place),
            _ => None,
        }
    }

    /// The positions from which a later search may start: those with a fair share of the
    /// simulations.
    pub(super) fn likely_roots(&self) -> Vec<NodeId> {
        let least = (self.node(NodeId::ROOT).visits / SHARE).max(2);
        let mut found = vec![NodeId::ROOT];
        let mut next = 0;
        while let Some(at) = found.get(next).copied() {
            next += 1;
            let children: Vec<NodeId> = match self.node(at).moves {
                KeptMoves::Unknown => continue,
                KeptMoves::Single(edges) => {
                    let edges = self.edges[edges.range()].iter();
                    edges.filter_map(|edge| edge.child).collect()
                }
                KeptMoves::Joint(place) => self.joints[place].children.values().copied().collect(),
            };
            let is_likely = |child: &NodeId| self.node(*child).visits >= least;
            found.extend(children.into_iter().filter(is_likely));
        }
        found
    }
}
