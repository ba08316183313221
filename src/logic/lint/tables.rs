//! Warns about tables for nothing.
//!
//! A table lets a predicate end that calls itself in a circle. A predicate that calls itself nowhere,
//! not even through others, ends without one.

use super::listing::ClauseListing;
use crate::logic::graph::components;
use crate::logic::tabled::TabledPredicate;
use crate::syntax::diagnostic::Diagnostic;

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    if listing.subject.tabled.is_empty() {
        return Vec::new();
    }
    let next = callees(listing);
    let component = components(&next);
    let is_needless = |tabled: &&TabledPredicate| {
        listing
            .own(&tabled.name, tabled.arity)
            .filter(|predicate| !listing.is_doubtful(*predicate))
            .is_some_and(|predicate| !calls_itself(predicate, &next, &component))
    };
    let needless = listing.subject.tabled.iter().filter(is_needless);
    needless.map(warning).collect()
}

/// For each predicate those that its clauses call.
fn callees(listing: &ClauseListing<'_>) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); listing.predicates.len()];
    for clause in &listing.clauses {
        let calls = listing.calls_of(clause);
        let own = calls
            .iter()
            .filter_map(|call| listing.own(call.name, call.arity()));
        next[clause.predicate].extend(own);
    }
    next
}

fn calls_itself(predicate: usize, next: &[Vec<usize>], component: &[usize]) -> bool {
    next[predicate]
        .iter()
        .any(|callee| component[*callee] == component[predicate])
}

fn warning(tabled: &TabledPredicate) -> Diagnostic {
    let indicator = tabled.indicator();
    Diagnostic::warning(
        "needless-table",
        format!("`{indicator}` is tabled and never calls itself"),
        tabled.span,
        "its answers are kept for nothing",
    )
    .with_help("remove it from `table`")
}
