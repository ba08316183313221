//! Effects that moves share: what they change is computed for all moves alike, and the move only decides whether they are had.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::apply::{Changes, exclude};
use super::emitter::Emitter;
use super::layout::Layout;
use super::moves::{Kind, Moves};
use crate::compile::circuit::{Circuit, Gate, Literal};
use crate::compile::families::{Row, TooManySteps};
use crate::compile::residual::{Effect, Residual, Shared};
use crate::compile::words::Value;

/// Facts that change as facts of the position say that lie the same way: the words of both, and how far the bits move
/// up.
type Move = (usize, usize, i32);

impl Emitter<'_, '_> {
    /// Adds what moves change together with others.
    pub(super) fn add_shared(
        &mut self,
        changes: &mut Changes,
        layout: &Layout,
        residual: &Residual,
        moves: &Moves,
        input: usize,
    ) -> Result<(), TooManySteps> {
        for (number, guards) in moves.shared(residual) {
            let truth = self.guard(moves, &guards, input)?;
            let Shared { deletes, adds } = &residual.shared[number];
            for (kind, effects) in [(Kind::Delete, deletes), (Kind::Add, adds)] {
                for (word, bits) in self.changed(layout, effects)? {
                    let bits = self.builder.and(truth, bits);
                    self.change_words(changes, kind, word, &[bits]);
                }
            }
        }
        Ok(())
    }

    /// Whether the move has the effects.
    fn guard(&mut self, moves: &Moves, guards: &[(usize, Vec<Literal>)], input: usize) -> Result<Value, TooManySteps> {
        let mut literals = guards.iter().flat_map(|(_, literals)| literals);
        if guards.len() == moves.entries.len() && literals.clone().all(|literal| *literal == Literal::TRUE) {
            return Ok(self.builder.constant(u64::MAX));
        }
        let Some(space) = moves.space else {
            return literals.next().map_or(Ok(self.builder.constant(0)), |literal| self.scalar(*literal));
        };
        let played = self.played(moves, space, input);
        let mut view = self.families.perspective(space, guards)?;
        let mut found = self.builder.constant(0);
        for Row { part, lanes } in self.families.rows(&mut view, guards)? {
            let bits = self.played_where(&played, part, 0, &lanes, space)?.folded(&mut self.builder);
            found = self.builder.or(found, bits);
        }
        Ok(self.builder.any(found))
    }

    /// The bits that effects add or delete, by word.
    fn changed(&mut self, layout: &Layout, effects: &[Effect]) -> Result<Vec<(usize, Value)>, TooManySteps> {
        let (mut moved, mut others): (BTreeMap<Move, u64>, BTreeMap<(usize, Literal), u64>) = Default::default();
        for effect in effects {
            let bit = bit(self.families.circuit(), layout, effect.cell, effect.content);
            match facts(self.families.circuit(), effect.condition) {
                Some(facts) => facts.into_iter().for_each(|(cell, content)| {
                    let from = self::bit(self.families.circuit(), layout, cell, content);
                    let distance = (bit % 64) as i32 - (from % 64) as i32;
                    *moved.entry((bit / 64, from / 64, distance)).or_default() |= 1 << (from % 64);
                }),
                None => *others.entry((bit / 64, effect.condition)).or_default() |= 1 << (bit % 64),
            }
        }
        let mut changed = Vec::new();
        for ((word, from, distance), mask) in moved {
            let (from, mask) = (self.builder.input(from), self.builder.constant(mask));
            let there = self.builder.and(from, mask);
            let places = distance.unsigned_abs() as u8;
            let there = match distance {
                0.. => self.builder.shift_left(there, places),
                _ => self.builder.shift_right(there, places),
            };
            changed.push((word, there));
        }
        for ((word, condition), bits) in others {
            self.prepare([condition].into_iter())?;
            let (truth, bits) = (self.scalar(condition)?, self.builder.constant(bits));
            changed.push((word, self.builder.and(truth, bits)));
        }
        Ok(changed)
    }
}

/// The place of a fact, in bits from the first word on.
fn bit(circuit: &Circuit, layout: &Layout, cell: u32, content: u16) -> usize {
    let relations = circuit.relations();
    let number = relations.partition_point(|relation| relation.first_cell <= cell) - 1;
    layout.regions()[number].bit((cell - relations[number].first_cell) as usize, content)
}

/// The facts of which one has to hold for a literal to hold, if it says no more than that.
fn facts(circuit: &Circuit, literal: Literal) -> Option<Vec<(u32, u16)>> {
    if literal.is_negated() {
        return None;
    }
    match circuit.gate(literal.node()) {
        Gate::Fact { cell, content } => Some(vec![(*cell, *content)]),
        Gate::Any(parts) => {
            let fact = |part: &Literal| match circuit.gate(part.node()) {
                Gate::Fact { cell, content } if !part.is_negated() => Some((*cell, *content)),
                _ => None,
            };
            parts.iter().map(fact).collect()
        }
        _ => None,
    }
}

/// The relations of which shared effects may add a second fact for one cell.
pub(super) fn doubtful_relations(residual: &Residual, moves: &Moves) -> Vec<usize> {
    let relations = residual.circuit.relations();
    let mut once: FxHashSet<u32> = FxHashSet::default();
    let mut doubtful: FxHashSet<u32> = FxHashSet::default();
    for number in moves.shared(residual).into_keys() {
        let adds = &residual.shared[number].adds;
        for (at, effect) in adds.iter().enumerate() {
            let is_other = |other: &&Effect| other.cell == effect.cell && other.content != effect.content;
            let excluded = |other: &Effect| exclude(&residual.circuit, &[other.condition, effect.condition]);
            if !adds[..at].iter().filter(is_other).all(excluded) {
                doubtful.insert(effect.cell);
            }
        }
        let cells: FxHashSet<u32> = adds.iter().map(|effect| effect.cell).collect();
        doubtful.extend(cells.iter().filter(|cell| !once.insert(**cell)));
    }
    let own = moves.entries.values().flat_map(|entry| &residual.moves[entry.number].adds);
    doubtful.extend(own.map(|effect| effect.cell).filter(|cell| once.contains(cell)));
    doubtful.iter().map(|cell| relations.partition_point(|relation| relation.first_cell <= *cell) - 1).collect()
}
