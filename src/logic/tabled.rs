//! The declaration that the answers of a predicate are collected in tables.

use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// A predicate whose answers are collected in tables.
#[derive(Clone, Debug)]
pub struct TabledPredicate {
    /// Its name.
    pub name: Name,
    /// The number of its arguments.
    pub arity: usize,
    /// The place where it is declared.
    pub span: Span,
}

impl TabledPredicate {
    /// Returns `name/arity`.
    #[must_use]
    pub fn indicator(&self) -> String {
        format!("{}/{}", quote_atom(&self.name), self.arity)
    }
}
