//! The tree: positions and moves with their counts, in vectors that only grow.
//!
//! A node is a position. An edge is a move of the role that is to move there; the edges of a node
//! lie side by side, so that a choice among them reads one stretch of memory. A position that two
//! lines reach has two nodes. A position that an [earlier search](super::kept) knows begins with
//! the counts of that search.

use super::amaf::TableId;
use super::joint::Joint;
use super::kept::{KeptJoint, KeptMoves, KeptNode, KeptTree};
use crate::game::{Game, MoveNumber, Role};
use crate::search::options::Options;

/// The positions and moves that a tree holds at most, together, if the options say nothing.
const DEFAULT_LIMIT: usize = 1 << 21;

/// A node by its place in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub const ROOT: Self = Self(0);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The edges of a node: one for each of its moves, in the order of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edges {
    first: u32,
    count: u32,
}

impl Edges {
    pub fn range(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The place of a turn in the list of joint turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JointId(u32);

/// What is known of a position's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// Nothing: they have not been listed.
    Unknown,
    /// One role is to move.
    Single(Role, Edges),
    /// Several roles move at once.
    Joint(JointId),
}

/// A position.
pub(super) struct Node<P> {
    pub position: P,
    pub moves: Moves,
    /// The simulations that went through it.
    pub visits: u32,
    /// Whether its goals are certain.
    pub is_proven: bool,
    /// How well moves did in the simulations through it, once there are enough of them.
    pub amaf: Option<TableId>,
    /// The same position in the tree of an earlier search.
    pub kept: Option<NodeId>,
}

/// A move in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The sum of the goals, from 0 to 1 each, of the role that plays the move.
    pub total: f64,
    /// The simulations that went through it.
    pub visits: u32,
    /// The goal, from 0 to 1, that the heuristic promises before there are simulations.
    pub prior: f32,
    /// What a playout calls the move.
    pub number: MoveNumber,
    /// The position after the move, once a simulation has played it.
    pub child: Option<NodeId>,
    /// The goal that the role certainly gets.
    pub proven: Option<u8>,
}

impl Edge {
    /// The mean goal, from 0 to 1, if there is one.
    pub fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.total / f64::from(self.visits))
    }
}

/// The tree.
pub(super) struct Tree<'a, G: Game> {
    nodes: Vec<Node<G::Position>>,
    edges: Vec<Edge>,
    /// The move of each edge.
    moves: Vec<G::Move>,
    joints: Vec<Joint<G::Move>>,
    /// For each node and role the sum of the goals, from 0 to 1 each.
    totals: Vec<f64>,
    /// For each node and role the goal, if it is proven.
    goals: Vec<u8>,
    roles: usize,
    limit: usize,
    /// The tree of an earlier search.
    kept: Option<&'a KeptTree>,
}

impl<'a, G: Game> Tree<'a, G> {
    /// A tree with a root whose moves are unknown. It holds at most `limit` positions and moves; 0
    /// stands for the usual limit. `kept` is the tree of an earlier search, and the root's place
    /// there.
    pub fn new(
        roles: usize,
        root: G::Position,
        limit: usize,
        kept: Option<(&'a KeptTree, NodeId)>,
    ) -> Self {
        let mut tree = Tree {
            nodes: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            joints: Vec::new(),
            totals: Vec::new(),
            goals: Vec::new(),
            roles,
            limit: match limit {
                0 => DEFAULT_LIMIT,
                // The identifiers have 32 bits.
                limit => limit.min(1 << 30),
            },
            kept: kept.map(|(tree, _)| tree),
        };
        let place = kept.map(|(_, place)| place);
        let root = tree.add(root, place);
        // The best move is not kept with the proof: it is found anew.
        tree.node_mut(root).is_proven = false;
        tree
    }

    /// Adds a position, with its place in the tree of an earlier search.
    pub fn add(&mut self, position: G::Position, kept: Option<NodeId>) -> NodeId {
        let added = NodeId(self.nodes.len() as u32);
        let mut node = Node {
            position,
            moves: Moves::Unknown,
            visits: 0,
            is_proven: false,
            amaf: None,
            kept,
        };
        match self.kept.zip(kept) {
            None => {
                self.totals.resize(self.totals.len() + self.roles, 0.0);
                self.goals.resize(self.goals.len() + self.roles, 0);
            }
            Some((tree, place)) => {
                node.visits = tree.node(place).visits;
                node.is_proven = tree.node(place).is_proven;
                self.totals.extend_from_slice(tree.totals(place));
                self.goals.extend_from_slice(tree.goals(place));
            }
        }
        self.nodes.push(node);
        added
    }

    /// The place of the position after a move in the tree of an earlier search. The move has this
    /// index among those of its position.
    pub fn kept_child(&self, at: NodeId, index: usize) -> Option<NodeId> {
        self.kept?.child(self.node(at).kept?, index)
    }

    /// What an earlier search knows of a turn on which several roles move at once.
    pub fn kept_joint(&self, at: NodeId) -> Option<&'a KeptJoint> {
        self.kept?.joint(self.node(at).kept?)
    }

