//! Literals of a circuit that cannot all hold, as far as it shows without a search. Knows nothing
//! of games.

use rustc_hash::{FxHashMap, FxHashSet};

use super::circuit::{Circuit, Gate, Literal};

/// Whether it shows that these literals cannot all hold.
pub fn exclude(circuit: &Circuit, literals: &[Literal]) -> bool {
    let Some(all) = together(circuit, literals) else {
        return true;
    };
    let mut alternatives = all
        .iter()
        .filter_map(|literal| match circuit.gate(literal.node()) {
            Gate::Any(parts) if !literal.is_negated() && parts.len() <= MOST_ALTERNATIVES => {
                Some(parts)
            }
            _ => None,
        });
    alternatives.any(|parts| {
        parts
            .iter()
            .all(|part| together(circuit, &[literals, &[*part]].concat()).is_none())
    })
}

/// So many literals, one of which holds, are looked at one by one: as when a clock stops at its
/// last number.
const MOST_ALTERNATIVES: usize = 4;

/// What holds where these literals hold; none if it shows that they cannot.
fn together(circuit: &Circuit, literals: &[Literal]) -> Option<FxHashSet<Literal>> {
    let mut known: FxHashSet<Literal> = FxHashSet::default();
    let mut contents: FxHashMap<u32, u16> = FxHashMap::default();
    let mut waiting: Vec<Literal> = literals.to_vec();
    while let Some(literal) = waiting.pop() {
        if known.contains(&!literal) {
            return None;
        }
        if !known.insert(literal) {
            continue;
        }
        match circuit.gate(literal.node()) {
            Gate::Fact { cell, content } if !literal.is_negated() => {
                let before = contents.insert(*cell, *content);
                if before.is_some_and(|other| other != *content) {
                    return None;
                }
            }
            Gate::All(parts) if !literal.is_negated() => waiting.extend(parts),
            Gate::Any(parts) if literal.is_negated() => {
                waiting.extend(parts.iter().map(|part| !*part))
            }
            Gate::Any(parts) if parts.len() == 1 => waiting.push(parts[0]),
            _ => {}
        }
    }
    Some(known)
}
