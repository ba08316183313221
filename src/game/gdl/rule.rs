//! The rules of a sheet: what its sentences say, with the place of each part.

use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// A term.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub kind: TermKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum TermKind {
    Variable(Name),
    Constant(Name),
    /// A function and its arguments; there may be none.
    Function(Name, Vec<Term>),
}

/// A relation, or a word of the language such as `true`, and its arguments.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub name: Name,
    pub arguments: Vec<Term>,
    pub span: Span,
}

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    Atom(Atom),
    Distinct(Term, Term, Span),
    Not(Box<Formula>, Span),
    And(Vec<Formula>, Span),
    Or(Vec<Formula>, Span),
}

/// A rule, or a fact if it has no conditions.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub head: Atom,
    pub body: Vec<Formula>,
    pub span: Span,
    pub comment: Box<str>,
}

impl Term {
    /// Calls `visit` for every variable.
    pub fn each_variable<'t>(&'t self, visit: &mut impl FnMut(&'t Name)) {
        match &self.kind {
            TermKind::Variable(name) => visit(name),
            TermKind::Constant(_) => {}
            TermKind::Function(_, arguments) => {
                arguments.iter().for_each(|term| term.each_variable(visit));
            }
        }
    }

    /// Whether all variables in it are known.
    pub fn is_known(&self, is_known: &dyn Fn(&Name) -> bool) -> bool {
        let mut all = true;
        self.each_variable(&mut |name| all &= is_known(name));
        all
    }

    /// The name of a variable.
    pub fn variable(&self) -> Option<&Name> {
        match &self.kind {
            TermKind::Variable(name) => Some(name),
            _ => None,
        }
    }

    /// The name and the arguments of a constant or a function.
    pub fn parts(&self) -> Option<(&Name, &[Term])> {
        match &self.kind {
            TermKind::Variable(_) => None,
            TermKind::Constant(name) => Some((name, &[])),
            TermKind::Function(name, arguments) => Some((name, arguments)),
        }
    }
}

impl Atom {
    pub fn is(&self, name: &str, arity: usize) -> bool {
        &*self.name == name && self.arguments.len() == arity
    }

    pub fn each_variable<'t>(&'t self, visit: &mut impl FnMut(&'t Name)) {
        let arguments = self.arguments.iter();
        arguments.for_each(|term| term.each_variable(visit));
    }
}

impl Formula {
    pub fn span(&self) -> Span {
        match self {
            Formula::Atom(atom) => atom.span,
            Formula::Distinct(_, _, span)
            | Formula::Not(_, span)
            | Formula::And(_, span)
            | Formula::Or(_, span) => *span,
        }
    }

    pub fn each_variable<'t>(&'t self, visit: &mut impl FnMut(&'t Name)) {
        match self {
            Formula::Atom(atom) => atom.each_variable(visit),
            Formula::Distinct(left, right, _) => {
                left.each_variable(visit);
                right.each_variable(visit);
            }
            Formula::Not(inner, _) => inner.each_variable(visit),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                parts.iter().for_each(|part| part.each_variable(visit));
            }
        }
    }

    /// Whether an `or` is in it.
    pub fn has_or(&self) -> bool {
        match self {
            Formula::Atom(_) | Formula::Distinct(..) => false,
            Formula::Not(inner, _) => inner.has_or(),
            Formula::And(parts, _) => parts.iter().any(Self::has_or),
            Formula::Or(..) => true,
        }
    }

    /// Calls `visit` for every atom, with whether it stands below a negation.
    pub fn each_atom<'t>(&'t self, is_negated: bool, visit: &mut impl FnMut(&'t Atom, bool)) {
        match self {
            Formula::Atom(atom) => visit(atom, is_negated),
            Formula::Distinct(..) => {}
            Formula::Not(inner, _) => inner.each_atom(true, visit),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                let parts = parts.iter();
                parts.for_each(|part| part.each_atom(is_negated, visit));
            }
        }
    }
}

impl Formula {
    fn each_term_mut(&mut self, visit: &mut impl FnMut(&mut Term)) {
        match self {
            Formula::Atom(atom) => atom
                .arguments
                .iter_mut()
                .for_each(|term| term.each_mut(visit)),
            Formula::Distinct(left, right, _) => {
                left.each_mut(visit);
                right.each_mut(visit);
            }
            Formula::Not(inner, _) => inner.each_term_mut(visit),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                parts.iter_mut().for_each(|part| part.each_term_mut(visit));
            }
        }
    }
}

impl Term {
    /// Calls `visit` for the term and then for all within it, as it is then.
    fn each_mut(&mut self, visit: &mut impl FnMut(&mut Term)) {
        visit(self);
        if let TermKind::Function(_, arguments) = &mut self.kind {
            arguments.iter_mut().for_each(|term| term.each_mut(visit));
        }
    }
}

impl Rule {
    /// Calls `visit` for every term and for all within it, which it may change.
    pub fn each_term_mut(&mut self, visit: &mut impl FnMut(&mut Term)) {
        let head = self.head.arguments.iter_mut();
        head.for_each(|term| term.each_mut(visit));
        let body = self.body.iter_mut();
        body.for_each(|condition| condition.each_term_mut(visit));
    }

    /// Calls `visit` for every place where a variable stands.
    pub fn each_variable<'t>(&'t self, visit: &mut impl FnMut(&'t Name)) {
        self.head.each_variable(visit);
        let body = self.body.iter();
        body.for_each(|condition| condition.each_variable(visit));
    }

    /// Calls `visit` for every atom of the conditions, with whether it stands below a negation.
    pub fn each_condition<'t>(&'t self, visit: &mut impl FnMut(&'t Atom, bool)) {
        let body = self.body.iter();
        body.for_each(|formula| formula.each_atom(false, visit));
    }
}
