//! Warns about clauses that are written twice.

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
    fn term(&mut self, term: &SourceTerm) -> SourceTerm {
        term.with_variables(&mut |name| TermKind::Variable(self.variable(name)))
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
