//! Errors inside the machine: the error terms of the standard, and errors that cannot be caught.

use super::budget::Abort;
use super::cell::Cell;
use super::limits::Limit;
use super::store::{Copied, Store};
use super::symbol::Symbol;

/// Why a goal was given up.
#[derive(Debug)]
pub(super) enum Raised {
    /// A term was thrown; `catch/3` may take it.
    Ball(Box<Copied>),
    /// A limit was met; `catch/3` cannot catch it.
    Limit(Limit),
    /// The host asked to stop.
    Interrupted,
}

impl From<Abort> for Raised {
    fn from(stop: Abort) -> Self {
        match stop {
            Abort::Limit(limit) => Raised::Limit(limit),
            Abort::Interrupted => Raised::Interrupted,
        }
    }
}

impl From<Limit> for Raised {
    fn from(limit: Limit) -> Self {
        Raised::Limit(limit)
    }
}

/// The result of a goal that the machine proves itself: whether it holds.
pub(super) type GoalOutcome = Result<bool, Raised>;

/// Throws a term.
#[cold]
pub(super) fn throw(store: &mut Store, ball: Cell) -> Raised {
    let mut copied = Copied::default();
    match store.copy_out(ball, &mut copied) {
        Ok(_) => Raised::Ball(Box::new(copied)),
        // A ball that does not fit is too large or infinite.
        Err(Abort::Limit(limit)) => Raised::Limit(limit),
        Err(Abort::Interrupted) => Raised::Interrupted,
    }
}

/// `error(Formal, _)`.
#[cold]
fn error(store: &mut Store, formal: Cell) -> Raised {
    let context = store.fresh();
    let ball = store.compound(Symbol::ERROR, &[formal, context]);
    throw(store, ball)
}

/// An instantiation error: an argument is unbound that must be bound.
#[cold]
pub(super) fn instantiation(store: &mut Store) -> Raised {
    let formal = store.atom("instantiation_error");
    error(store, formal)
}

/// A type error: `culprit` is not of the expected type.
#[cold]
pub(super) fn type_error(store: &mut Store, expected: &str, culprit: Cell) -> Raised {
    named(store, "type_error", expected, culprit)
}

/// A domain error: `culprit` has the right type but not an allowed value.
#[cold]
pub(super) fn domain_error(store: &mut Store, expected: &str, culprit: Cell) -> Raised {
    named(store, "domain_error", expected, culprit)
}

/// An existence error: `culprit`, of this kind, does not exist.
#[cold]
pub(super) fn existence_error(store: &mut Store, kind: &str, culprit: Cell) -> Raised {
    named(store, "existence_error", kind, culprit)
}

/// Two facts contradict each other.
#[cold]
pub(super) fn conflicting_facts(store: &mut Store, first: Cell, second: Cell) -> Raised {
    let formal = store.compound_named("conflicting_facts", &[first, second]);
    error(store, formal)
}

/// Calls of tabled predicates depend on each other in a circle, through a goal that commits: the list has
/// them in order.
#[cold]
pub(super) fn unstratified(store: &mut Store, calls: Cell) -> Raised {
    let formal = store.compound_named("unstratified", &[calls]);
    error(store, formal)
}

fn named(store: &mut Store, kind: &str, expected: &str, culprit: Cell) -> Raised {
    let expected = store.atom(expected);
    let formal = store.compound_named(kind, &[expected, culprit]);
    error(store, formal)
}

/// A representation error: a value cannot be represented.
#[cold]
pub(super) fn representation_error(store: &mut Store, what: &str) -> Raised {
    let what = store.atom(what);
    let formal = store.compound_named("representation_error", &[what]);
    error(store, formal)
}

/// An evaluation error: an operation has no result.
#[cold]
pub(super) fn evaluation(store: &mut Store, what: &str) -> Raised {
    let what = store.atom(what);
    let formal = store.compound_named("evaluation_error", &[what]);
    error(store, formal)
}

/// A syntax error: a text does not parse.
#[cold]
pub(super) fn syntax_error(store: &mut Store, what: &str) -> Raised {
    let what = store.atom(what);
    let formal = store.compound_named("syntax_error", &[what]);
    error(store, formal)
}

/// An argument of a format has the wrong type for its directive.
#[cold]
pub(super) fn format_argument(store: &mut Store, directive: char, culprit: Cell) -> Raised {
    named(
        store,
        "format_argument_type",
        directive.encode_utf8(&mut [0; 4]),
        culprit,
    )
}

/// A format and its arguments do not fit together.
#[cold]
pub(super) fn format_error(store: &mut Store, message: Cell) -> Raised {
    let formal = store.compound_named("format", &[message]);
    error(store, formal)
}
