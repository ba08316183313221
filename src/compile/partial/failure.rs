//! Where the effects of a move fail, as far as the circuit shows it. Knows nothing of rules.

use rustc_hash::FxHashMap;

use crate::compile::circuit::{Circuit, Gate, Literal};
use crate::compile::exclusion::Exclusion;
use crate::compile::residual::{PossibleMove, Shared};

/// The number of pairs of effects on one cell that are looked at; with more of them the move is taken to
/// fail.
const MOST_PAIRS: usize = 1_000;

/// Where the effects of a move fail: one is no fact, or two give one key different values.
pub(super) fn failure(
    circuit: &mut Circuit,
    exclusion: &mut Exclusion,
    played: &PossibleMove,
    shared: &[Shared],
) -> Literal {
    let own = played
        .adds
        .iter()
        .map(|effect| (effect.cell, effect.content, effect.condition, Literal::TRUE));
    let others = played.shared.iter().flat_map(|(number, guard)| {
        shared[*number]
            .adds
            .iter()
            .map(|effect| (effect.cell, effect.content, effect.condition, *guard))
    });
    let mut adds: Vec<_> = own.chain(others).collect();
    adds.sort_unstable();
    let mut failures = played.faults.clone();
    let cells = adds.chunk_by(|one, other| one.0 == other.0);
    for of_cell in cells.filter(|of_cell| of_cell.len() > 1) {
        let said: Vec<_> = of_cell
            .iter()
            .map(|effect| contents(circuit, effect.2))
            .collect();
        let Some(pairs) = pairs(&said, |one, other| of_cell[one].1 != of_cell[other].1) else {
            return Literal::TRUE;
        };
        for (one, other) in pairs {
            let both = [
                of_cell[one].2,
                of_cell[one].3,
                of_cell[other].2,
                of_cell[other].3,
            ];
            if !differ(&said[one], &said[other]) && !exclusion.excludes(circuit, &both) {
                failures.push(circuit.all(both));
            }
        }
    }
    circuit.any(failures)
}

/// The cells whose content a condition says, as far as that shows at once.
fn contents(circuit: &Circuit, condition: Literal) -> Vec<(u32, u16)> {
    let of = |literal: &Literal| match circuit.gate(literal.node()) {
        Gate::Fact { cell, content } if !literal.is_negated() => Some((*cell, *content)),
        _ => None,
    };
    match circuit.gate(condition.node()) {
        Gate::All(parts) if !condition.is_negated() => parts.iter().filter_map(of).collect(),
        _ => of(&condition).into_iter().collect(),
    }
}

/// The pairs of conditions that matter, but those that give different contents to the cell that most
/// of them speak of: a counter with `n` values has a condition for each, and no two of them can hold.
/// None if there are more than [`MOST_PAIRS`].
fn pairs(
    said: &[Vec<(u32, u16)>],
    matters: impl Fn(usize, usize) -> bool,
) -> Option<Vec<(usize, usize)>> {
    let mut times: FxHashMap<u32, usize> = FxHashMap::default();
    for (cell, _) in said.iter().flatten() {
        *times.entry(*cell).or_default() += 1;
    }
    let cell = times
        .into_iter()
        .max_by_key(|(cell, times)| (*times, *cell));
    let content = |number: usize| {
        let mut of_cell = said[number].iter();
        of_cell.find(|(other, _)| cell.is_some_and(|(cell, _)| cell == *other))
    };
    // The conditions so far, by the content that they give to the cell, if they speak of it.
    let mut by_content: FxHashMap<Option<&(u32, u16)>, Vec<usize>> = FxHashMap::default();
    let mut pairs = Vec::new();
    for one in 0..said.len() {
        let own = content(one);
        let others: Vec<usize> = match own {
            None => (0..one).collect(),
            Some(_) => [None, own]
                .iter()
                .filter_map(|content| by_content.get(content))
                .flatten()
                .copied()
                .collect(),
        };
        let others = others.into_iter().filter(|other| matters(one, *other));
        pairs.extend(others.map(|other| (one, other)));
        if pairs.len() > MOST_PAIRS {
            return None;
        }
        by_content.entry(own).or_default().push(one);
    }
    Some(pairs)
}

/// Whether two conditions give one cell different contents, so that both cannot hold. That is so of
/// most pairs of effects: the piece that comes to a square is one of those that may stand where the
/// move starts.
fn differ(one: &[(u32, u16)], other: &[(u32, u16)]) -> bool {
    one.iter().any(|(cell, content)| {
        other
            .iter()
            .any(|(same, another)| cell == same && content != another)
    })
}
