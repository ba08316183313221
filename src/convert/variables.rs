//! The variables of terms: which there are, and other terms in their place.

use std::collections::{HashMap, HashSet};

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
    term.with_variables(&mut |name| TermKind::Variable(names.get(name).unwrap_or(name).clone()))
}

/// The term with one of two terms in place of the other, which is a variable; none if neither is one.
pub(super) fn substituted(
    term: &SourceTerm,
    one: &SourceTerm,
    other: &SourceTerm,
) -> Option<SourceTerm> {
    let (variable, value) = match (&one.kind, &other.kind) {
        (TermKind::Variable(name), _) => (name, other),
        (_, TermKind::Variable(name)) => (name, one),
        _ => return None,
    };
    Some(term.with_variables(&mut |name| match name == variable {
        true => value.kind.clone(),
        false => TermKind::Variable(name.clone()),
    }))
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
