//! The decision trees that choose clauses. Each machine has its own, for it grows while it is used.

use rustc_hash::FxHashMap;

use super::{ArgumentSet, Heads, Key};
use crate::logic::instruction::{Address, FAIL};

/// Clauses that can answer, in their order: where a way through a tree has come to.
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) struct Node {
    /// The first clause; [`FAIL`] if there is none: to go on there is to fail.
    pub first: Address,
    /// Where the others stand among the tree's candidates.
    pub next: u32,
    pub end: u32,
    /// The number of its switch, or one of the two below.
    switch: u32,
}

/// No argument tells a node's clauses apart.
const LEAF: u32 = u32::MAX;
/// No call has come yet for which it would have been worth finding out.
const OPEN: u32 = u32::MAX - 1;

impl Node {
    /// Whether there is nothing more to be told about its clauses.
    pub fn is_leaf(&self) -> bool {
        self.next == self.end || self.switch == LEAF
    }
}

/// Where a node's way goes on, by what stands in one argument.
#[derive(Clone, Debug)]
pub(in crate::logic) struct Switch {
    pub argument: u32,
    /// For a list that is not empty.
    pub lists: u32,
    pub unbound: u32,
    by_key: Table,
    /// For what no clause names: the clauses with a variable there.
    otherwise: u32,
}

impl Switch {
    /// The node for what has this key.
    #[inline]
    pub fn child(&self, key: Key) -> u32 {
        let found = match &self.by_key {
            Table::Few(entries) => entries.iter().find(|(known, _)| *known == key).map(|(_, node)| *node),
            Table::Many(entries) => entries.get(&key).copied(),
        };
        found.unwrap_or(self.otherwise)
    }
}

/// Nodes by key.
#[derive(Clone, Debug)]
enum Table {
    /// So few keys that looking at one after another is quicker than hashing.
    Few(Box<[(Key, u32)]>),
    Many(FxHashMap<Key, u32>),
}

const FEW: usize = 6;

/// A tree that has so many nodes grows no further: the clauses of a node are then tried one after another.
const MOST_NODES: usize = 1 << 22;

/// The decision trees of all predicates of a program.
#[derive(Clone, Debug, Default)]
pub(in crate::logic) struct Tree {
    pub nodes: Vec<Node>,
    pub switches: Vec<Switch>,
    /// The clauses of the nodes but the first of each.
    pub candidates: Vec<Address>,
}

impl Tree {
    /// A node for clauses.
    pub fn add(&mut self, mut clauses: impl Iterator<Item = Address>, is_leaf: bool) -> u32 {
        let first = clauses.next().unwrap_or(FAIL);
        let next = self.candidates.len() as u32;
        self.candidates.extend(clauses);
        let end = self.candidates.len() as u32;
        self.add_node(Node { first, next, end, switch: if is_leaf { LEAF } else { OPEN } })
    }

    fn add_node(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// The switch of a node, if it has one.
    #[inline]
    pub fn switch(&self, node: &Node) -> Option<&Switch> {
        self.switches.get(node.switch as usize)
    }

    /// Lets an open node look at one of the arguments that are bound in a call: at the one with the most keys.
    /// Those in `told` have been looked at on the way to it.
    pub fn grow(&mut self, node: u32, heads: &Heads, told: ArgumentSet, bound: ArgumentSet) {
        let clauses = self.clauses(node);
        if self.nodes.len() + clauses.len() > MOST_NODES {
            self.nodes[node as usize].switch = LEAF;
            return;
        }
        let bound = (0..ArgumentSet::BITS).filter(|argument| bound >> argument & 1 == 1);
        let groups = bound.rev().map(|argument| Groups::new(&clauses, heads, argument));
        let Some(groups) = groups.max_by_key(|groups| groups.order.len()) else { return };
        let is_leaf = heads.telling & !told == 1 << groups.argument;
        let Node { first, next, end, .. } = self.nodes[node as usize];
        let unbound = self.add_node(Node { first, next, end, switch: if is_leaf { LEAF } else { OPEN } });
        let switch = self.add_groups(groups, unbound, is_leaf);
        self.nodes[node as usize].switch = self.switches.len() as u32;
        self.switches.push(switch);
    }

    fn clauses(&self, node: u32) -> Vec<Address> {
        let Node { first, next, end, .. } = self.nodes[node as usize];
        std::iter::once(first).chain(self.candidates[next as usize..end as usize].iter().copied()).collect()
    }

    fn add_groups(&mut self, groups: Groups, unbound: u32, is_leaf: bool) -> Switch {
        let Groups { argument, order, clauses, open } = groups;
        let by_key: Vec<(Key, u32)> =
            order.into_iter().map(|key| (key, self.add(clauses[&key].iter().copied(), is_leaf))).collect();
        let otherwise = self.add(open.into_iter(), is_leaf);
        let lists = by_key.iter().find(|(key, _)| *key == Key::LIST).map_or(otherwise, |(_, node)| *node);
        let by_key = match by_key.len() {
            ..=FEW => Table::Few(by_key.into()),
            _ => Table::Many(by_key.into_iter().collect()),
        };
        Switch { argument, lists, unbound, by_key, otherwise }
    }
}

/// The clauses of a node by what they have in one argument.
struct Groups {
    argument: u32,
    /// The keys in the order in which they are met.
    order: Vec<Key>,
    /// For each key the clauses that match it, in their order.
    clauses: FxHashMap<Key, Vec<Address>>,
    /// Those with a variable, which match whatever there is.
    open: Vec<Address>,
}

impl Groups {
    fn new(clauses: &[Address], heads: &Heads, argument: u32) -> Self {
        let mut groups = Groups { argument, order: Vec::new(), clauses: FxHashMap::default(), open: Vec::new() };
        for clause in clauses {
            groups.add(*clause, heads.key(*clause, argument));
        }
        groups
    }

    fn add(&mut self, clause: Address, key: Key) {
        if key == Key::ANY {
            self.clauses.values_mut().for_each(|clauses| clauses.push(clause));
            self.open.push(clause);
            return;
        }
        let clauses = self.clauses.entry(key).or_insert_with(|| {
            self.order.push(key);
            self.open.clone()
        });
        clauses.push(clause);
    }
}
