//! What the variables of a rule stand for.

use super::domains::Ground;
use super::rule::{Term, TermKind};
use crate::syntax::tree::Name;

/// What some variables stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Values(Vec<(Name, Ground)>);

impl Values {
    /// A variable with what it stands for.
    pub fn of_one(variable: &Name, value: &Ground) -> Self {
        Self(vec![(variable.clone(), value.clone())])
    }

    /// The term that a term is with these values; `None` if it has another variable.
    pub fn of(&self, term: &Term) -> Option<Ground> {
        match &term.kind {
            TermKind::Constant(name) => Some(Ground::Constant(name.clone())),
            TermKind::Variable(variable) => self.get(variable).cloned(),
            TermKind::Function(name, arguments) => {
                let arguments = arguments.iter().map(|term| self.of(term));
                Some(Ground::Function(
                    name.clone(),
                    arguments.collect::<Option<_>>()?,
                ))
            }
        }
    }

    /// The terms that some terms are with these values; `None` if they have another variable.
    pub fn of_all(&self, terms: &[Term]) -> Option<Vec<Ground>> {
        terms.iter().map(|term| self.of(term)).collect()
    }

    /// The values with which a term is this one, if it can be.
    pub fn with(&self, term: &Term, value: &Ground) -> Option<Self> {
        let mut values = self.clone();
        values.bind(term, value).then_some(values)
    }

    /// The values with which terms are these, one after the other, if they can be.
    pub fn with_all(&self, terms: &[Term], those: &[Ground]) -> Option<Self> {
        let mut values = self.clone();
        let mut pairs = terms.iter().zip(those);
        pairs
            .all(|(term, value)| values.bind(term, value))
            .then_some(values)
    }

    /// The variables with what they stand for.
    pub fn iter(&self) -> impl Iterator<Item = &(Name, Ground)> {
        self.0.iter()
    }

    /// Whether a variable has a value.
    pub fn has(&self, variable: &Name) -> bool {
        self.get(variable).is_some()
    }

    fn get(&self, variable: &Name) -> Option<&Ground> {
        let known = self.0.iter().find(|(name, _)| name == variable);
        known.map(|(_, value)| value)
    }

    /// Makes a term this one, if it can be; some variables may have a value afterwards in any case.
    pub fn bind(&mut self, term: &Term, value: &Ground) -> bool {
        match (&term.kind, value) {
            (TermKind::Variable(variable), _) => match self.get(variable) {
                Some(known) => known == value,
                None => {
                    self.0.push((variable.clone(), value.clone()));
                    true
                }
            },
            (TermKind::Constant(name), Ground::Constant(other)) => name == other,
            (TermKind::Function(name, arguments), Ground::Function(other, others)) => {
                name == other
                    && arguments.len() == others.len()
                    && arguments
                        .iter()
                        .zip(others)
                        .all(|(term, value)| self.bind(term, value))
            }
            _ => false,
        }
    }
}

/// Those values for which a condition holds; `None` if that is not known of one of them.
pub(super) fn those(
    solutions: &[Values],
    holds: impl Fn(&Values) -> Option<bool>,
) -> Option<Vec<Values>> {
    let mut held = Vec::new();
    for values in solutions {
        if holds(values)? {
            held.push(values.clone());
        }
    }
    Some(held)
}
