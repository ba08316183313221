//! The game tree as data: the positions that can follow from a position, to a depth. It serves to
//! draw or count them.
//!
//! Nodes are made breadth first. So a tree that becomes too large is cut at its greatest depth and
//! not at one side, and of several equivalent nodes the first is nearest to the root. This module
//! knows nothing of pictures.

use std::collections::BTreeMap;
use std::slice;

use rustc_hash::FxHashMap;

use super::alpha_beta;
use super::error::SearchError;
use super::meter::Meter;
use super::options::Options;
use super::strategy::Strategy;
use super::value::Value;
use super::walk::{Search, Walk};
use super::watch::Watch;
use super::window::Window;
use crate::game::{Game, Role, Turn};

/// The options of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// The depth in plies below the root.
    pub depth: usize,
    /// Which nodes count as equivalent up to symmetry.
    pub equivalence: Equivalence,
    /// The maximum number of nodes. If there is not room for all moves of a node, none is followed.
    pub limit: usize,
    /// The search options by which nodes are valued; `None` for no values. Each node gets the value
    /// that minimax, and so alpha-beta, has for it in a search from the root to the depth of these
    /// options, which may differ from the depth of the tree.
    pub values: Option<Options>,
}

impl Default for TreeOptions {
    /// Two plies, no equivalence, ten thousand nodes, no values.
    fn default() -> Self {
        TreeOptions {
            depth: 2,
            equivalence: Equivalence::None,
            limit: 10_000,
            values: None,
        }
    }
}

/// The set of nodes among which a node is compared with earlier ones, see [`Game::canonical`]. A
/// node that is equivalent to an earlier one is kept but has no children. A wider set gives a
/// smaller tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Equivalence {
    /// Every node stands for itself.
    #[default]
    None,
    /// The children of the same node.
    Brothers,
    /// The nodes with the same number of plies from the root.
    Level,
    /// All nodes.
    Everywhere,
}

/// A tree. The first node is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<P, M> {
    /// The role to move at the root, for which all values speak; the first role if the game is
    /// over.
    pub role: Role,
    /// The nodes in the order of their creation: by plies from the root, then by parent, then in
    /// the order of the game. A node refers to others by their index here.
    pub nodes: Vec<TreeNode<P, M>>,
}

/// The tree of a game.
pub type TreeOf<G> = Tree<<G as Game>::Position, <G as Game>::Move>;

/// A node of a tree of a game's positions and moves.
pub type NodeOf<G> = TreeNode<<G as Game>::Position, <G as Game>::Move>;

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode<P, M> {
    /// The position.
    pub position: P,
    /// The move to this node; `None` at the root.
    pub played: Option<M>,
    /// The index of the parent; `None` at the root.
    pub parent: Option<usize>,
    /// The indexes of the children, in the order of the game. Empty if the game is over, and at the
    /// leaves of the tree.
    pub children: Vec<usize>,
    /// Plies from the root.
    pub ply: usize,
    /// The role to move; `None` if the game is over.
    pub turn: Option<Role>,
    /// Whether the root's role is to move; `None` if the game is over.
    pub side: Option<Side>,
    /// If the game is over, the goal of each role.
    pub goals: Option<Vec<u8>>,
    /// The index of the first node to which this one is equivalent, if there is an earlier one.
    pub equivalent: Option<usize>,
    /// The number of moves that were not followed for lack of room.
    pub left_out: usize,
    /// The value for the root's role, if values were requested. An equivalent node shares the value
    /// of the first one if both are equally far from the root.
    pub value: Option<Value>,
}

/// The side of the role to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The root's role is to move, and aims at the greatest value.
    Plus,
    /// Another role is to move, and aims at the least value.
    Minus,
}

