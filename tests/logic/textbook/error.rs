//! Why a proof ends early, and the errors of the standard.

use super::term::{Term, atom, compound};

use Term::Variable;

/// A thrown ball, or the end of patience.
#[derive(PartialEq)]
pub enum Failure {
    Ball(Term),
    /// It took too long, or came to something that the language leaves open.
    GivenUp,
}

/// A variable that only errors contain; it is copied before it meets any other.
const CONTEXT: Term = Variable(usize::MAX);

pub fn error(formal: Term) -> Failure {
    Failure::Ball(compound("error", [formal, CONTEXT]))
}

pub fn instantiation() -> Failure {
    error(atom("instantiation_error"))
}

pub fn type_error(expected: &str, culprit: Term) -> Failure {
    error(compound("type_error", [atom(expected), culprit]))
}

pub fn indicator(name: &str, arity: usize) -> Term {
    compound("/", [atom(name), Term::Integer(arity as i64)])
}

pub fn evaluation_error(what: &str) -> Failure {
    error(compound("evaluation_error", [atom(what)]))
}
