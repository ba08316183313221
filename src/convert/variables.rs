//! The variables of terms: which there are, and other terms in their place.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// The variables of a term, but for those without a name.
pub(super) fn variables(term: &SourceTerm) -> HashSet<Name> {
    let mut variables = HashSet::new();
    term.each_variable(&mut |name, _| {
        if &**name != "_" {
            variables.insert(name.clone());
        }
    });
    variables
}

/// The arguments of a term, if they are different variables.
pub(super) fn each_different(term: &SourceTerm) -> Option<Vec<Name>> {
    let (_, arguments) = term.parts()?;
    let names = arguments.iter().map(|argument| match &argument.kind {
        TermKind::Variable(name) => Some(name.clone()),
        _ => None,
    });
    let names: Vec<Name> = names.collect::<Option<_>>()?;
    let different: HashSet<&Name> = names.iter().collect();
    (different.len() == names.len()).then_some(names)
}

/// The term with other names for variables.
pub(super) fn renamed(term: &SourceTerm, names: &HashMap<Name, Name>) -> SourceTerm {
    replaced(term, &|variable| {
        names
            .get(variable)
            .map(|name| TermKind::Variable(name.clone()))
    })
}

/// The term with one of two terms in place of the other, which is a variable; none if neither is one.
pub(super) fn substituted(
    term: &SourceTerm,
    one: &SourceTerm,
    other: &SourceTerm,
) -> Option<SourceTerm> {
    let (name, value) = match (&one.kind, &other.kind) {
        (TermKind::Variable(name), _) => (name, other),
        (_, TermKind::Variable(name)) => (name, one),
        _ => return None,
    };
    Some(replaced(term, &|variable| {
        (variable == name).then(|| value.kind.clone())
    }))
}

/// The term with other terms in place of variables.
fn replaced(term: &SourceTerm, value: &impl Fn(&Name) -> Option<TermKind>) -> SourceTerm {
    let kind = match &term.kind {
        TermKind::Variable(name) => value(name).unwrap_or_else(|| term.kind.clone()),
        TermKind::Compound {
            functor,
            functor_span,
            arguments,
        } => TermKind::Compound {
            functor: functor.clone(),
            functor_span: *functor_span,
            arguments: arguments
                .iter()
                .map(|argument| replaced(argument, value))
                .collect(),
        },
        TermKind::List { items, tail } => TermKind::List {
            items: items.iter().map(|item| replaced(item, value)).collect(),
            tail: tail.as_ref().map(|tail| Arc::new(replaced(tail, value))),
        },
        TermKind::Atom(_) | TermKind::Integer(_) | TermKind::String(_) => term.kind.clone(),
    };
    SourceTerm {
        kind,
        span: term.span,
    }
}

/// The clause with an underscore before the names of variables that stand in one place only, and before
/// no others.
pub(super) fn marked(clause: &Clause) -> Clause {
    let mut places: HashMap<Name, usize> = HashMap::new();
    clause
        .term
        .each_variable(&mut |name, _| *places.entry(name.clone()).or_default() += 1);
    let mut names = HashMap::new();
    for (name, count) in &places {
        let marked = match (name.strip_prefix('_'), count) {
            (None, 1) => Name::from(format!("_{name}")),
            (Some(plain), 2..) if plain.starts_with(char::is_uppercase) => Name::from(plain),
            _ => continue,
        };
        if !places.contains_key(&marked) {
            names.insert(name.clone(), marked);
        }
    }
    Clause {
        term: renamed(&clause.term, &names),
        comment: clause.comment.clone(),
    }
}
