//! The decision trees that choose clauses. Each machine has its own, because it grows in use.

use std::ops::Index;

use super::groups::ClauseGroups;
use super::table::KeyTable;
use super::{ArgumentSet, Candidates, Heads, IndexKey, arguments, subset};
use crate::logic::instruction::{Address, FAIL};

/// The number of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logic) struct NodeId(u32);

impl NodeId {
    /// No node of any tree.
    pub const NONE: Self = Self(u32::MAX);
}

/// How the way goes on from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SwitchId(u32);

impl SwitchId {
    /// Nowhere: no argument tells the clauses apart.
    const LEAF: Self = Self(u32::MAX);
    /// No call has come yet for which it would have been worth finding out.
    const OPEN: Self = Self(u32::MAX - 1);

    fn undecided(is_leaf: bool) -> Self {
        if is_leaf { Self::LEAF } else { Self::OPEN }
    }
}

/// A node of a decision tree: the clauses that can answer the calls that lead to it, in their
/// order, as in [`Candidates`].
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) struct IndexNode {
    pub first: Address,
    pub next: u32,
    pub end: u32,
    switch: SwitchId,
}

impl IndexNode {
    /// Whether no further argument could leave fewer of its clauses.
    pub fn is_leaf(&self) -> bool {
        self.next == self.end || self.switch == SwitchId::LEAF
    }
}

/// The children of a node, chosen by the key of one argument.
#[derive(Clone, Debug)]
pub(in crate::logic) struct IndexSwitch {
    pub argument: u32,
    pub unbound: NodeId,
    by_key: KeyTable<NodeId>,
    /// For keys that no clause has: the clauses with a variable there. Not yet known before a call
    /// has come that has a bound argument there: then [`NodeId::NONE`].
    otherwise: NodeId,
    /// Whether no further argument could leave fewer of the clauses behind it.
    is_leaf: bool,
}

impl IndexSwitch {
    /// The child for an argument with this key.
    #[inline]
    pub fn child(&self, key: IndexKey) -> NodeId {
        self.by_key.get(key).copied().unwrap_or(self.otherwise)
    }
}

/// The maximum number of nodes of a tree. If it would grow further, the clauses of a node are tried
/// one after another.
const MOST_NODES: usize = 1 << 22;
/// The maximum number of clauses that all its nodes list together.
const MOST_ENTRIES: usize = 1 << 25;

/// The decision trees of all predicates of a program.
#[derive(Clone, Debug, Default)]
pub(in crate::logic) struct IndexTree {
    nodes: Vec<IndexNode>,
    switches: Vec<IndexSwitch>,
    /// The clauses of all nodes, except the first of each.
    pub clauses: Vec<Address>,
}

impl IndexTree {
    /// Creates candidates from clauses in order. They get a node if a further argument may narrow
    /// them.
    pub fn candidates(
        &mut self,
        clauses: impl Iterator<Item = Address>,
        is_leaf: bool,
    ) -> Candidates {
        let node = self.listed(clauses, is_leaf);
        let IndexNode {
            first, next, end, ..
        } = node;
        Candidates {
            first,
            next,
            end,
            node: if node.is_leaf() {
                NodeId::NONE
            } else {
                self.add_node(node)
            },
        }
    }

    /// Adds a node for these clauses.
    fn add(&mut self, clauses: impl Iterator<Item = Address>, is_leaf: bool) -> NodeId {
        let node = self.listed(clauses, is_leaf);
        self.add_node(node)
    }

    /// Creates a node without adding it to the tree; its clauses are added.
    fn listed(&mut self, mut clauses: impl Iterator<Item = Address>, is_leaf: bool) -> IndexNode {
        let first = clauses.next().unwrap_or(FAIL);
        let next = self.clauses.len() as u32;
        self.clauses.extend(clauses);
        let end = self.clauses.len() as u32;
        IndexNode {
            first,
            next,
            end,
            switch: SwitchId::undecided(is_leaf),
        }
    }

    fn add_node(&mut self, node: IndexNode) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// The node of that number, if there is one.
    #[inline]
    pub fn node(&self, id: NodeId) -> Option<&IndexNode> {
        self.nodes.get(id.0 as usize)
    }

    /// The switch of a node, if it has one.
    #[inline]
    pub fn switch(&self, node: &IndexNode) -> Option<&IndexSwitch> {
        self.switches.get(node.switch.0 as usize)
    }

    /// Gives an open node a switch on one of the arguments in `bound`, the one with the most keys.
    /// If none is bound, the switch is on the first argument that is not yet examined, so that the
    /// tree can grow further from there. The arguments in `examined` have been examined on the way.
    pub fn grow(&mut self, node: NodeId, heads: &Heads, examined: ArgumentSet, bound: ArgumentSet) {
        let clauses = self.clauses_of(node);
        let unexamined = subset(heads.distinguishing & !examined, |argument| {
            heads.distinguishes(&clauses, argument)
        });
        if unexamined == 0
            || self.nodes.len() + clauses.len() > MOST_NODES
            || self.clauses.len() > MOST_ENTRIES
        {
            self.nodes[node.0 as usize].switch = SwitchId::LEAF;
            return;
        }
        let best = arguments(unexamined & bound)
            .rev()
            .max_by_key(|argument| heads.count_keys(&clauses, *argument));
        let argument = best.unwrap_or(unexamined.trailing_zeros());
        let is_leaf = unexamined == 1 << argument;
        let switch = SwitchId::undecided(is_leaf);
        let unbound = self.add_node(IndexNode {
            switch,
            ..self[node]
        });
        self.nodes[node.0 as usize].switch = SwitchId(self.switches.len() as u32);
        self.switches.push(IndexSwitch {
            argument,
            unbound,
            by_key: KeyTable::new(Vec::new()),
            otherwise: NodeId::NONE,
            is_leaf,
        });
        if best.is_some() {
            self.ask(node, heads);
        }
    }

    /// Computes where the switch of a node leads when its argument is bound.
    pub fn ask(&mut self, node: NodeId, heads: &Heads) {
        let number = self[node].switch.0 as usize;
        let IndexSwitch {
            argument, is_leaf, ..
        } = self.switches[number];
        let groups = ClauseGroups::new(&self.clauses_of(node), heads, argument);
        let mut add = |clauses: &[Address]| self.add(clauses.iter().copied(), is_leaf);
        let otherwise = add(&groups.open);
        let by_key: Vec<(IndexKey, NodeId)> = groups
            .by_key()
            .map(|(key, clauses)| (key, add(clauses)))
            .collect();
        let switch = &mut self.switches[number];
        switch.otherwise = otherwise;
        switch.by_key = KeyTable::new(by_key);
    }

    fn clauses_of(&self, node: NodeId) -> Vec<Address> {
        let IndexNode {
            first, next, end, ..
        } = self[node];
        std::iter::once(first)
            .chain(self.clauses[next as usize..end as usize].iter().copied())
            .collect()
    }
}

impl Index<NodeId> for IndexTree {
    type Output = IndexNode;

    #[inline]
    fn index(&self, id: NodeId) -> &IndexNode {
        &self.nodes[id.0 as usize]
    }
}
