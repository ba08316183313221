//! Cells to which a move may add two facts, as far as their conditions do not exclude each other.

use rustc_hash::{FxHashMap, FxHashSet};

use super::moves::{Entry, Moves};
use crate::compile::exclusion::Exclusion;
use crate::compile::residual::{Effect, Residual};

/// What is known of the moves of a mode.
pub struct Doubts<'r> {
    residual: &'r Residual,
    exclusion: Exclusion,
    /// By number of shared effects.
    of_shared: FxHashMap<usize, OfShared>,
}

/// What some effects that moves share add.
struct OfShared {
    cells: FxHashSet<u32>,
    /// Those of these cells to which they may add two facts.
    doubtful: Vec<u32>,
}

impl<'r> Doubts<'r> {
    pub fn new(residual: &'r Residual) -> Self {
        Self {
            residual,
            exclusion: Exclusion::default(),
            of_shared: FxHashMap::default(),
        }
    }

    /// How many literals were assumed, as a measure of the work.
    pub fn assumed(&self) -> u64 {
        self.exclusion.assumed()
    }

    /// The relations in which one of these moves may add two facts for a cell.
    pub fn relations(&mut self, moves: &Moves) -> FxHashSet<usize> {
        let mut doubtful: Vec<u32> = Vec::new();
        let mut once: FxHashSet<u32> = FxHashSet::default();
        for number in moves.shared(self.residual).into_keys() {
            let shared = self.of_shared(number);
            doubtful.extend(&shared.doubtful);
            doubtful.extend(shared.cells.iter().filter(|cell| !once.insert(**cell)));
        }
        for entry in moves.entries.values() {
            let own = self.residual.moves[entry.number].adds.iter();
            let own = own.map(|effect| effect.cell);
            doubtful.extend(own.filter(|cell| once.contains(cell)));
            doubtful.extend(self.of_move(entry));
        }
        let circuit = &self.residual.circuit;
        let relations = doubtful.into_iter().map(|cell| circuit.relation_of(cell));
        relations.collect()
    }

    fn of_shared(&mut self, number: usize) -> &OfShared {
        let (residual, exclusion) = (self.residual, &mut self.exclusion);
        self.of_shared.entry(number).or_insert_with(|| {
            let adds = &residual.shared[number].adds;
            OfShared {
                cells: adds.iter().map(|effect| effect.cell).collect(),
                doubtful: twice(adds, |one, other| {
                    exclusion.excludes(&residual.circuit, &[one.condition, other.condition])
                }),
            }
        })
    }

    fn of_move(&mut self, entry: &Entry) -> Vec<u32> {
        let (circuit, exclusion) = (&self.residual.circuit, &mut self.exclusion);
        twice(&self.residual.moves[entry.number].adds, |one, other| {
            exclusion.excludes(circuit, &[one.condition, other.condition, entry.condition])
        })
    }
}

/// The cells to which effects may add two facts, where it can be told of two that they exclude each other.
fn twice(adds: &[Effect], mut excludes: impl FnMut(&Effect, &Effect) -> bool) -> Vec<u32> {
    let mut by_cell: FxHashMap<u32, Vec<&Effect>> = FxHashMap::default();
    for effect in adds {
        by_cell.entry(effect.cell).or_default().push(effect);
    }
    let mut may_differ = |effects: &Vec<&Effect>| {
        effects.iter().enumerate().any(|(number, one)| {
            let mut others = effects[..number].iter();
            others.any(|other| other.content != one.content && !excludes(one, other))
        })
    };
    let doubtful = by_cell
        .into_iter()
        .filter(|(_, effects)| may_differ(effects));
    doubtful.map(|(cell, _)| cell).collect()
}
