//! Conditions whose truth is not known, as propositions: two that read the same are the same one.

use super::domains::Ground;
use super::rule::{Atom, Formula, Term, TermKind};
use super::values::Values;
use crate::syntax::tree::Name;

/// A proposition about a position, and whether it is taken to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proposition {
    pub text: String,
    pub is_true: bool,
}

/// The propositions that some conditions of a rule make together; none for those that say something of a variable
/// of the head. Conditions with a variable in common are one proposition: there is a value for it.
pub(super) fn of(
    conditions: &[&Formula],
    head: &Atom,
    values: &Values,
) -> Vec<Option<Proposition>> {
    let mut in_head = Vec::new();
    head.each_variable(&mut |name| in_head.push(name));
    let mut groups: Vec<Group<'_>> = Vec::new();
    for condition in conditions {
        let mut group = Group {
            conditions: Vec::new(),
            variables: unbound(condition, values),
        };
        let (linked, others) = groups.into_iter().partition(|other: &Group<'_>| {
            let mut variables = other.variables.iter();
            variables.any(|name| group.variables.contains(name))
        });
        groups = others;
        for other in linked {
            let other: Group<'_> = other;
            group.conditions.extend(other.conditions);
            group.variables.extend(other.variables);
        }
        group.conditions.push(condition);
        groups.push(group);
    }
    let groups = groups.into_iter();
    groups
        .map(|group| {
            let mut variables = group.variables.iter();
            let is_open = variables.any(|name| in_head.contains(name));
            (!is_open).then(|| group.proposition(values))
        })
        .collect()
}

/// Conditions with variables in common.
struct Group<'f> {
    conditions: Vec<&'f Formula>,
    variables: Vec<&'f Name>,
}

impl Group<'_> {
    fn proposition(&self, values: &Values) -> Proposition {
        let mut writing = Writing {
            values,
            variables: Vec::new(),
            text: String::new(),
        };
        let is_true = match &self.conditions[..] {
            [Formula::Not(inner, _)] => {
                writing.formula(inner);
                false
            }
            [only] => {
                writing.formula(only);
                true
            }
            several => {
                writing.list("and", several.iter().copied());
                true
            }
        };
        Proposition {
            text: writing.text,
            is_true,
        }
    }
}

/// The variables of a condition that have no value.
fn unbound<'f>(condition: &'f Formula, values: &Values) -> Vec<&'f Name> {
    let mut variables = Vec::new();
    condition.each_variable(&mut |name| {
        if !values.has(name) {
            variables.push(name);
        }
    });
    variables
}

/// Writes conditions, their variables by number.
struct Writing<'w> {
    values: &'w Values,
    variables: Vec<&'w Name>,
    text: String,
}

impl<'w> Writing<'w> {
    fn formula(&mut self, formula: &'w Formula) {
        match formula {
            Formula::Atom(atom) => self.terms(&atom.name, &atom.arguments),
            Formula::Distinct(left, right, _) => {
                self.text.push_str("(distinct");
                self.term(left);
                self.term(right);
                self.text.push(')');
            }
            Formula::Not(inner, _) => self.list("not", std::iter::once(&**inner)),
            Formula::And(parts, _) => self.list("and", parts.iter()),
            Formula::Or(parts, _) => self.list("or", parts.iter()),
        }
    }

    fn list(&mut self, word: &str, parts: impl Iterator<Item = &'w Formula>) {
        self.text.push('(');
        self.text.push_str(word);
        parts.for_each(|part| self.formula(part));
        self.text.push(')');
    }

    fn terms(&mut self, name: &str, terms: &'w [Term]) {
        self.text.push('(');
        self.text.push_str(name);
        terms.iter().for_each(|term| self.term(term));
        self.text.push(')');
    }

    fn term(&mut self, term: &'w Term) {
        self.text.push(' ');
        if let Some(value) = self.values.of(term) {
            return self.ground(&value);
        }
        match &term.kind {
            TermKind::Variable(name) => {
                let known = self.variables.iter().position(|other| *other == name);
                let number = known.unwrap_or_else(|| {
                    self.variables.push(name);
                    self.variables.len() - 1
                });
                self.text.push_str(&format!("?{number}"));
            }
            TermKind::Constant(name) => self.text.push_str(name),
            TermKind::Function(name, arguments) => self.terms(name, arguments),
        }
    }

    fn ground(&mut self, term: &Ground) {
        match term {
            Ground::Constant(name) => self.text.push_str(name),
            Ground::Function(name, arguments) => {
                self.text.push('(');
                self.text.push_str(name);
                for argument in arguments {
                    self.text.push(' ');
                    self.ground(argument);
                }
                self.text.push(')');
            }
        }
    }
}
