//! Which clauses of a predicate can answer a call, by what its arguments are bound to.
//!
//! Loading only notes what the head of each clause has in each argument ([`Heads`]). From that a machine grows a
//! [`Tree`] for the calls that come: it looks at one bound argument after another, until one clause is left or no
//! argument says more. So any arguments that are bound together choose the clauses, and what nobody asks for is never
//! built (V. Santos Costa, K. Sagonas, R. Lopes, "Demand-driven indexing of Prolog clauses", 2007).

mod tree;

use rustc_hash::FxHashSet;

use super::cell::Cell;
use super::instruction::Address;

pub(super) use tree::{Node, Switch, Tree};

/// What an index sees of a term: an atom or small integer as it is, the functor of a compound, one
/// key each for lists, strings and wide integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(pub Cell);

impl Key {
    /// A variable in a head: whatever stands in the call matches.
    const ANY: Key = Key(Cell::word_key(0));
    pub const LIST: Key = Key(Cell::word_key(1));
    pub const STRING: Key = Key(Cell::word_key(2));
    pub const WIDE: Key = Key(Cell::word_key(3));
}

/// One clause as the index sees it: the keys of its head's arguments (`None` for a variable) and its code.
#[derive(Clone)]
pub(super) struct Entry {
    pub keys: Vec<Option<Key>>,
    pub address: Address,
}

/// A set of arguments as the bits of a number; those from the sixty-fifth on are not looked at.
pub(super) type ArgumentSet = u64;

/// The heads of a predicate's clauses as the index sees them.
#[derive(Clone, Debug)]
pub(super) struct Heads {
    /// The node of the tree with all clauses.
    pub root: u32,
    /// The arguments that tell clauses apart.
    pub telling: ArgumentSet,
    arity: usize,
    /// The clauses' code, in their order, which is that of the addresses.
    addresses: Box<[Address]>,
    /// For each clause the keys of its arguments.
    keys: Box<[Key]>,
}

impl Heads {
    /// The heads of a predicate's clauses in order; they become a root of the tree.
    pub fn new(clauses: &[Entry], arity: usize, tree: &mut Tree) -> Self {
        let tells =
            |argument: &usize| clauses.len() > 1 && clauses.iter().any(|clause| clause.keys[*argument].is_some());
        let telling =
            (0..arity.min(ArgumentSet::BITS as usize)).filter(tells).fold(0, |all, argument| all | 1 << argument);
        let keys = clauses.iter().flat_map(|clause| &clause.keys).map(|key| key.unwrap_or(Key::ANY)).collect();
        let addresses: Box<[Address]> = clauses.iter().map(|clause| clause.address).collect();
        Self { root: tree.add(addresses.iter().copied(), telling == 0), telling, arity, addresses, keys }
    }

    /// What the clause with that code has in an argument.
    fn key(&self, address: Address, argument: u32) -> Key {
        let clause = self.addresses.binary_search(&address).expect("the tree holds clauses of the predicate");
        self.keys[clause * self.arity + argument as usize]
    }

    /// Whether an argument is not a variable in all of these clauses.
    fn tells(&self, clauses: &[Address], argument: u32) -> bool {
        clauses.iter().any(|clause| self.key(*clause, argument) != Key::ANY)
    }

    fn count_keys(&self, clauses: &[Address], argument: u32) -> usize {
        clauses.iter().map(|clause| self.key(*clause, argument)).collect::<FxHashSet<Key>>().len()
    }
}
