//! What has to hold for a literal to hold, as far as a few gates show it. Knows nothing of rules.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::compile::circuit::{Circuit, Gate, Literal};

/// How many gates are looked through: who is to move stands on top.
const DEPTH: usize = 6;

/// Of more alternatives only the parts are looked at.
const MANY_ALTERNATIVES: usize = 16;

/// What literals of a circuit imply.
pub(super) struct Implied<'c> {
    circuit: &'c Circuit,
    /// By gate of alternatives and the depth that it is looked at what all alternatives imply.
    known: FxHashMap<(Literal, usize), Rc<[Literal]>>,
}

impl<'c> Implied<'c> {
    pub fn new(circuit: &'c Circuit) -> Self {
        Self {
            circuit,
            known: FxHashMap::default(),
        }
    }

    /// The literals that have to hold for this one to hold, itself among them.
    pub fn by(&mut self, literal: Literal) -> Vec<Literal> {
        let mut found = Vec::new();
        self.add(literal, DEPTH, &mut found);
        found
    }

    fn add(&mut self, literal: Literal, depth: usize, found: &mut Vec<Literal>) {
        found.push(literal);
        if depth == 0 || literal.is_negated() {
            return;
        }
        let circuit = self.circuit;
        match circuit.gate(literal.node()) {
            Gate::All(parts) => {
                let parts = parts.iter();
                parts.for_each(|part| self.add(*part, depth - 1, found));
            }
            Gate::Any(parts) => {
                let depth = match parts.len() {
                    0..=MANY_ALTERNATIVES => depth - 1,
                    _ => 1.min(depth - 1),
                };
                found.extend_from_slice(&self.by_each(literal, parts, depth));
            }
            _ => {}
        }
    }

    /// What each of these alternatives of a gate implies.
    fn by_each(&mut self, gate: Literal, parts: &[Literal], depth: usize) -> Rc<[Literal]> {
        if let Some(known) = self.known.get(&(gate, depth)) {
            return Rc::clone(known);
        }
        let parts = parts.iter().map(|part| {
            let mut found = Vec::new();
            self.add(*part, depth, &mut found);
            found
        });
        let implied: Rc<[Literal]> = parts.reduce(common).unwrap_or_default().into();
        self.known.insert((gate, depth), Rc::clone(&implied));
        implied
    }
}

/// Whether a condition says itself that these literals hold, or each of its alternatives does.
pub(super) fn says(circuit: &Circuit, condition: Literal, literals: &[Literal]) -> bool {
    let says = |condition: &Literal| match circuit.gate(condition.node()) {
        Gate::All(parts) if !condition.is_negated() => literals
            .iter()
            .all(|literal| parts.binary_search(literal).is_ok()),
        _ => false,
    };
    match circuit.gate(condition.node()) {
        Gate::Any(parts) if !condition.is_negated() => parts.iter().all(says),
        _ => says(&condition),
    }
}

/// The literals that are in both.
pub(super) fn common(mut one: Vec<Literal>, other: Vec<Literal>) -> Vec<Literal> {
    one.retain(|literal| other.contains(literal));
    one
}

/// Whether one of these literals excludes one of those.
pub(super) fn are_apart(circuit: &Circuit, one: &[Literal], other: &[Literal]) -> bool {
    one.iter().any(|one| match circuit.fact_of(*one) {
        None => other.contains(&!*one),
        Some((cell, content)) => other.iter().any(|other| match circuit.fact_of(*other) {
            Some((of, is)) => cell == of && content != is,
            None => *one == !*other,
        }),
    })
}