    /// Whether no position's moves may be added any more.
    pub fn is_full(&self) -> bool {
        self.nodes.len() + self.edges.len() >= self.limit
    }

    /// Adds the moves of a role that moves alone.
    pub fn add_moves(
        &mut self,
        at: NodeId,
        role: Role,
        moves: Vec<G::Move>,
        number: impl Fn(&G::Move) -> MoveNumber,
    ) {
        let edges = Edges {
            first: self.edges.len() as u32,
            count: moves.len() as u32,
        };
        self.edges.extend(moves.iter().map(|played| Edge {
            total: 0.0,
            visits: 0,
            prior: 0.5,
            number: number(played),
            child: None,
            proven: None,
        }));
        if let (Some(tree), Some(place)) = (self.kept, self.node(at).kept)
            && let Some(kept) = tree.edges(place, moves.len())
        {
            for (edge, kept) in self.edges[edges.range()].iter_mut().zip(kept) {
                (edge.total, edge.visits) = (kept.total, kept.visits);
            }
        }
        self.moves.extend(moves);
        self.node_mut(at).moves = Moves::Single(role, edges);
    }

    /// Adds a turn on which several roles move at once.
    pub fn add_joint(&mut self, at: NodeId, joint: Joint<G::Move>) {
        let added = JointId(self.joints.len() as u32);
        self.joints.push(joint);
        self.node_mut(at).moves = Moves::Joint(added);
    }

    pub fn node(&self, at: NodeId) -> &Node<G::Position> {
        &self.nodes[at.index()]
    }

    pub fn node_mut(&mut self, at: NodeId) -> &mut Node<G::Position> {
        &mut self.nodes[at.index()]
    }

    pub fn edge(&self, edge: usize) -> &Edge {
        &self.edges[edge]
    }

    pub fn edge_mut(&mut self, edge: usize) -> &mut Edge {
        &mut self.edges[edge]
    }

    pub fn edges(&self, edges: Edges) -> &[Edge] {
        &self.edges[edges.range()]
    }

    /// The move of an edge.
    pub fn played(&self, edge: usize) -> &G::Move {
        &self.moves[edge]
    }

    pub fn joint(&self, joint: JointId) -> &Joint<G::Move> {
        &self.joints[joint.0 as usize]
    }

    pub fn joint_mut(&mut self, joint: JointId) -> &mut Joint<G::Move> {
        &mut self.joints[joint.0 as usize]
    }

    /// Counts a simulation that ended with these goals, from 0 to 1 each.
    pub fn count(&mut self, at: NodeId, goals: &[f64]) {
        self.node_mut(at).visits += 1;
        let first = at.index() * self.roles;
        for (total, goal) in self.totals[first..].iter_mut().zip(goals) {
            *total += goal;
        }
    }

    /// The sum of the goals of each role, from 0 to 1 each.
    pub fn totals(&self, at: NodeId) -> &[f64] {
        &self.totals[at.index() * self.roles..][..self.roles]
    }

    /// Gives a position these counts.
    pub fn set_counts(&mut self, at: NodeId, visits: u32, totals: &[f64]) {
        self.node_mut(at).visits = visits;
        let first = at.index() * self.roles;
        self.totals[first..first + self.roles].copy_from_slice(totals);
    }

    /// The mean goal of a role, from 0 to 1, if there is one.
    pub fn mean(&self, at: NodeId, role: Role) -> Option<f64> {
        let visits = self.node(at).visits;
        let total = self.totals[at.index() * self.roles + role.0];
        (visits > 0).then(|| total / f64::from(visits))
    }

    /// The goals of a position that is proven.
    pub fn goals(&self, at: NodeId) -> &[u8] {
        &self.goals[at.index() * self.roles..][..self.roles]
    }

    /// Makes the goals of a position certain.
    pub fn prove(&mut self, at: NodeId, goals: &[u8]) {
        let first = at.index() * self.roles;
        self.goals[first..first + self.roles].copy_from_slice(goals);
        self.node_mut(at).is_proven = true;
    }

    /// What a later search may use. `key` gives the key of a position.
    pub fn keep(self, options: &Options, key: impl Fn(&G::Position) -> u64) -> KeptTree {
        let node = |node: &Node<G::Position>| KeptNode {
            moves: match node.moves {
                Moves::Unknown => KeptMoves::Unknown,
                Moves::Single(_, edges) => KeptMoves::Single(edges),
                Moves::Joint(joint) => KeptMoves::Joint(joint.0 as usize),
            },
            visits: node.visits,
            is_proven: node.is_proven,
        };
        let mut kept = KeptTree {
            options: options.clone(),
            roots: Default::default(),
            nodes: self.nodes.iter().map(node).collect(),
            edges: self.edges,
            joints: self.joints.into_iter().map(Joint::keep).collect(),
            totals: self.totals,
            goals: self.goals,
            roles: self.roles,
        };
        for root in kept.likely_roots() {
            let key = key(&self.nodes[root.index()].position);
            // Of the nodes of one position the first has the fewest plies above it.
            kept.roots.entry(key).or_insert(root);
        }
        kept
    }
}
