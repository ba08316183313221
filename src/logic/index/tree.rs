//! The decision trees that choose clauses. Each machine has its own, for it grows while it is used.

use super::groups::ClauseGroups;
use super::table::KeyTable;
use super::{ArgumentSet, Candidates, Heads, IndexKey, LEAF, arguments, subset};
use crate::logic::instruction::{Address, FAIL};

/// Clauses that can answer, in their order: where a way through a tree has come to; as in
/// [`Candidates`].
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) struct IndexNode {
    pub first: Address,
    pub next: u32,
    pub end: u32,
    /// The number of its switch, or [`LEAF`] or [`OPEN`].
    switch: u32,
}

/// No call has come yet for which it would have been worth finding out.
const OPEN: u32 = u32::MAX - 1;

impl IndexNode {
    /// Whether there is nothing more to be told about its clauses.
    pub fn is_leaf(&self) -> bool {
        self.next == self.end || self.switch == LEAF
    }
}

/// Where a node's way goes on, by what stands in one argument.
#[derive(Clone, Debug)]
pub(in crate::logic) struct IndexSwitch {
    pub argument: u32,
    pub unbound: u32,
    by_key: KeyTable<u32>,
    /// For what no clause names: the clauses with a variable there.
    otherwise: u32,
    /// Whether nothing more can be told of the clauses behind it.
    is_leaf: bool,
}

/// Where a switch leads for a bound argument, before a call has come that has one.
const UNKNOWN: u32 = u32::MAX;

impl IndexSwitch {
    /// The node for an argument with this key.
    #[inline]
    pub fn child(&self, key: IndexKey) -> u32 {
        self.by_key.get(key).copied().unwrap_or(self.otherwise)
    }
}

/// The most nodes of a tree. Where it would grow further, the clauses of a node are tried one after
/// another.
const MOST_NODES: usize = 1 << 22;
/// The same for the clauses that all its nodes list together.
const MOST_ENTRIES: usize = 1 << 25;

/// The decision trees of all predicates of a program.
#[derive(Clone, Debug, Default)]
pub(in crate::logic) struct IndexTree {
    pub nodes: Vec<IndexNode>,
    pub switches: Vec<IndexSwitch>,
    /// The clauses of all nodes but the first of each.
    pub clauses: Vec<Address>,
}

impl IndexTree {
    /// Clauses in order, with a node of their own where more may be told of them.
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

    /// A node for clauses.
    fn add(&mut self, clauses: impl Iterator<Item = Address>, is_leaf: bool) -> u32 {
        let node = self.listed(clauses, is_leaf);
        self.add_node(node)
    }

    /// A node that is not yet in the tree; its clauses are.
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

    /// Lets an open node look at one of the arguments that are bound in a call, the one with the
    /// most keys; if none is bound, at one so far as to go on from there. Those in `told` have been
    /// looked at on the way to the node.
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

    /// Finds out where the switch of a node leads when its argument is bound.
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
