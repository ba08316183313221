//! Which clauses of a predicate can answer a call, given its bound arguments.
//!
//! Loading records the key of each head argument, and makes a table for the first argument that
//! distinguishes clauses ([`Heads`]). If that leaves several clauses, a machine grows an
//! [`IndexTree`] for the calls that occur. The tree examines one more bound argument after another,
//! until one clause is left or no argument distinguishes the rest. So any combination of bound
//! arguments selects the clauses, and tables that no call needs are never built (V. Santos Costa,
//! K. Sagonas, R. Lopes, "Demand-driven indexing of Prolog clauses", 2007).

mod groups;
mod table;
mod tree;

use rustc_hash::FxHashSet;

use self::groups::ClauseGroups;
use self::table::KeyTable;
use super::cell::Cell;
use super::instruction::Address;

pub(super) use tree::{IndexNode, IndexSwitch, IndexTree};

/// The part of a term that an index compares: an atom or small integer itself, the functor of a
/// compound, one key each for lists, strings and wide integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct IndexKey(pub Cell);

impl IndexKey {
    /// A variable in a head, which matches any argument of the call.
    pub const ANY: IndexKey = IndexKey(Cell::word_key(0));
    pub const LIST: IndexKey = IndexKey(Cell::word_key(1));
    pub const STRING: IndexKey = IndexKey(Cell::word_key(2));
    pub const WIDE: IndexKey = IndexKey(Cell::word_key(3));
}

/// One clause as the index sees it: the keys of its head's arguments, and its code.
#[derive(Clone)]
pub(super) struct ClauseEntry {
    pub keys: Box<[IndexKey]>,
    pub address: Address,
}

/// A set of arguments, one bit for each; only the first 64 arguments are considered.
pub(super) type ArgumentSet = u64;

/// The arguments of a set, the first one first.
fn arguments(set: ArgumentSet) -> impl DoubleEndedIterator<Item = u32> {
    (0..ArgumentSet::BITS).filter(move |argument| set >> argument & 1 == 1)
}

/// The arguments of a set for which `holds` is true.
pub(super) fn subset(set: ArgumentSet, mut holds: impl FnMut(u32) -> bool) -> ArgumentSet {
    arguments(set)
        .filter(|argument| holds(*argument))
        .fold(0, |all, argument| all | 1 << argument)
}

/// Clauses that can answer a call, in their order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates {
    /// The first clause; [`FAIL`](super::instruction::FAIL) if there is none, so that a jump to it
    /// fails.
    pub first: Address,
    /// The range of the other clauses among the tree's clauses.
    pub next: u32,
    pub end: u32,
    /// The node of the tree that may narrow the clauses further, or [`LEAF`].
    pub node: u32,
}

/// No further argument distinguishes the clauses.
pub(super) const LEAF: u32 = u32::MAX;

impl Candidates {
    /// Whether no further argument can narrow the clauses.
    #[inline]
    pub fn are_told(&self) -> bool {
        self.next == self.end || self.node == LEAF
    }
}

/// The clauses by the first argument that distinguishes them.
#[derive(Clone, Debug)]
pub(super) struct FirstArgument {
    pub argument: u32,
    /// For a list that is not empty.
    pub lists: Candidates,
    by_key: KeyTable<Candidates>,
    /// The clauses with a variable there, for keys that no clause has.
    otherwise: Candidates,
}

impl FirstArgument {
    /// The clauses that match a term with this key.
    #[inline]
    pub fn candidates(&self, key: IndexKey) -> &Candidates {
        self.by_key.get(key).unwrap_or(&self.otherwise)
    }
}

/// A clause with a variable is in the list of every key. An argument is not indexed if each clause
/// would be in more lists than this on average: all lists together would grow with the square of
/// the number of clauses.
const MOST_REPEATED: usize = 256;

/// Whether an argument distinguishes clauses, without repeating them in too many lists.
fn tells(clauses: &[ClauseEntry], argument: usize) -> bool {
    let keys = clauses.iter().map(|clause| clause.keys[argument]);
    if clauses.len() < 2 || keys.clone().all(|key| key == IndexKey::ANY) {
        return false;
    }
    let open = keys.clone().filter(|key| *key == IndexKey::ANY).count();
    // Counting keys takes long, and with at most this many open clauses the limit is always kept.
    open <= MOST_REPEATED
        || open * keys.collect::<FxHashSet<IndexKey>>().len() <= MOST_REPEATED * clauses.len()
}

/// The heads of a predicate's clauses as the index sees them.
#[derive(Clone, Debug)]
pub(super) struct Heads {
    pub all: Candidates,
    pub first: Option<FirstArgument>,
    /// The arguments that distinguish clauses.
    pub telling: ArgumentSet,
    arity: usize,
    /// The addresses of the clauses, in their order, which is also ascending.
    addresses: Box<[Address]>,
    /// The keys of each clause's arguments, clause by clause.
    keys: Box<[IndexKey]>,
}

impl Heads {
    /// Creates the heads from a predicate's clauses in order. Their nodes are added to the tree.
    pub fn new(clauses: &[ClauseEntry], arity: usize, tree: &mut IndexTree) -> Self {
        let looked_at = 0..arity.min(ArgumentSet::BITS as usize);
        let telling = looked_at.filter(|argument| tells(clauses, *argument));
        let telling: ArgumentSet = telling.fold(0, |all, argument| all | 1 << argument);
        let keys = clauses
            .iter()
            .flat_map(|clause| &clause.keys)
            .copied()
            .collect();
        let addresses: Box<[Address]> = clauses.iter().map(|clause| clause.address).collect();
        let is_leaf = telling.count_ones() <= 1;
        let all = tree.candidates(addresses.iter().copied(), is_leaf);
        let mut heads = Self {
            all,
            first: None,
            telling,
            arity,
            addresses,
            keys,
        };
        heads.first = (telling != 0).then(|| heads.first_argument(tree, is_leaf));
        heads
    }

    fn first_argument(&self, tree: &mut IndexTree, is_leaf: bool) -> FirstArgument {
        let argument = self.telling.trailing_zeros();
        let groups = ClauseGroups::new(&self.addresses, self, argument);
        let mut candidates =
            |clauses: &[Address]| tree.candidates(clauses.iter().copied(), is_leaf);
        let otherwise = candidates(&groups.open);
        let by_key: Vec<_> = groups
            .by_key()
            .map(|(key, clauses)| (key, candidates(clauses)))
            .collect();
        let lists = by_key
            .iter()
            .find(|(key, _)| *key == IndexKey::LIST)
            .map_or(otherwise, |(_, found)| *found);
        FirstArgument {
            argument,
            lists,
            by_key: KeyTable::new(by_key),
            otherwise,
        }
    }

    /// The key of an argument of the clause at this address.
    fn key(&self, address: Address, argument: u32) -> IndexKey {
        let clause = self
            .addresses
            .binary_search(&address)
            .expect("the tree holds clauses of the predicate");
        self.keys[clause * self.arity + argument as usize]
    }

    /// Whether an argument is not a variable in all of these clauses.
    fn tells(&self, clauses: &[Address], argument: u32) -> bool {
        clauses
            .iter()
            .any(|clause| self.key(*clause, argument) != IndexKey::ANY)
    }

    fn count_keys(&self, clauses: &[Address], argument: u32) -> usize {
        clauses
            .iter()
            .map(|clause| self.key(*clause, argument))
            .collect::<FxHashSet<IndexKey>>()
            .len()
    }
}
