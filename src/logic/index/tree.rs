//! The decision trees that choose clauses. Each machine has its own, because it grows in use.

use super::groups::ClauseGroups;
use super::table::KeyTable;
use super::{ArgumentSet, Candidates, Heads, IndexKey, LEAF, arguments, subset};
use crate::logic::instruction::{Address, FAIL};

/// A node of a tree: the clauses that can still answer, in their order; as in [`Candidates`].
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) struct IndexNode {
    pub first: Address,
    pub next: u32,
    pub end: u32,
    /// The index of its switch, or [`LEAF`] or [`OPEN`].
    switch: u32,
}

/// No switch yet: no call has needed one.
const OPEN: u32 = u32::MAX - 1;

impl IndexNode {
    /// Whether no further argument can narrow its clauses.
    pub fn is_leaf(&self) -> bool {
        self.next == self.end || self.switch == LEAF
    }
}

/// The children of a node, chosen by the key of one argument.
#[derive(Clone, Debug)]
pub(in crate::logic) struct IndexSwitch {
    pub argument: u32,
    pub unbound: u32,
    by_key: KeyTable<u32>,
    /// The child for keys that no clause has: the clauses with a variable there.
    otherwise: u32,
    /// Whether its children are leaves.
    is_leaf: bool,
}

/// The child of a switch for a bound argument, before a call with a bound argument has occurred.
const UNKNOWN: u32 = u32::MAX;

impl IndexSwitch {
    /// The child for an argument with this key.
    #[inline]
    pub fn child(&self, key: IndexKey) -> u32 {
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
    pub nodes: Vec<IndexNode>,
    pub switches: Vec<IndexSwitch>,
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
                LEAF
            } else {
                self.add_node(node)
            },
        }
    }

    /// Adds a node for these clauses.
    fn add(&mut self, clauses: impl Iterator<Item = Address>, is_leaf: bool) -> u32 {
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
            switch: if is_leaf { LEAF } else { OPEN },
        }
    }

    fn add_node(&mut self, node: IndexNode) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// The switch of a node, if it has one.
    #[inline]
    pub fn switch(&self, node: &IndexNode) -> Option<&IndexSwitch> {
        self.switches.get(node.switch as usize)
    }

    /// Gives an open node a switch on one of the arguments in `bound`, the one with the most keys.
    /// If none is bound, the switch is on the first argument that is not yet examined, so that the
    /// tree can grow further from there. The arguments in `told` have been examined on the way.
    pub fn grow(&mut self, node: u32, heads: &Heads, told: ArgumentSet, bound: ArgumentSet) {
        let clauses = self.clauses_of(node);
        let untold = subset(heads.telling & !told, |argument| {
            heads.tells(&clauses, argument)
        });
        if untold == 0
            || self.nodes.len() + clauses.len() > MOST_NODES
            || self.clauses.len() > MOST_ENTRIES
        {
            self.nodes[node as usize].switch = LEAF;
            return;
        }
        let best = arguments(untold & bound)
            .rev()
            .max_by_key(|argument| heads.count_keys(&clauses, *argument));
        let argument = best.unwrap_or(untold.trailing_zeros());
        let is_leaf = untold == 1 << argument;
        let switch = if is_leaf { LEAF } else { OPEN };
        let unbound = self.add_node(IndexNode {
            switch,
            ..self.nodes[node as usize]
        });
        self.nodes[node as usize].switch = self.switches.len() as u32;
        self.switches.push(IndexSwitch {
            argument,
            unbound,
            by_key: KeyTable::new(Vec::new()),
            otherwise: UNKNOWN,
            is_leaf,
        });
        if best.is_some() {
            self.ask(node, heads);
        }
    }

    /// Computes where the switch of a node leads when its argument is bound.
    pub fn ask(&mut self, node: u32, heads: &Heads) {
        let number = self.nodes[node as usize].switch as usize;
        let IndexSwitch {
            argument, is_leaf, ..
        } = self.switches[number];
        let groups = ClauseGroups::new(&self.clauses_of(node), heads, argument);
        let mut add = |clauses: &[Address]| self.add(clauses.iter().copied(), is_leaf);
        let otherwise = add(&groups.open);
        let by_key: Vec<(IndexKey, u32)> = groups
            .by_key()
            .map(|(key, clauses)| (key, add(clauses)))
            .collect();
        let switch = &mut self.switches[number];
        switch.otherwise = otherwise;
        switch.by_key = KeyTable::new(by_key);
    }

    fn clauses_of(&self, node: u32) -> Vec<Address> {
        let IndexNode {
            first, next, end, ..
        } = self.nodes[node as usize];
        std::iter::once(first)
            .chain(self.clauses[next as usize..end as usize].iter().copied())
            .collect()
    }
}
