//! Whether several roles have legal moves at once, so that they choose together.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::emitter::Emitter;
use super::turn::conjunction;
use crate::compile::circuit::{Gate, Literal};
use crate::compile::residual::Residual;
use crate::compile::words::Value;

/// Whether several roles may have legal moves at once. They have not if what holds whenever one has a move
/// contradicts what holds whenever another one has.
pub fn is_ever_joint(residual: &Residual) -> bool {
    // In most modes it is the same role that moves.
    let role_of = |(number, _): &(usize, Literal)| residual.moves[*number].role;
    let mut roles = residual.legal.iter().map(role_of);
    let first = roles.next();
    if roles.all(|role| Some(role) == first) {
        return false;
    }
    let conditions = residual.legal.iter().map(|entry| (role_of(entry), entry.1));
    let conditions: FxHashSet<(usize, Literal)> = conditions.collect();
    let mut by_role: BTreeMap<usize, Vec<Literal>> = BTreeMap::new();
    for (role, condition) in conditions {
        let parts = conjunction(&residual.circuit, condition);
        match by_role.get_mut(&role) {
            Some(shared) => shared.retain(|literal| parts.binary_search(literal).is_ok()),
            None => drop(by_role.insert(role, parts)),
        }
    }
    let has = |all: &[Literal], literal: Literal| all.binary_search(&literal).is_ok();
    // That none of several things holds is taken apart by `conjunction`.
    let contradict = |literal: Literal, all: &[Literal]| {
        let has_none = match residual.circuit.gate(literal.node()) {
            Gate::Any(parts) if !literal.is_negated() => parts.iter().all(|part| has(all, !*part)),
            _ => false,
        };
        has_none || has(all, !literal)
    };
    let exclude = |one: &[Literal], other: &[Literal]| {
        let of = |some: &[Literal], all: &[Literal]| {
            some.iter().any(|literal| contradict(*literal, all))
        };
        of(one, other) || of(other, one)
    };
    let shared: Vec<Vec<Literal>> = by_role.into_values().collect();
    let is_met_by = |(number, one): (usize, &Vec<Literal>)| {
        let mut others = shared[number + 1..].iter();
        others.any(|other| !exclude(one, other))
    };
    shared.iter().enumerate().any(is_met_by)
}

impl Emitter<'_, '_> {
    /// Whether several roles have legal moves, given the moves of families with their roles.
    pub(super) fn joint<'v>(
        &mut self,
        legal: impl Iterator<Item = (usize, &'v Vec<Value>)>,
    ) -> Value {
        let zero = self.builder.constant(0);
        let mut by_role: BTreeMap<usize, Value> = BTreeMap::new();
        for (role, words) in legal {
            let bits = by_role.entry(role).or_insert(zero);
            *bits = words
                .iter()
                .fold(*bits, |bits, word| self.builder.or(bits, *word));
        }
        let (mut one, mut several) = (zero, zero);
        for bits in by_role.into_values() {
            let has_moves = self.builder.any(bits);
            (one, several) = self.builder.once_and_twice((one, several), has_moves);
        }
        several
    }
}
