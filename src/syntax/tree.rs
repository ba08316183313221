//! The syntax tree: the contents of a rule file, with the place of every part.
//!
//! A tree never changes, and its parts are shared, not copied: a clone of a part only increments a
//! reference count. The tree knows nothing of the meaning of predicates.

use std::sync::Arc;

use super::source::Span;

/// The text of an atom, a functor or a variable.
pub type Name = Arc<str>;

/// A term and its place.
#[derive(Clone, Debug)]
pub struct SourceTerm {
    /// The kind of the term.
    pub kind: TermKind,
    /// The place of the term.
    pub span: Span,
}

impl SourceTerm {
    /// The name and the arguments of an atom or a compound.
    #[must_use]
    pub fn name_and_arguments(&self) -> Option<(&Name, &[SourceTerm])> {
        match &self.kind {
            TermKind::Atom(name) => Some((name, &[])),
            TermKind::Compound {
                functor, arguments, ..
            } => Some((functor, arguments)),
            _ => None,
        }
    }

    /// The name as a text, to match on, and the arguments of an atom or a compound.
    #[must_use]
    pub fn parts(&self) -> Option<(&str, &[SourceTerm])> {
        let (name, arguments) = self.name_and_arguments()?;
        Some((name, arguments))
    }

    /// Whether an atom or functor anywhere in it is one that is wanted. The parser bounds how deep a term nests,
    /// so plain recursion is safe.
    pub(crate) fn mentions(&self, wanted: &dyn Fn(&Name) -> bool) -> bool {
        match &self.kind {
            TermKind::Atom(name) => wanted(name),
            TermKind::Compound {
                functor, arguments, ..
            } => wanted(functor) || arguments.iter().any(|part| part.mentions(wanted)),
            TermKind::List { items, tail } => {
                let mut parts = items.iter().chain(tail.as_deref());
                parts.any(|part| part.mentions(wanted))
            }
            TermKind::Variable(_) | TermKind::Integer(_) | TermKind::String(_) => false,
        }
    }

    /// Calls `visit` for every occurrence of a variable, including `_`, in the order of the text,
    /// with its name and its place. The parser bounds how deep a term nests, so plain recursion is
    /// safe.
    pub fn each_variable<'t>(&'t self, visit: &mut impl FnMut(&'t Name, Span)) {
        match &self.kind {
            TermKind::Variable(name) => visit(name, self.span),
            TermKind::Compound { arguments, .. } => arguments
                .iter()
                .for_each(|argument| argument.each_variable(visit)),
            TermKind::List { items, tail } => items
                .iter()
                .chain(tail.as_deref())
                .for_each(|part| part.each_variable(visit)),
            TermKind::Atom(_) | TermKind::Integer(_) | TermKind::String(_) => {}
        }
    }

    /// The term with other terms in place of variables, each at its place; `_` counts as a variable. The parser
    /// bounds how deep a term nests, so plain recursion is safe.
    pub(crate) fn with_variables(&self, value: &mut impl FnMut(&Name) -> TermKind) -> Self {
        let kind = match &self.kind {
            TermKind::Variable(name) => value(name),
            TermKind::Compound {
                functor,
                functor_span,
                arguments,
            } => TermKind::Compound {
                functor: functor.clone(),
                functor_span: *functor_span,
                arguments: arguments
                    .iter()
                    .map(|argument| argument.with_variables(value))
                    .collect(),
            },
            TermKind::List { items, tail } => TermKind::List {
                items: items
                    .iter()
                    .map(|item| item.with_variables(value))
                    .collect(),
                tail: tail
                    .as_ref()
                    .map(|tail| Arc::new(tail.with_variables(value))),
            },
            TermKind::Atom(_) | TermKind::Integer(_) | TermKind::String(_) => self.kind.clone(),
        };
        Self {
            kind,
            span: self.span,
        }
    }

    /// The place of the functor of a compound; for any other term, the place of the term.
    #[must_use]
    pub fn name_span(&self) -> Span {
        match &self.kind {
            TermKind::Compound { functor_span, .. } => *functor_span,
            _ => self.span,
        }
    }
}

/// The kinds of terms.
#[derive(Clone, Debug)]
pub enum TermKind {
    /// A variable, by its name; every `_` is a different one.
    Variable(Name),
    /// An atom, without its quotes.
    Atom(Name),
    /// A 64-bit integer.
    Integer(i64),
    /// A string, without its quotes.
    String(Name),
    /// A functor applied to one or more arguments; operators too: `A + B` is `+(A, B)`.
    Compound {
        /// The functor's name, without quotes.
        functor: Name,
        /// The place of the functor or operator.
        functor_span: Span,
        /// The arguments, at least one.
        arguments: Arc<[SourceTerm]>,
    },
    /// `[a, b]`, `[a, b | Tail]`, and `[]` with no items and no tail. The tail is never itself a
    /// list: `[a | [b]]` is read as `[a, b]`.
    List {
        /// The items; empty only without a tail.
        items: Arc<[SourceTerm]>,
        /// The term after the bar.
        tail: Option<Arc<SourceTerm>>,
    },
}

/// Equal up to places.
impl PartialEq for SourceTerm {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// Equal up to places.
impl PartialEq for TermKind {
    fn eq(&self, other: &Self) -> bool {
        use TermKind::{Atom, Compound, Integer, List, String, Variable};
        match (self, other) {
            (Variable(a), Variable(b)) | (Atom(a), Atom(b)) | (String(a), String(b)) => a == b,
            (Integer(a), Integer(b)) => a == b,
            (
                Compound {
                    functor: f,
                    arguments: a,
                    ..
                },
                Compound {
                    functor: g,
                    arguments: b,
                    ..
                },
            ) => f == g && a == b,
            (List { items: a, tail: s }, List { items: b, tail: t }) => a == b && s == t,
            _ => false,
        }
    }
}

/// One item of a rule file: the term before a full stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The whole term: a fact, `Head :- Body`, `:- Directive`, or a production.
    pub term: SourceTerm,
    /// The comment right above it, without comment signs, one line a line; empty if there is none.
    pub comment: Box<str>,
}

impl Clause {
    /// The part before `:-`, or the whole of a fact; `None` for a directive.
    #[must_use]
    pub fn head(&self) -> Option<&SourceTerm> {
        match &self.term.kind {
            TermKind::Compound {
                functor, arguments, ..
            } if &**functor == ":-" => match &**arguments {
                [head, _] => Some(head),
                _ => None,
            },
            _ => Some(&self.term),
        }
    }

    /// The part after `:-`; `None` for a fact or a directive.
    #[must_use]
    pub fn body(&self) -> Option<&SourceTerm> {
        match &self.term.kind {
            TermKind::Compound {
                functor, arguments, ..
            } if &**functor == ":-" => arguments.get(1),
            _ => None,
        }
    }

    /// The term after the `:-` of a directive.
    #[must_use]
    pub fn directive(&self) -> Option<&SourceTerm> {
        match &self.term.kind {
            TermKind::Compound {
                functor, arguments, ..
            } if &**functor == ":-" && arguments.len() == 1 => arguments.first(),
            _ => None,
        }
    }
}

/// A parsed rule file.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct File {
    /// Its items in order.
    pub clauses: Vec<Clause>,
}
