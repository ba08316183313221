//! Warns about clauses that are written twice.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::listing::ClauseListing;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::limits::MAX_KEPT_DIAGNOSTICS;
use crate::syntax::source::Span;
use crate::syntax::tree::{Name, SourceTerm, TermKind};

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    let mut first: FxHashMap<String, Span> = FxHashMap::default();
    let mut warnings = Vec::new();
    for clause in listing.subject.clauses {
        let text = Renamed::default().term(&clause.term).to_string();
        match first.get(&text) {
            None => drop(first.insert(text, clause.term.span)),
            Some(_) if warnings.len() == MAX_KEPT_DIAGNOSTICS => break,
            Some(earlier) => warnings.push(
                Diagnostic::warning(
                    "repeated-clause",
                    "this clause is written twice",
                    clause.term.span,
                    "again here",
                )
                .with_place(*earlier, "first here")
                .with_help("remove one of the two: the second gives every answer once more"),
            ),
        }
    }
    warnings
}

/// Names variables by the order in which they are met.
#[derive(Default)]
struct Renamed {
    names: FxHashMap<Name, usize>,
    met: usize,
}

impl Renamed {
    /// The parser bounds how deep a term nests, so plain recursion is safe.
    fn term(&mut self, term: &SourceTerm) -> SourceTerm {
        let kind = match &term.kind {
            TermKind::Variable(name) => TermKind::Variable(self.variable(name)),
            TermKind::Compound {
                functor,
                functor_span,
                arguments,
            } => TermKind::Compound {
                functor: functor.clone(),
                functor_span: *functor_span,
                arguments: arguments
                    .iter()
                    .map(|argument| self.term(argument))
                    .collect(),
            },
            TermKind::List { items, tail } => TermKind::List {
                items: items.iter().map(|item| self.term(item)).collect(),
                tail: tail.as_ref().map(|tail| Arc::new(self.term(tail))),
            },
            constant => constant.clone(),
        };
        SourceTerm {
            kind,
            span: term.span,
        }
    }

    fn variable(&mut self, name: &Name) -> Name {
        let next = self.met;
        let number = if &**name == "_" {
            next
        } else {
            *self.names.entry(name.clone()).or_insert(next)
        };
        self.met += usize::from(number == next);
        format!("V{number}").into()
    }
}
