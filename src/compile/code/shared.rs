//! Effects that moves share: what they change is computed for all moves alike, and the move only
//! decides whether they are had.

use std::collections::BTreeMap;

use super::apply::Changes;
use super::emitter::Emitter;
use super::moves::{Kind, Moves};
use crate::compile::circuit::{Circuit, Gate, Literal};
use crate::compile::families::Halt;
use crate::compile::residual::{Effect, Residual, Shared};
use crate::compile::words::Value;

/// Facts that change as facts of the position say that lie the same way: the words of both, and how
/// far the bits move up.
type Move = (usize, usize, i32);

impl Emitter<'_, '_> {
    /// Adds what moves change together with others.
    pub(super) fn add_shared(
        &mut self,
        changes: &mut Changes,
        residual: &Residual,
        moves: &Moves,
        input: usize,
    ) -> Result<(), Halt> {
        for (number, guards) in moves.shared(residual) {
            let truth = self.guard(moves, &guards, input)?;
            let Shared { deletes, adds } = &residual.shared[number];
            for (kind, effects) in [(Kind::Delete, deletes), (Kind::Add, adds)] {
                for (word, bits) in self.changed(effects)? {
                    let bits = self.builder.and(truth, bits);
                    self.change_words(changes, kind, word, &[bits]);
                }
            }
        }
        Ok(())
    }

    /// Whether the move has the effects.
    fn guard(
        &mut self,
        moves: &Moves,
        guards: &[(usize, Vec<Literal>)],
        input: usize,
    ) -> Result<Value, Halt> {
        let literals = guards.iter().flat_map(|(_, literals)| literals);
        if guards.len() == moves.entries.len()
            && literals
                .into_iter()
                .all(|literal| *literal == Literal::TRUE)
        {
            return Ok(self.builder.constant(u64::MAX));
        }
        let found = self.of_the_move(moves, guards, input)?;
        Ok(match moves.space {
            Some(_) => self.builder.any(found),
            None => found,
        })
    }

    /// The bits that effects add or delete, by word.
    fn changed(&mut self, effects: &[Effect]) -> Result<Vec<(usize, Value)>, Halt> {
        let layout = self.layout;
        let (mut moved, mut others): (BTreeMap<Move, u64>, BTreeMap<(usize, Literal), u64>) =
            Default::default();
        for effect in effects {
            let bit = layout.bit(effect.cell, effect.content);
            match facts(self.families.circuit(), effect.condition) {
                Some(facts) => facts.into_iter().for_each(|(cell, content)| {
                    let from = layout.bit(cell, content);
                    let distance = (bit % 64) as i32 - (from % 64) as i32;
                    *moved.entry((bit / 64, from / 64, distance)).or_default() |= 1 << (from % 64);
                }),
                None => *others.entry((bit / 64, effect.condition)).or_default() |= 1 << (bit % 64),
            }
        }
        let mut changed = Vec::new();
        for ((word, from, distance), mask) in moved {
            let (from, mask) = (self.word(from), self.builder.constant(mask));
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

/// The facts of which one has to hold for a literal to hold, if it says no more than that.
fn facts(circuit: &Circuit, literal: Literal) -> Option<Vec<(u32, u16)>> {
    if literal.is_negated() {
        return None;
    }
    match circuit.gate(literal.node()) {
        Gate::Fact { cell, content } => Some(vec![(*cell, *content)]),
        Gate::Any(parts) => parts.iter().map(|part| circuit.fact_of(*part)).collect(),
        _ => None,
    }
}
