//! The game tree as data: what can happen from a position, to a depth, for whoever wants to draw or
//! count it.
//!
//! Nodes are made breadth first, so that a tree that has grown too large is cut at its far end and
//! not at one side, and so that of several equivalent nodes the first lies nearest to the root.
//! Knows nothing of pictures.

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

/// Which tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// How many plies below the root.
    pub depth: usize,
    /// Which nodes are held to be the same up to symmetry.
    pub equivalence: Equivalence,
    /// The most nodes. The moves of a node are followed all or, if there is no room for them, none.
    pub limit: usize,
    /// How nodes are valued; not at all if none. Each gets the value that minimax, and so
    /// alpha-beta, has for it on its way from the root to the depth of these options, which need
    /// not be that of the tree.
    pub values: Option<Options>,
}

impl Default for TreeOptions {
    /// Two plies, nothing equivalent, ten thousand nodes, no values.
    fn default() -> Self {
        TreeOptions {
            depth: 2,
            equivalence: Equivalence::None,
            limit: 10_000,
            values: None,
        }
    }
}

/// Among which nodes one that is the same as an earlier one, see [`Game::canonical`], is kept but
/// goes no further. The wider, the smaller the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Equivalence {
    /// Every node stands for itself.
    #[default]
    None,
    /// Among the nodes below the same one.
    Brothers,
    /// Among the nodes so many plies from the root.
    Level,
    /// Among all nodes.
    Everywhere,
}

/// A tree. The first node is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<P, M> {
    /// The role to move at the root, for which all values speak; the first role if the game is
    /// over.
    pub role: Role,
    /// The nodes in the order in which they were made: by plies from the root, then by parent, then
    /// in the order of the game. A node refers to others by their place here.
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
    /// The move that led here; none at the root.
    pub played: Option<M>,
    /// Where it led from; none at the root.
    pub parent: Option<usize>,
    /// Where the moves lead, in the order of the game. Empty if the game is over, and where the
    /// tree ends.
    pub children: Vec<usize>,
    /// Plies from the root.
    pub ply: usize,
    /// The role to move; none if the game is over.
    pub turn: Option<Role>,
    /// Whether that is the root's role; none if the game is over.
    pub side: Option<Side>,
    /// If the game is over, the goal of each role.
    pub goals: Option<Vec<u8>>,
    /// The first node that this one is equivalent to, if it is to an earlier one.
    pub equivalent: Option<usize>,
    /// How many moves were not followed because there was no room.
    pub left_out: usize,
    /// The value for the root's role, if one was asked for. An equivalent node has that of its
    /// first where both lie equally far from the root.
    pub value: Option<Value>,
}

/// On whose side the role to move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The root's role is to move, and wants values to be great.
    Plus,
    /// Another role is to move, and wants them to be small.
    Minus,
}

/// Counts over a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// All nodes.
    pub nodes: usize,
    /// Nodes without children that are not equivalent to an earlier one.
    pub leaves: usize,
    /// Leaves where the game is over, by the goals of the roles.
    pub results: BTreeMap<Vec<u8>, usize>,
    /// Nodes that are equivalent to an earlier one.
    pub equivalent: usize,
    /// Moves that were not followed because there was no room; what would have come below them is
    /// not counted.
    pub left_out: usize,
    /// The most plies from the root.
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

/// Says whether the moves of a node are to be followed: it has the nodes that there are, and the
/// place of this one.
pub type Follow<'f, P, M> = dyn FnMut(&[TreeNode<P, M>], usize) -> bool + 'f;

/// The tree below a position, of which only these nodes are followed. The values are those of the
/// whole tree all the same: a node that is not followed is searched.
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

/// A tree that grows.
struct Growth<'a, G: Game> {
    game: &'a G,
    options: &'a TreeOptions,
    role: Role,
    nodes: Vec<NodeOf<G>>,
    /// For each class of equivalent positions its first node, and which nodes it was compared with.
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

    /// Finds out who is to move at a node, and adds its children.
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
    /// Values every node, see [`TreeOptions::values`]. The game that searches may be another form
    /// of the one that the tree was made from: `position` gives its position for one of the tree.
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
        // From the end, since children come after their parents; a node without children is
        // searched, which at the depth of the search is to value it statically.
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

    /// The node that has the value of this one: its equivalent, if as many plies are left below it.
    fn twin(&self, node: &TreeNode<P, M>) -> Option<usize> {
        node.equivalent
            .filter(|first| self.nodes[*first].ply == node.ply)
    }

    /// The greatest or least value of a node's children, which are valued already.
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
