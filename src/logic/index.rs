//! Which clauses of a predicate can answer a call, by what its arguments are bound to.
//!
//! For every argument in which clauses differ there is a table from what can stand there to the
//! clauses that match it, in their order. A call takes the shortest list that one of its bound
//! arguments gives, so that a call which one clause can answer leaves no choice point.

use rustc_hash::FxHashMap;

use super::cell::Cell;
use super::instruction::{Address, FAIL, NAMED_ARGUMENTS};

/// The clauses that may answer a call, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidates {
    /// [`FAIL`] if there is none: to go on there is to fail.
    pub first: Address,
    /// Where the others stand among a program's candidates.
    pub next: u32,
    pub end: u32,
}

impl Candidates {
    /// How many there are beside the first.
    #[inline]
    pub fn others(self) -> u32 {
        self.end - self.next
    }
}

/// The index of one predicate.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub all: Candidates,
    /// On the first argument in which clauses differ, if it is one of those that a call names itself.
    pub first: Option<ArgumentIndex>,
    /// On the others.
    pub more: Box<[ArgumentIndex]>,
}

/// The index on one argument.
#[derive(Clone, Debug)]
pub(super) struct ArgumentIndex {
    pub argument: usize,
    /// For a list that is not empty.
    pub lists: Candidates,
    by_key: Table,
    /// For what no clause names: the clauses with a variable there.
    otherwise: Candidates,
}

impl ArgumentIndex {
    /// The clauses that match what has this key.
    #[inline]
    pub fn candidates(&self, key: Key) -> &Candidates {
        let found = match &self.by_key {
            Table::Few(entries) => entries.iter().find(|(known, _)| *known == key).map(|(_, found)| found),
            Table::Many(entries) => entries.get(&key),
        };
        found.unwrap_or(&self.otherwise)
    }
}

/// Candidates by key.
#[derive(Clone, Debug)]
enum Table {
    /// So few keys that looking at one after another is quicker than hashing.
    Few(Box<[(Key, Candidates)]>),
    Many(FxHashMap<Key, Candidates>),
}

const FEW: usize = 6;

impl Table {
    fn new(entries: Vec<(Key, Candidates)>) -> Self {
        if entries.len() <= FEW { Table::Few(entries.into()) } else { Table::Many(entries.into_iter().collect()) }
    }
}

/// What an index sees of a term: an atom or small integer as it is, the functor of a compound, one
/// key each for lists, strings and wide integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(pub Cell);

impl Key {
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

/// Indexes the clauses of a predicate; lists of candidates go to the end of `candidates`.
pub(super) fn build(clauses: &[Entry], arity: usize, candidates: &mut Vec<Address>) -> Index {
    let all = list(clauses.iter().map(|clause| clause.address), candidates);
    let worthwhile =
        |argument: &usize| clauses.len() > 1 && clauses.iter().any(|clause| clause.keys[*argument].is_some());
    let mut arguments = (0..arity).filter(worthwhile).peekable();
    let mut index = |argument| index_argument(clauses, argument, candidates);
    let first = arguments.next_if(|argument| *argument < NAMED_ARGUMENTS).map(&mut index);
    Index { all, first, more: arguments.map(index).collect() }
}

fn index_argument(clauses: &[Entry], argument: usize, candidates: &mut Vec<Address>) -> ArgumentIndex {
    let mut order = Vec::new();
    let mut lists: FxHashMap<Key, Vec<Address>> = FxHashMap::default();
    let mut open: Vec<Address> = Vec::new();
    for clause in clauses {
        match clause.keys[argument] {
            Some(key) => {
                let list = lists.entry(key).or_insert_with(|| {
                    order.push(key);
                    open.clone()
                });
                list.push(clause.address);
            }
            None => {
                lists.values_mut().for_each(|list| list.push(clause.address));
                open.push(clause.address);
            }
        }
    }
    let by_key: Vec<_> = order.into_iter().map(|key| (key, list(lists[&key].iter().copied(), candidates))).collect();
    let otherwise = list(open.into_iter(), candidates);
    let lists = by_key.iter().find(|(key, _)| *key == Key::LIST).map_or(otherwise, |(_, found)| *found);
    ArgumentIndex { argument, lists, by_key: Table::new(by_key), otherwise }
}

fn list(mut clauses: impl Iterator<Item = Address>, candidates: &mut Vec<Address>) -> Candidates {
    let first = clauses.next().unwrap_or(FAIL);
    let next = candidates.len() as u32;
    candidates.extend(clauses);
    Candidates { first, next, end: candidates.len() as u32 }
}
