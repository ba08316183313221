//! Where the effects of a move fail, as far as the circuit shows it. Knows nothing of rules.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::compile::circuit::{Circuit, Gate, Literal};
use crate::compile::exclusion::Exclusion;
use crate::compile::residual::{Effect, PossibleMove, Shared};

/// The number of pairs of effects on one cell that are looked at; with more of them the move is taken to
/// fail.
const MOST_PAIRS: usize = 1_000;

/// What is known of effects that exclude each other.
#[derive(Default)]
pub(super) struct Failures {
    exclusion: Exclusion,
    /// By number of shared effects and by cell the pairs among them that may hold at once, whatever their
    /// guard: most moves share the same.
    shared: FxHashMap<(usize, u32), Option<Rc<[Pair]>>>,
}

/// The conditions of two effects, with their guards.
type Pair = [Literal; 4];

/// A fact that a move adds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Add {
    cell: u32,
    content: u16,
    condition: Literal,
    /// What has to hold too if it is a shared effect.
    guard: Literal,
    /// The number of the shared effects that it is one of.
    shared: Option<usize>,
}

impl Failures {
    /// Where the effects of a move fail: one is no fact, or two give one key different values.
    pub fn of(
        &mut self,
        circuit: &mut Circuit,
        played: &PossibleMove,
        shared: &[Shared],
    ) -> Literal {
        let add = |effect: &Effect, guard, shared| Add {
            cell: effect.cell,
            content: effect.content,
            condition: effect.condition,
            guard,
            shared,
        };
        let own = played.adds.iter();
        let own = own.map(|effect| add(effect, Literal::TRUE, None));
        let others = played.shared.iter().flat_map(|(number, guard)| {
            let adds = shared[*number].adds.iter();
            adds.map(|effect| add(effect, *guard, Some(*number)))
        });
        let mut adds: Vec<Add> = own.chain(others).collect();
        adds.sort_unstable();
        let mut failures = played.faults.clone();
        for added in &played.numbers {
            if added.values.len().pow(2) > MOST_PAIRS {
                return Literal::TRUE;
            }
            for (number, (one, first)) in added.values.iter().enumerate() {
                for (other, second) in &added.values[..number] {
                    if !self.exclusion.excludes(circuit, &[*one, *other]) {
                        let is_same = circuit.zero(first.plus(second, -1));
                        failures.push(circuit.all([*one, *other, !is_same]));
                    }
                }
            }
        }
        let cells = adds.chunk_by(|one, other| one.cell == other.cell);
        for of_cell in cells.filter(|of_cell| of_cell.len() > 1) {
            let Some(pairs) = self.pairs_of_cell(circuit, of_cell) else {
                return Literal::TRUE;
            };
            failures.extend(pairs.into_iter().map(|pair| circuit.all(pair)));
        }
        circuit.any(failures)
    }

    /// The pairs of effects on one cell that may hold at once; none if there are too many to look at.
    fn pairs_of_cell(&mut self, circuit: &Circuit, adds: &[Add]) -> Option<Vec<Pair>> {
        let Add {
            cell,
            guard,
            shared,
            ..
        } = adds[0];
        let Some(number) = shared.filter(|_| adds.iter().all(|add| add.shared == shared)) else {
            return self.open_pairs(circuit, adds);
        };
        if !self.shared.contains_key(&(number, cell)) {
            let mut unguarded = adds.to_vec();
            unguarded
                .iter_mut()
                .for_each(|add| add.guard = Literal::TRUE);
            let pairs = self.open_pairs(circuit, &unguarded);
            self.shared.insert((number, cell), pairs.map(Rc::from));
        }
        let pairs = self.shared[&(number, cell)].clone()?;
        let guarded = pairs
            .iter()
            .map(|[one, _, other, _]| [*one, guard, *other, guard]);
        let is_open = |pair: &Pair| !self.exclusion.excludes(circuit, pair);
        Some(guarded.filter(is_open).collect())
    }

    /// The same, found by looking at each pair.
    fn open_pairs(&mut self, circuit: &Circuit, adds: &[Add]) -> Option<Vec<Pair>> {
        let said = adds.iter().map(|add| contents(circuit, add.condition));
        let said: Vec<_> = said.collect();
        let pairs = pairs(&said, |one, other| adds[one].content != adds[other].content)?;
        let mut open = Vec::new();
        for (one, other) in pairs {
            let (first, second) = (&adds[one], &adds[other]);
            let pair = [first.condition, first.guard, second.condition, second.guard];
            if !differ(&said[one], &said[other]) && !self.exclusion.excludes(circuit, &pair) {
                open.push(pair);
            }
        }
        Some(open)
    }
}

/// The cells whose content a condition says, as far as that shows at once.
fn contents(circuit: &Circuit, condition: Literal) -> Vec<(u32, u16)> {
    let of = |literal: &Literal| circuit.fact_of(*literal);
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
