//! What must hold for an answer: a few literals at once.

use std::rc::Rc;

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
        if literal == Literal::FALSE || self.excludes(literal, circuit) {
            return None;
        }
        if let Gate::All(parts) = circuit.gate(literal.node())
            && !literal.is_negated()
            && circuit.label(literal.node()).is_none()
        {
            return parts
                .iter()
                .try_fold(self.clone(), |all, part| all.and(*part, circuit));
        }
        let mut literals: Vec<Literal> = Vec::with_capacity(self.0.len() + 1);
        literals.extend_from_slice(&self.0);
        match content_of(literal, circuit) {
            // That a cell has a content says already that it has no other one.
            Some((cell, _)) if !literal.is_negated() => {
                literals.retain(|own| match own.is_negated() {
                    true => content_of(*own, circuit).is_none_or(|(other, _)| other != cell),
                    false => !is_one_of(literal, *own, circuit),
                })
            }
            Some((cell, _)) if self.holds_content(cell, circuit) => return Some(self.clone()),
            _ => {}
        }
        let at = literals.partition_point(|own| *own < literal);
        literals.insert(at, literal);
        Some(Self(literals.into()))
    }

    /// Both; none if they never hold together.
    pub fn and_all(&self, other: &Self, circuit: &Circuit) -> Option<Self> {
        if self.is_always() {
            return Some(other.clone());
        }
        other
            .0
            .iter()
            .try_fold(self.clone(), |all, literal| all.and(*literal, circuit))
    }

    /// Whether it can be seen that a literal never holds with it.
    fn excludes(&self, literal: Literal, circuit: &Circuit) -> bool {
        if self.0.contains(&!literal) {
            return true;
        }
        let Some((cell, content)) = content_of(literal, circuit).filter(|_| !literal.is_negated())
        else {
            return false;
        };
        self.0.iter().any(|own| {
            !own.is_negated()
                && content_of(*own, circuit)
                    .is_some_and(|(other, held)| other == cell && held != content)
        })
    }

    fn holds_content(&self, cell: u32, circuit: &Circuit) -> bool {
        let holds =
            |own: &Literal| content_of(*own, circuit).is_some_and(|(other, _)| other == cell);
        self.0.iter().any(|own| !own.is_negated() && holds(own))
    }

    /// Whether it can be seen that both never hold together.
    pub fn is_apart_from(&self, other: &Self, circuit: &Circuit) -> bool {
        other
            .0
            .iter()
            .any(|literal| self.excludes(*literal, circuit))
    }

    /// As one literal.
    pub fn literal(&self, circuit: &mut Circuit) -> Literal {
        circuit.all(self.0.iter().copied())
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
