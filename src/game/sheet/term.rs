//! Terms of a rule file, with the names of their variables; substitution and unification.

use std::collections::HashMap;

use crate::logic::{self, LIST_CELL, View};
use crate::syntax::source::Span;
use crate::syntax::tree::{self, Name, SourceTerm};

/// Terms with more nodes than this are not listed as values.
const MOST_NODES: usize = 1_000;

/// Terms that nest deeper than this are not listed as values; the items of a list count as one level.
const MOST_LEVELS: usize = 64;

/// A term. A list consists of cells with the functor [`LIST_CELL`] and ends with the atom `[]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Term {
    Variable(Name),
    Integer(i64),
    Atom(Name),
    String(Name),
    Function(Name, Vec<Term>),
}

/// The values of some variables, which may have variables themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct Substitution(HashMap<Name, Term>);

impl Term {
    pub fn atom(name: &str) -> Self {
        Self::Atom(Name::from(name))
    }

    pub fn variable(name: &str) -> Self {
        Self::Variable(Name::from(name))
    }

    /// A function with arguments, or an atom without.
    pub fn applied(name: &Name, arguments: Vec<Self>) -> Self {
        match arguments.is_empty() {
            true => Self::Atom(name.clone()),
            false => Self::Function(name.clone(), arguments),
        }
    }

    /// The name and the arguments of an atom or a function.
    pub fn parts(&self) -> Option<(&Name, &[Self])> {
        match self {
            Self::Atom(name) => Some((name, &[])),
            Self::Function(name, arguments) => Some((name, arguments)),
            _ => None,
        }
    }

    /// The name of a variable.
    pub fn as_variable(&self) -> Option<&Name> {
        match self {
            Self::Variable(name) => Some(name),
            _ => None,
        }
    }

    /// The items of a list without a variable at its end.
    pub fn items(&self) -> Option<Vec<&Self>> {
        let mut items = Vec::new();
        let mut rest = self;
        loop {
            match rest {
                Self::Function(name, cell) if **name == *LIST_CELL && cell.len() == 2 => {
                    items.push(&cell[0]);
                    rest = &cell[1];
                }
                Self::Atom(name) if &**name == "[]" => return Some(items),
                _ => return None,
            }
        }
    }

    /// Calls `visit` for every occurrence of a variable.
    pub fn each_variable<'t>(&'t self, visit: &mut impl FnMut(&'t Name)) {
        match self {
            Self::Variable(name) => visit(name),
            Self::Function(_, arguments) => {
                arguments.iter().for_each(|term| term.each_variable(visit));
            }
            _ => {}
        }
    }

    pub fn is_ground(&self) -> bool {
        let mut is_ground = true;
        self.each_variable(&mut |_| is_ground = false);
        is_ground
    }

    /// The term with the values of its variables; those without a value stay.
    pub fn replaced(&self, value: &impl Fn(&Name) -> Option<Self>) -> Self {
        match self {
            Self::Variable(name) => value(name).unwrap_or_else(|| self.clone()),
            Self::Function(name, arguments) => {
                let arguments = arguments.iter().map(|term| term.replaced(value));
                Self::Function(name.clone(), arguments.collect())
            }
            _ => self.clone(),
        }
    }

    /// Makes a term of syntax; each `_` gets a name by `fresh`.
    pub fn from_syntax(term: &SourceTerm, fresh: &mut impl FnMut() -> Name) -> Self {
        match &term.kind {
            tree::TermKind::Variable(name) if &**name == "_" => Self::Variable(fresh()),
            tree::TermKind::Variable(name) => Self::Variable(name.clone()),
            tree::TermKind::Atom(name) => Self::Atom(name.clone()),
            tree::TermKind::Integer(value) => Self::Integer(*value),
            tree::TermKind::String(text) => Self::String(text.clone()),
            tree::TermKind::Compound {
                functor, arguments, ..
            } => {
                let arguments = arguments.iter();
                let arguments = arguments.map(|argument| Self::from_syntax(argument, fresh));
                Self::Function(functor.clone(), arguments.collect())
            }
            tree::TermKind::List { items, tail } => {
                let items: Vec<Self> = items
                    .iter()
                    .map(|item| Self::from_syntax(item, fresh))
                    .collect();
                let tail = match tail {
                    Some(tail) => Self::from_syntax(tail, fresh),
                    None => Self::atom("[]"),
                };
                items.into_iter().rev().fold(tail, |rest, item| {
                    Self::Function(LIST_CELL.into(), vec![item, rest])
                })
            }
        }
    }

    /// The term as syntax, without a place.
    pub fn to_syntax(&self) -> SourceTerm {
        let kind = match self {
            Self::Variable(name) => tree::TermKind::Variable(name.clone()),
            Self::Integer(value) => tree::TermKind::Integer(*value),
            Self::Atom(name) => tree::TermKind::Atom(name.clone()),
            Self::String(text) => tree::TermKind::String(text.clone()),
            Self::Function(name, arguments) => tree::TermKind::Compound {
                functor: name.clone(),
                functor_span: Span::NOWHERE,
                arguments: arguments.iter().map(Self::to_syntax).collect(),
            },
        };
        SourceTerm {
            kind,
            span: Span::NOWHERE,
        }
    }

    /// A value of the machine; none if it has a variable or is very large.
    pub fn from_value(value: &logic::Term) -> Option<Self> {
        let is_value = value.is_ground() && !value.is_larger_than(MOST_NODES, MOST_LEVELS);
        is_value.then(|| Self::of_view(value))
    }

    fn of_view(value: &logic::Term) -> Self {
        match value.view() {
            View::Variable(number) => Self::Variable(format!("_{number}").into()),
            View::Integer(value) => Self::Integer(value),
            View::Atom(name) => Self::Atom(name),
            View::String(text) => Self::String(text),
            View::Compound(name, arguments) => {
                Self::Function(name, arguments.iter().map(Self::of_view).collect())
            }
        }
    }
}

impl Substitution {
    /// The term with all values put in.
    pub fn apply(&self, term: &Term) -> Term {
        term.replaced(&|name| self.0.get(name).map(|value| self.apply(value)))
    }

    /// Makes two terms equal, if they can be; some variables may have a value afterwards in any case.
    pub fn unify(&mut self, one: &Term, other: &Term) -> bool {
        match (self.apply(one), self.apply(other)) {
            (one, other) if one == other => true,
            // Of two variables the one that the file names stays; the names of others begin with `$`.
            (Term::Variable(one), Term::Variable(other)) => {
                let (name, value) = match other.starts_with('$') && !one.starts_with('$') {
                    true => (other, one),
                    false => (one, other),
                };
                self.0.insert(name, Term::Variable(value));
                true
            }
            (Term::Variable(name), value) | (value, Term::Variable(name)) => {
                let mut is_within = false;
                value.each_variable(&mut |other| is_within |= *other == name);
                if !is_within {
                    self.0.insert(name, value);
                }
                !is_within
            }
            (Term::Function(name, ones), Term::Function(other, others)) => {
                name == other
                    && ones.len() == others.len()
                    && ones
                        .iter()
                        .zip(&others)
                        .all(|(one, other)| self.unify(one, other))
            }
            _ => false,
        }
    }
}
