//! What the variables of a rule can be, each looked at alone.

use std::collections::HashMap;

use indexmap::IndexSet;

use super::term::Term;
use crate::syntax::tree::Name;

/// The most values that are listed of one argument.
pub(super) const MOST_VALUES: usize = 1 << 11;

/// What a variable or an argument can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// Values without end, or very many.
    Any,
    Values(IndexSet<Term>),
}

/// By variable what it can be; what is not there has no value yet.
pub(super) type Candidates = HashMap<Name, Domain>;

/// All that a term can be.
pub(super) fn instances(term: &Term, candidates: &Candidates) -> Domain {
    match term {
        Term::Variable(name) => candidates.get(name).cloned().unwrap_or(Domain::Any),
        Term::Function(..) => {
            let mut variables: IndexSet<&Name> = IndexSet::new();
            term.each_variable(&mut |name| {
                variables.insert(name);
            });
            let mut found = vec![term.clone()];
            for name in variables {
                let Some(Domain::Values(values)) = candidates.get(name) else {
                    return Domain::Any;
                };
                if found.len().saturating_mul(values.len()) > MOST_VALUES {
                    return Domain::Any;
                }
                let with = |term: &Term, value: &Term| {
                    term.replaced(&|other| (other == name).then(|| value.clone()))
                };
                found = found
                    .iter()
                    .flat_map(|term| values.iter().map(move |value| with(term, value)))
                    .collect();
            }
            Domain::Values(found.into_iter().collect())
        }
        constant => Domain::Values(IndexSet::from_iter([constant.clone()])),
    }
}

/// Leaves what variables can be if a term is one of a domain. Returns whether it can be.
pub(super) fn restrict(term: &Term, domain: &Domain, candidates: &mut Candidates) -> bool {
    let Domain::Values(values) = domain else {
        term.each_variable(&mut |name| {
            candidates.entry(name.clone()).or_insert(Domain::Any);
        });
        return true;
    };
    let mut found: HashMap<Name, IndexSet<Term>> = HashMap::new();
    let mut is_possible = false;
    for value in values {
        let mut bindings = HashMap::new();
        let is_candidate = |(name, value): (&Name, &Term)| match candidates.get(name) {
            Some(Domain::Values(values)) => values.contains(value),
            Some(Domain::Any) | None => true,
        };
        if bind(term, value, &mut bindings) && bindings.iter().all(is_candidate) {
            is_possible = true;
            for (name, value) in bindings {
                found.entry(name).or_default().insert(value);
            }
        }
    }
    for (name, values) in found {
        candidates.insert(name, Domain::Values(values));
    }
    is_possible
}

/// Makes a term this value, if it can be.
fn bind(term: &Term, value: &Term, bindings: &mut HashMap<Name, Term>) -> bool {
    match (term, value) {
        (Term::Variable(name), _) => {
            bindings
                .entry(name.clone())
                .or_insert_with(|| value.clone())
                == value
        }
        (Term::Function(name, ones), Term::Function(other, others)) => {
            name == other
                && ones.len() == others.len()
                && ones
                    .iter()
                    .zip(others)
                    .all(|(one, other)| bind(one, other, bindings))
        }
        _ => term == value,
    }
}