/// Counts of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The number of all nodes.
    pub nodes: usize,
    /// The number of nodes without children that are not equivalent to an earlier one.
    pub leaves: usize,
    /// The number of leaves where the game is over, by the goals of the roles.
    pub results: BTreeMap<Vec<u8>, usize>,
    /// The number of nodes that are equivalent to an earlier one.
    pub equivalent: usize,
    /// The number of moves that were not followed for lack of room; the nodes below them are not
    /// counted.
    pub left_out: usize,
    /// The maximum number of plies from the root.
    pub depth: usize,
}

impl<P, M> Tree<P, M> {
    /// Counts nodes, leaves and results.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = Statistics {
            nodes: self.nodes.len(),
            ..Statistics::default()
        };
        for node in &self.nodes {
            statistics.depth = statistics.depth.max(node.ply);
            statistics.left_out += node.left_out;
            if node.equivalent.is_some() {
                statistics.equivalent += 1;
            } else if node.children.is_empty() {
                statistics.leaves += 1;
                if let Some(goals) = &node.goals {
                    *statistics.results.entry(goals.clone()).or_default() += 1;
                }
            }
        }
        statistics
    }
}

impl<P, M> TreeNode<P, M> {
    fn new(position: P, led_here: Option<(usize, M)>, ply: usize) -> Self {
        let (parent, played) = led_here.unzip();
        TreeNode {
            position,
            played,
            parent,
            children: Vec::new(),
            ply,
            turn: None,
            side: None,
            goals: None,
            equivalent: None,
            left_out: 0,
            value: None,
        }
    }
}

/// The tree below a position.
///
/// # Errors
/// As for [`best`](super::best).
pub fn tree<G: Game>(
    game: &G,
    position: &G::Position,
    options: &TreeOptions,
    watch: &mut dyn Watch,
) -> Result<TreeOf<G>, SearchError<G::Error>> {
    tree_where(game, position, options, &mut |_, _| true, watch)
}

/// Decides whether the moves of a node are followed. The arguments are the nodes so far, and the
/// index of this one.
pub type Follow<'f, P, M> = dyn FnMut(&[TreeNode<P, M>], usize) -> bool + 'f;

/// The tree below a position, in which `follow` decides which nodes are followed. The values are
/// those of the whole tree all the same: a node that is not followed is searched.
///
/// # Errors
/// As for [`best`](super::best).
pub fn tree_where<G: Game>(
    game: &G,
    position: &G::Position,
    options: &TreeOptions,
    follow: &mut Follow<'_, G::Position, G::Move>,
    watch: &mut dyn Watch,
) -> Result<TreeOf<G>, SearchError<G::Error>> {
    let role = match game.turn(position)? {
        Turn::Single(role, _) => role,
        Turn::Over => Role(0),
        Turn::Joint(_) => return Err(SearchError::JointTurn { ply: 0 }),
    };
    let mut growth = Growth {
        game,
        options,
        role,
        nodes: Vec::new(),
        first: FxHashMap::default(),
    };
    growth.add(TreeNode::new(position.clone(), None, 0));
    let mut meter = Meter::new(watch);
    let mut place = 0;
    while place < growth.nodes.len() {
        meter.count()?;
        growth.grow(place, follow)?;
        place += 1;
    }
    let mut tree = Tree {
        role,
        nodes: growth.nodes,
    };
    if let Some(values) = &options.values {
        tree.give_values(game, G::Position::clone, values, watch)?;
    }
    Ok(tree)
}

/// A tree under construction.
struct Growth<'a, G: Game> {
    game: &'a G,
    options: &'a TreeOptions,
    role: Role,
    nodes: Vec<NodeOf<G>>,
    /// The first node of each class of equivalent positions, for each set of nodes that are
    /// compared.
    first: FxHashMap<(usize, G::Position), usize>,
}

