//! The facts of a position: a persistent set, cheap to clone and to change.
//!
//! Two sets of facts are equal if they hold the same facts, whatever their history. The hash is
//! kept up to date with every change, by the exclusive or of one number a fact (A. L. Zobrist,
//! 1970).

use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::ledger::{Charge, Ledger};
use super::persistent::{BLOCK, PersistentMap, PersistentVector};
use super::schema::{Fact, Schema, Storage};
use super::sort::merge_sort;
use super::term::Term;

/// A persistent set of ground facts, laid out by a [`Schema`].
#[derive(Clone, Debug)]
pub struct Facts {
    dense: PersistentVector<u16>,
    open: Arc<[PersistentMap<Term, OpenValue>]>,
    hash: u64,
    /// The memory of the dense cells that no other set of facts shares.
    charge: Arc<Charge>,
    /// The block in which a cell changed most recently.
    block: usize,
}

/// The value of a key in an open relation, and the memory of key and value.
#[derive(Clone, Debug)]
struct OpenValue {
    term: Term,
    _charge: Arc<Charge>,
}

impl PartialEq for OpenValue {
    fn eq(&self, other: &Self) -> bool {
        self.term == other.term
    }
}

impl Eq for OpenValue {}

impl Facts {
    /// The empty set of facts.
    #[must_use]
    pub fn empty(schema: &Schema) -> Self {
        let bytes = size_of::<Self>() + schema.dense_cells() * size_of::<u16>();
        Self {
            dense: std::iter::repeat_n(0, schema.dense_cells()).collect(),
            open: std::iter::repeat_n(PersistentMap::default(), schema.open_relations()).collect(),
            hash: 0,
            charge: Arc::new(schema.ledger().charge(bytes)),
            block: usize::MAX,
        }
    }

    /// Adds a fact; it replaces the old value of its key.
    pub fn add(&mut self, fact: &Fact) {
        match fact {
            Fact::Dense { cell, content } => self.set_cell(*cell, *content),
            Fact::Open { open, key, value } => {
                let bytes = key.bytes() + value.bytes() + size_of::<Charge>();
                let held = OpenValue {
                    term: value.clone(),
                    _charge: Arc::new(self.ledger().charge(bytes)),
                };
                let map = &mut Arc::make_mut(&mut self.open)[*open];
                let old = map.insert(key.clone(), held);
                self.hash ^= old.map_or(0, |old| open_number(*open as u64, key, &old.term))
                    ^ open_number(*open as u64, key, value);
            }
        }
    }

    /// Removes a fact, if the set contains it.
    pub fn remove(&mut self, fact: &Fact) {
        match fact {
            Fact::Dense { cell, content } if self.dense[*cell] == *content => {
                self.set_cell(*cell, 0)
            }
            Fact::Open { open, key, value } if self.open_value(*open, key) == Some(value) => {
                Arc::make_mut(&mut self.open)[*open].remove(key);
                self.hash ^= open_number(*open as u64, key, value);
            }
            _ => {}
        }
    }

    fn set_cell(&mut self, cell: usize, content: u16) {
        self.charge_block(cell / BLOCK);
        let old = self.dense.set(cell, content);
        self.hash ^= dense_number(cell as u64, old) ^ dense_number(cell as u64, content);
    }

    /// Whether the set contains the fact.
    #[must_use]
    pub fn contains(&self, fact: &Fact) -> bool {
        match fact {
            Fact::Dense { cell, content } => self.dense[*cell] == *content,
            Fact::Open { open, key, value } => self.open_value(*open, key) == Some(value),
        }
    }

    /// Accounts for a change in a block of dense cells. A block that changes again later may count
    /// twice, but the sum never exceeds the number of all blocks.
    fn charge_block(&mut self, block: usize) {
        const BYTES: usize = BLOCK * size_of::<u16>();
        let base = size_of::<Self>();
        match Arc::get_mut(&mut self.charge) {
            None => self.charge = Arc::new(self.charge.ledger().charge(base + BYTES)),
            Some(_) if block == self.block => {}
            Some(charge) if charge.bytes() - base >= self.dense.len() * size_of::<u16>() => {}
            Some(charge) => charge.grow(BYTES),
        }
        self.block = block;
    }

    /// The account of the memory of all facts of the same schema.
    fn ledger(&self) -> &Ledger {
        self.charge.ledger()
    }

