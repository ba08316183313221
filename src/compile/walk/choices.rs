//! Conditions that share literals, as a tree: where a literal does not hold that many of them share,
//! all of these are passed over at once.

use rustc_hash::FxHashMap;

use crate::compile::circuit::{Circuit, Gate, Literal};

/// Fewer conditions are not taken apart.
const FEW: usize = 3;

/// One condition, or several that share a literal.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    /// The literals of the condition of this number that are left to ask for.
    One(u32, Box<[Literal]>),
    /// What is to be looked at where this literal holds.
    Where(Literal, Choices),
}

/// Conditions by what they share, in no order.
pub(super) type Choices = Box<[Choice]>;

/// These conditions, each with its number, as a tree; literals are not taken apart that are one test.
pub(super) fn choices(
    circuit: &Circuit,
    conditions: impl IntoIterator<Item = (u32, Literal)>,
    is_one_test: impl Fn(Literal) -> bool,
) -> Choices {
    let conditions = conditions.into_iter();
    let conditions = conditions.map(|(number, condition)| {
        let mut literals = Vec::new();
        add_literals(circuit, condition, &is_one_test, &mut literals);
        (number, literals)
    });
    shared(conditions.collect())
}

/// Adds the literals that all have to hold where this one does.
fn add_literals(
    circuit: &Circuit,
    literal: Literal,
    is_one_test: &dyn Fn(Literal) -> bool,
    literals: &mut Vec<Literal>,
) {
    match circuit.gate(literal.node()) {
        _ if is_one_test(literal) => literals.push(literal),
        Gate::True if !literal.is_negated() => {}
        Gate::All(parts) if !literal.is_negated() => parts
            .iter()
            .for_each(|part| add_literals(circuit, *part, is_one_test, literals)),
        _ => literals.push(literal),
    }
}

/// Takes out the literal that most of the conditions share, again and again.
fn shared(mut conditions: Vec<(u32, Vec<Literal>)>) -> Choices {
    let mut choices = Vec::new();
    while conditions.len() > FEW {
        let mut times: FxHashMap<Literal, usize> = FxHashMap::default();
        let literals = conditions.iter().flat_map(|(_, literals)| literals);
        literals.for_each(|literal| *times.entry(*literal).or_default() += 1);
        // Of those that are shared as often the first, so that the tree is always the same.
        let most = times
            .into_iter()
            .max_by_key(|(literal, times)| (*times, std::cmp::Reverse(*literal)));
        let Some((most, 2..)) = most else { break };
        let (mut with, without): (Vec<_>, Vec<_>) = conditions
            .into_iter()
            .partition(|(_, literals)| literals.contains(&most));
        for (_, literals) in &mut with {
            literals.retain(|literal| *literal != most);
        }
        choices.push(Choice::Where(most, shared(with)));
        conditions = without;
    }
    let rest = conditions.into_iter();
    choices.extend(rest.map(|(number, literals)| Choice::One(number, literals.into())));
    choices.into()
}