impl<G: Game> Growth<'_, G> {
    /// Adds a node, and marks it if it is equivalent to an earlier one.
    fn add(&mut self, mut node: NodeOf<G>) {
        let place = self.nodes.len();
        let compared_with = match self.options.equivalence {
            Equivalence::None => None,
            Equivalence::Brothers => Some(node.parent.map_or(0, |parent| parent + 1)),
            Equivalence::Level => Some(node.ply),
            Equivalence::Everywhere => Some(0),
        };
        if let Some(compared_with) = compared_with {
            let key = (compared_with, self.game.canonical(&node.position));
            let first = *self.first.entry(key).or_insert(place);
            node.equivalent = (first != place).then_some(first);
        }
        if let Some(parent) = node.parent {
            self.nodes[parent].children.push(place);
        }
        self.nodes.push(node);
    }

    /// Finds the role to move at a node, and adds the children.
    fn grow(
        &mut self,
        place: usize,
        follow: &mut Follow<'_, G::Position, G::Move>,
    ) -> Search<G, ()> {
        let room = self.options.limit.saturating_sub(self.nodes.len());
        let node = &mut self.nodes[place];
        let ply = node.ply;
        let (role, moves) = match self.game.turn(&node.position)? {
            Turn::Over => {
                node.goals = Some(self.game.goals(&node.position)?);
                return Ok(());
            }
            Turn::Joint(_) => return Err(SearchError::JointTurn { ply }),
            Turn::Single(role, moves) if moves.is_empty() => {
                return Err(SearchError::NoMoves { role, ply });
            }
            Turn::Single(role, moves) => (role, moves),
        };
        node.turn = Some(role);
        node.side = Some(if role == self.role {
            Side::Plus
        } else {
            Side::Minus
        });
        if node.equivalent.is_some() || ply >= self.options.depth || !follow(&self.nodes, place) {
            return Ok(());
        }
        if moves.len() > room {
            self.nodes[place].left_out = moves.len();
            return Ok(());
        }
        for played in moves {
            let child = self
                .game
                .play(&self.nodes[place].position, slice::from_ref(&played))?;
            self.add(TreeNode::new(child, Some((place, played)), ply + 1));
        }
        Ok(())
    }
}

impl<P, M> Tree<P, M> {
    /// Values every node, see [`TreeOptions::values`]. The searched game may be another form of the
    /// tree's game: `position` converts the tree's positions to its positions.
    ///
    /// # Errors
    /// As for [`best`](super::best).
    pub fn give_values<G: Game>(
        &mut self,
        game: &G,
        position: impl Fn(&P) -> G::Position,
        values: &Options,
        watch: &mut dyn Watch,
    ) -> Result<(), SearchError<G::Error>> {
        let values = Options {
            strategy: Strategy::AlphaBeta,
            ..values.clone()
        };
        let walk = &mut Walk::new(game, &values, self.role, watch);
        // From the end, since children come after their parents. A node without children is
        // searched; at the depth of the search this only values it statically.
        for place in (0..self.nodes.len()).rev() {
            let node = &self.nodes[place];
            if self.twin(node).is_none() {
                let value = if node.children.is_empty() || node.ply >= walk.options.depth {
                    let position = position(&node.position);
                    alpha_beta::line(walk, &position, node.ply, Window::FULL)?.value
                } else {
                    self.value_of_children(node)
                };
                self.nodes[place].value = Some(value);
            }
        }
        for place in 0..self.nodes.len() {
            if let Some(first) = self.twin(&self.nodes[place]) {
                self.nodes[place].value = self.nodes[first].value;
            }
        }
        Ok(())
    }

    /// The node that shares the value of this one: its equivalent, if it has the same ply.
    fn twin(&self, node: &TreeNode<P, M>) -> Option<usize> {
        node.equivalent
            .filter(|first| self.nodes[*first].ply == node.ply)
    }

    /// The greatest or least value of a node's children, which already have their values.
    fn value_of_children(&self, node: &TreeNode<P, M>) -> Value {
        let values = node.children.iter().map(|&child| {
            let valued = self.twin(&self.nodes[child]).unwrap_or(child);
            self.nodes[valued]
                .value
                .expect("children are valued before their parent")
        });
        let best = if node.side == Some(Side::Plus) {
            values.max()
        } else {
            values.min()
        };
        best.expect("a node that was followed has children")
    }
}
