//! Terms as a sheet writes them: `(mark 1 2)` is `mark(1, 2)`.

use super::domains::Ground;
use crate::logic::{Term, View};
use crate::syntax::construct::as_number;
use crate::syntax::kif::{self, Expression, ExpressionKind};
use crate::syntax::reading::Reading;
use crate::syntax::source::Sources;

/// A term as a sheet writes it, such as `(mark 1 2)`.
#[must_use]
pub fn write(term: &Term) -> String {
    match term.view() {
        View::Variable(number) => format!("?{number}"),
        View::Integer(number) => number.to_string(),
        View::Atom(name) | View::String(name) => name.to_string(),
        View::Compound(name, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(write).collect();
            format!("({name} {})", arguments.join(" "))
        }
    }
}

/// An expression as text, in one line.
#[must_use]
pub fn text(expression: &Expression) -> String {
    match &expression.kind {
        ExpressionKind::Word(name) => name.to_string(),
        ExpressionKind::Variable(name) => format!("?{name}"),
        ExpressionKind::List(items) => {
            let items: Vec<String> = items.iter().map(text).collect();
            format!("({})", items.join(" "))
        }
    }
}

/// The expressions of a text.
///
/// # Errors
/// What is wrong with the text, in one line.
pub fn expressions(text: &str) -> Result<Vec<Expression>, String> {
    let mut sources = Sources::new();
    let id = sources.add("the message", text);
    let (sheet, faults) = kif::read(&sources, id, &Reading::default());
    match faults.first() {
        Some(fault) => Err(fault.title.clone()),
        None => {
            let sentences = sheet.sentences.into_iter();
            Ok(sentences.map(|sentence| sentence.expression).collect())
        }
    }
}

/// The term that an expression is; none if it has a variable, or a list does not begin with a name.
#[must_use]
pub fn term(expression: &Expression) -> Option<Term> {
    match &expression.kind {
        ExpressionKind::Word(name) => Some(constant(name)),
        ExpressionKind::Variable(_) => None,
        ExpressionKind::List(items) => {
            let (first, arguments) = items.split_first()?;
            let ExpressionKind::Word(name) = &first.kind else {
                return None;
            };
            if arguments.is_empty() {
                return Some(Term::atom(&format!("({name})")));
            }
            let arguments: Vec<Term> = arguments.iter().map(term).collect::<Option<_>>()?;
            Some(Term::compound(name, &arguments))
        }
    }
}

/// The term of a term of a sheet without variables.
pub(super) fn ground(term: &Ground) -> Term {
    match term {
        Ground::Constant(name) => constant(name),
        Ground::Function(name, arguments) if arguments.is_empty() => {
            Term::atom(&format!("({name})"))
        }
        Ground::Function(name, arguments) => {
            let arguments: Vec<Term> = arguments.iter().map(ground).collect();
            Term::compound(name, &arguments)
        }
    }
}

/// The term of a name or a number.
pub(super) fn constant(name: &str) -> Term {
    as_number(name).map_or_else(|| Term::atom(name), Term::integer)
}
