//! Terms and clauses that are put together, each part at a place of the text from which it comes. Knows
//! nothing of what they mean.

use std::sync::Arc;

use super::source::Span;
use super::tree::{Clause, Name, SourceTerm, TermKind};

/// A clause of a head and goals.
pub(crate) fn clause(
    head: SourceTerm,
    goals: Vec<SourceTerm>,
    span: Span,
    comment: Box<str>,
) -> Clause {
    let term = match goals.is_empty() {
        true => head,
        false => compound(":-", span, vec![head, join(",", goals, span)]),
    };
    Clause { term, comment }
}

/// A directive.
pub(crate) fn directive(term: SourceTerm) -> Clause {
    let span = term.span;
    Clause {
        term: compound(":-", span, vec![term]),
        comment: Box::default(),
    }
}

/// Goals joined by an operator; `true` if there are none.
pub(crate) fn join(operator: &str, goals: Vec<SourceTerm>, span: Span) -> SourceTerm {
    let joined = goals
        .into_iter()
        .rev()
        .reduce(|rest, goal| compound(operator, goal.span.to(rest.span), vec![goal, rest]));
    joined.unwrap_or_else(|| atom("true", span))
}

/// An atom.
pub(crate) fn atom(name: &str, span: Span) -> SourceTerm {
    SourceTerm {
        kind: TermKind::Atom(Name::from(name)),
        span,
    }
}

/// A number if it is written as numbers are, otherwise an atom.
pub(crate) fn constant(name: &str, span: Span) -> SourceTerm {
    match as_number(name) {
        Some(number) => SourceTerm {
            kind: TermKind::Integer(number),
            span,
        },
        None => atom(name, span),
    }
}

/// The number that is written so; with leading zeros it is no number but a name.
pub(crate) fn as_number(name: &str) -> Option<i64> {
    let number: i64 = name.parse().ok()?;
    (number.to_string() == name).then_some(number)
}

/// A variable.
pub(crate) fn variable(name: &str, span: Span) -> SourceTerm {
    SourceTerm {
        kind: TermKind::Variable(Name::from(name)),
        span,
    }
}

/// A predicate with its arguments, which may be none.
pub(crate) fn applied(name: &str, span: Span, arguments: Vec<SourceTerm>) -> SourceTerm {
    match arguments.is_empty() {
        true => atom(name, span),
        false => compound(name, span, arguments),
    }
}

/// A functor applied to arguments, of which there is one at least.
pub(crate) fn compound(name: &str, span: Span, arguments: Vec<SourceTerm>) -> SourceTerm {
    SourceTerm {
        kind: TermKind::Compound {
            functor: Name::from(name),
            functor_span: span,
            arguments: Arc::from(arguments),
        },
        span,
    }
}
