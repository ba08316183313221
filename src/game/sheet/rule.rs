//! The rules of the sheet that is to be written: a head, and conditions that are joined by *and*.
//!
//! The relations of the rule file have their names. Those that the translation adds begin with `$`, as
//! [`TRUE`] does, so that they are never mistaken for one of the file.

use std::collections::HashSet;

use super::term::Term;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// `(true fact)`
pub(super) const TRUE: &str = "$true";

/// `(next fact)`
pub(super) const NEXT: &str = "$next";

/// A relation by its name and its number of arguments.
pub(super) type RelationKey = (Name, usize);

/// A relation and its arguments.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub name: Name,
    pub arguments: Vec<Term>,
    /// What the machine is asked for the facts of the relation, if they are to be listed.
    pub goal: Option<Term>,
    pub span: Span,
}

/// One condition.
#[derive(Clone, Debug)]
pub(super) enum Literal {
    Atom(Atom),
    Not(Atom),
    Distinct(Term, Term, Span),
}

/// A rule, or a fact if it has no conditions.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub head: Atom,
    pub body: Vec<Literal>,
    /// The comment above it, without comment signs.
    pub comment: Box<str>,
}

impl Atom {
    pub fn new(name: &str, arguments: Vec<Term>, span: Span) -> Self {
        Self {
            name: Name::from(name),
            arguments,
            goal: None,
            span,
        }
    }

    pub fn key(&self) -> RelationKey {
        (self.name.clone(), self.arguments.len())
    }

    pub fn is(&self, name: &str, arity: usize) -> bool {
        &*self.name == name && self.arguments.len() == arity
    }

    pub fn each_variable<'t>(&'t self, visit: &mut impl FnMut(&'t Name)) {
        let arguments = self.arguments.iter();
        arguments.for_each(|term| term.each_variable(visit));
    }

    /// The atom with each of its terms changed.
    pub fn map(&self, change: &impl Fn(&Term) -> Term) -> Self {
        Self {
            arguments: self.arguments.iter().map(change).collect(),
            goal: self.goal.as_ref().map(change),
            ..self.clone()
        }
    }
}

impl Literal {
    /// The atom that is asked or denied.
    pub fn atom(&self) -> Option<&Atom> {
        match self {
            Self::Atom(atom) | Self::Not(atom) => Some(atom),
            Self::Distinct(..) => None,
        }
    }

    pub fn span(&self) -> Span {
        match self {
            Self::Atom(atom) | Self::Not(atom) => atom.span,
            Self::Distinct(_, _, span) => *span,
        }
    }

    pub fn each_variable<'t>(&'t self, visit: &mut impl FnMut(&'t Name)) {
        match self {
            Self::Atom(atom) | Self::Not(atom) => atom.each_variable(visit),
            Self::Distinct(one, other, _) => {
                one.each_variable(visit);
                other.each_variable(visit);
            }
        }
    }

    /// The condition with each of its terms changed.
    pub fn map(&self, change: &impl Fn(&Term) -> Term) -> Self {
        match self {
            Self::Atom(atom) => Self::Atom(atom.map(change)),
            Self::Not(atom) => Self::Not(atom.map(change)),
            Self::Distinct(one, other, span) => Self::Distinct(change(one), change(other), *span),
        }
    }
}

impl Rule {
    pub fn new(head: Atom, body: Vec<Literal>) -> Self {
        Self {
            head,
            body,
            comment: Box::default(),
        }
    }

    /// The atoms of the conditions, denied ones too.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.body.iter().filter_map(Literal::atom)
    }

    /// The variables to which conditions that hold give values.
    pub fn given(&self) -> HashSet<&Name> {
        let mut given = HashSet::new();
        for literal in &self.body {
            if let Literal::Atom(atom) = literal {
                atom.each_variable(&mut |name| {
                    given.insert(name);
                });
            }
        }
        given
    }
}
