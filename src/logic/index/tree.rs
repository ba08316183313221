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
    /// Whether nothing more can be told of the clauses behind it.
    is_leaf: bool,
}

/// Where a switch leads for a bound argument, before a call has come that has one.
const UNKNOWN: u32 = u32::MAX;

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

    /// Lets an open node look at one of the arguments that are bound in a call, the one with the most keys; if none is
    /// bound, at one so far as to go on from there. Those in `told` have been looked at on the way to the node.
    pub fn grow(&mut self, node: u32, heads: &Heads, told: ArgumentSet, bound: ArgumentSet) {
        let clauses = self.clauses(node);
        let untold = arguments(heads.telling & !told).filter(|argument| heads.tells(&clauses, *argument));
        let untold = untold.fold(0, |all, argument| all | 1 << argument);
        if untold == 0 || self.nodes.len() + clauses.len() > MOST_NODES {
            self.nodes[node as usize].switch = LEAF;
            return;
        }
        let best = arguments(untold & bound).rev().max_by_key(|argument| heads.count_keys(&clauses, *argument));
        let argument = best.unwrap_or(untold.trailing_zeros());
        let is_leaf = untold == 1 << argument;
        let Node { first, next, end, .. } = self.nodes[node as usize];
        let unbound = self.add_node(Node { first, next, end, switch: if is_leaf { LEAF } else { OPEN } });
        self.nodes[node as usize].switch = self.switches.len() as u32;
        self.switches.push(Switch {
            argument,
            lists: UNKNOWN,
            unbound,
            by_key: Table::Few(Box::default()),
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
        let Switch { argument, is_leaf, .. } = self.switches[number];
        let Groups { order, clauses, open } = Groups::new(&self.clauses(node), heads, argument);
        let by_key: Vec<(Key, u32)> =
            order.into_iter().map(|key| (key, self.add(clauses[&key].iter().copied(), is_leaf))).collect();
        let otherwise = self.add(open.into_iter(), is_leaf);
        let switch = &mut self.switches[number];
        switch.otherwise = otherwise;
        switch.lists = by_key.iter().find(|(key, _)| *key == Key::LIST).map_or(otherwise, |(_, node)| *node);
        switch.by_key = match by_key.len() {
            ..=FEW => Table::Few(by_key.into()),
            _ => Table::Many(by_key.into_iter().collect()),
        };
    }

    fn clauses(&self, node: u32) -> Vec<Address> {
        let Node { first, next, end, .. } = self.nodes[node as usize];
        std::iter::once(first).chain(self.candidates[next as usize..end as usize].iter().copied()).collect()
    }
}

/// The arguments of a set, the first one first.
fn arguments(set: ArgumentSet) -> impl DoubleEndedIterator<Item = u32> {
    (0..ArgumentSet::BITS).filter(move |argument| set >> argument & 1 == 1)
}

/// The clauses of a node by what they have in one argument.
struct Groups {
    /// The keys in the order in which they are met.
    order: Vec<Key>,
    /// For each key the clauses that match it, in their order.
    clauses: FxHashMap<Key, Vec<Address>>,
    /// Those with a variable, which match whatever there is.
    open: Vec<Address>,
}

impl Groups {
    fn new(clauses: &[Address], heads: &Heads, argument: u32) -> Self {
        let mut groups = Groups { order: Vec::new(), clauses: FxHashMap::default(), open: Vec::new() };
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