    /// The contents of all dense cells in order.
    pub fn dense(&self) -> impl Iterator<Item = u16> + '_ {
        self.dense.iter().copied()
    }

    /// Puts the contents of all dense cells, in order, in place of those in a row.
    pub(super) fn lay_out(&self, row: &mut Vec<u16>) {
        row.clear();
        for block in self.dense.leaves() {
            row.extend_from_slice(block);
        }
    }

    /// Whether both are clones, or clones of clones, and none of them has changed since.
    pub(super) fn is_clone_of(&self, other: &Self) -> bool {
        // A change of shared facts makes an account or a list of maps of its own.
        Arc::ptr_eq(&self.charge, &other.charge) && Arc::ptr_eq(&self.open, &other.open)
    }

    /// The facts of an open relation, sorted by key.
    #[must_use]
    pub fn open(&self, open: usize) -> Vec<(Term, Term)> {
        let mut facts: Vec<_> = self.open[open]
            .iter()
            .map(|(key, value)| (key.clone(), value.term.clone()))
            .collect();
        facts.sort_unstable();
        facts
    }

    /// The facts of an open relation, sorted by key. `look` is called for every fact and may stop
    /// the work.
    ///
    /// # Errors
    /// The first error of `look`.
    pub(super) fn open_or<E>(
        &self,
        open: usize,
        mut look: impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<(Term, Term)>, E> {
        let mut facts: Vec<(&Term, &Term)> = Vec::new();
        for (key, value) in &self.open[open] {
            look()?;
            facts.push((key, &value.term));
        }
        merge_sort(&mut facts, |left, right| {
            look()?;
            Ok(left.cmp(right))
        })?;
        Ok(facts
            .into_iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect())
    }

    /// The value of a key of an open relation.
    #[must_use]
    pub fn open_value(&self, open: usize, key: &Term) -> Option<&Term> {
        self.open[open].get(key).map(|value| &value.term)
    }

    /// All facts, relation by relation in the order of the schema, each in the order of its keys.
    #[must_use]
    pub fn facts(&self, schema: &Schema) -> Vec<Fact> {
        let mut facts = Vec::new();
        for relation in schema.relations() {
            match &relation.storage {
                Storage::Dense(dense) => {
                    let cells = (dense.offset..dense.offset + dense.size)
                        .map(|cell| (cell, self.dense[cell]));
                    let held = cells.filter(|(_, content)| *content != 0);
                    facts.extend(held.map(|(cell, content)| Fact::Dense { cell, content }));
                }
                Storage::Open(open) => {
                    let held = self.open(*open).into_iter();
                    facts.extend(held.map(|(key, value)| Fact::Open {
                        open: *open,
                        key,
                        value,
                    }));
                }
                Storage::Given => {}
            }
        }
        facts
    }

    /// All facts as terms, in the same order.
    #[must_use]
    pub fn terms(&self, schema: &Schema) -> Vec<Term> {
        self.facts(schema)
            .iter()
            .map(|fact| schema.term(fact))
            .collect()
    }

    /// About how many bytes these facts take that `parent` does not share: the blocks of dense
    /// cells in which one differs, and the facts of open relations that are new.
    #[must_use]
    pub fn bytes_beside(&self, parent: &Facts) -> usize {
        let blocks: FxHashSet<usize> = self
            .dense
            .iter()
            .zip(&parent.dense)
            .enumerate()
            .filter(|(_, (own, old))| own != old)
            .map(|(cell, _)| cell / BLOCK)
            .collect();
        let new = |(own, old): (
            &PersistentMap<Term, OpenValue>,
            &PersistentMap<Term, OpenValue>,
        )|
         -> usize {
            let added = own
                .iter()
                .filter(|(key, value)| old.get(key) != Some(value));
            added
                .map(|(key, value)| key.bytes() + value.term.bytes())
                .sum()
        };
        let open: usize = self.open.iter().zip(&*parent.open).map(new).sum();
        blocks.len() * BLOCK * size_of::<u16>() + open
    }

    /// The number of persistent collections: one for all dense cells, and one for each open
    /// relation.
    pub(super) fn collections(&self) -> usize {
        1 + self.open.len()
    }

    /// A hash of the facts: equal sets have equal keys, and different sets almost always different
    /// ones.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.hash
    }

    /// A hash of 128 bits, half of which is the [key](Self::key). It takes a look at every fact.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        let dense = self
            .dense
            .iter()
            .enumerate()
            .fold(0, |all, (cell, &content)| {
                all ^ dense_number(cell as u64 + SECOND_HALF, content)
            });
        let open = self.open.iter().enumerate().flat_map(|(open, facts)| {
            facts
                .iter()
                .map(move |(key, value)| open_number(open as u64 + SECOND_HALF, key, &value.term))
        });
        let second_half = open.fold(dense, |all, number| all ^ number);
        u128::from(self.hash) << 64 | u128::from(second_half)
    }
}

/// The fingerprint of a position with one fact: a cell that is not empty. The fingerprint of a position
/// with several facts is the exclusive or of theirs.
pub(crate) fn cell_fingerprint(cell: usize, content: u16) -> u128 {
    let cell = cell as u64;
    let halves = [cell, cell + SECOND_HALF].map(|cell| dense_number(cell, content));
    u128::from(halves[0]) << 64 | u128::from(halves[1])
}

/// Added to the number of a cell or relation, it leads to other numbers for its facts. No schema
/// has this many cells.
const SECOND_HALF: u64 = 1 << 40;

impl PartialEq for Facts {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.dense == other.dense && self.open == other.open
    }
}

impl Eq for Facts {}

impl Hash for Facts {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The number that stands for the content of a dense cell in the hash; 0 for an empty cell.
fn dense_number(cell: u64, content: u16) -> u64 {
    if content == 0 {
        0
    } else {
        mix(cell << 16 | u64::from(content))
    }
}

fn open_number(open: u64, key: &Term, value: &Term) -> u64 {
    mix(FxBuildHasher.hash_one((open, key, value)))
}

/// Spreads the bits of a number (the finaliser of SplitMix64; G. Steele, D. Lea, C. Flood, 2014).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
