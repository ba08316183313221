//! What must hold for an answer: a few literals at once.

use std::rc::Rc;

use super::implied::are_apart;
use crate::compile::circuit::{Circuit, Gate, Literal};

/// Literals that all hold, in order, each once; none of them excludes another one as far as can be
/// seen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Condition(Rc<[Literal]>);

impl Condition {
    /// What always holds.
    pub fn always() -> Self {
        Self(Rc::new([]))
    }

    /// That a literal holds, which is not known.
    pub fn of(literal: Literal) -> Self {
        Self(Rc::new([literal]))
    }

    pub fn is_always(&self) -> bool {
        self.0.is_empty()
    }

    /// How many literals it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// This and one literal more; none if that never holds.
    pub fn and(&self, literal: Literal, circuit: &Circuit) -> Option<Self> {
        if literal == Literal::TRUE || self.0.contains(&literal) {
            return Some(self.clone());
        }
        self.and_each(&[literal], circuit)
    }

    /// Both; none if they never hold together.
    pub fn and_all(&self, other: &Self, circuit: &Circuit) -> Option<Self> {
        if self.is_always() {
            return Some(other.clone());
        }
        if other.is_always() || Rc::ptr_eq(&self.0, &other.0) {
            return Some(self.clone());
        }
        self.and_each(&other.0, circuit)
    }

    fn and_each(&self, literals: &[Literal], circuit: &Circuit) -> Option<Self> {
        let mut gathered = Gathered::of(self, literals.len(), circuit);
        let hold = literals.iter().all(|literal| gathered.add(*literal));
        hold.then(|| match gathered.has_grown {
            true => Self(gathered.literals().collect()),
            false => self.clone(),
        })
    }

    /// Whether it can be seen that both never hold together.
    pub fn is_apart_from(&self, other: &Self, circuit: &Circuit) -> bool {
        are_apart(circuit, &self.0, &other.0)
    }

    /// As one literal.
    pub fn literal(&self, circuit: &mut Circuit) -> Literal {
        circuit.all_in_order(self.0.to_vec())
    }
}

/// The literals of a condition that grows, with the fact that each is about.
struct Gathered<'c> {
    circuit: &'c Circuit,
    all: Vec<(Literal, Option<(u32, u16)>)>,
    /// Whether a literal was added.
    has_grown: bool,
}

impl<'c> Gathered<'c> {
    /// Those of a condition, with room for `more`.
    fn of(condition: &Condition, more: usize, circuit: &'c Circuit) -> Self {
        let mut all = Vec::with_capacity(condition.len() + more);
        let own = condition.0.iter();
        all.extend(own.map(|literal| (*literal, content_of(*literal, circuit))));
        Self {
            circuit,
            all,
            has_grown: false,
        }
    }

    fn literals(&self) -> impl Iterator<Item = Literal> {
        self.all.iter().map(|(literal, _)| *literal)
    }

    /// One literal more; gives whether they may still hold together.
    fn add(&mut self, literal: Literal) -> bool {
        let place = self.all.binary_search_by_key(&literal, |(own, _)| *own);
        if literal == Literal::TRUE || place.is_ok() {
            return true;
        }
        let opposite = self.all.binary_search_by_key(&!literal, |(own, _)| *own);
        if literal == Literal::FALSE || opposite.is_ok() {
            return false;
        }
        let circuit = self.circuit;
        if let Gate::All(parts) = circuit.gate(literal.node())
            && !literal.is_negated()
            && circuit.label(literal.node()).is_none()
        {
            return parts.iter().all(|part| self.add(*part));
        }
        let fact = content_of(literal, circuit);
        if let Some((cell, _)) = fact {
            // The content that the cell is known to have: that it has this one is excluded then, that it has
            // not is said already.
            let is_known = self.all.iter().any(|(own, about)| {
                !own.is_negated() && about.is_some_and(|(other, _)| other == cell)
            });
            if is_known {
                return literal.is_negated();
            }
            if !literal.is_negated() {
                // That a cell has a content says already that it has no other one.
                self.all.retain(|(own, about)| match own.is_negated() {
                    true => about.is_none_or(|(other, _)| other != cell),
                    false => !is_one_of(literal, *own, circuit),
                });
            }
        }
        let at = self.all.partition_point(|(own, _)| *own < literal);
        self.all.insert(at, (literal, fact));
        self.has_grown = true;
        true
    }
}

/// Whether a literal is one of those of which another one, that has no name, says that one holds.
fn is_one_of(literal: Literal, all: Literal, circuit: &Circuit) -> bool {
    match circuit.gate(all.node()) {
        Gate::Any(parts) if circuit.label(all.node()).is_none() => {
            parts.binary_search(&literal).is_ok()
        }
        _ => false,
    }
}

/// The cell and the content of a fact.
fn content_of(literal: Literal, circuit: &Circuit) -> Option<(u32, u16)> {
    match circuit.gate(literal.node()) {
        Gate::Fact { cell, content } => Some((*cell, *content)),
        _ => None,
    }
}
