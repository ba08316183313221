//! Warns about clauses of one predicate with others between them.

use rustc_hash::FxHashMap;

use super::listing::ClauseListing;
use crate::syntax::diagnostic::Diagnostic;

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    let mut last: FxHashMap<usize, usize> = FxHashMap::default();
    let mut warnings = Vec::new();
    for (number, clause) in listing.clauses.iter().enumerate() {
        let is_apart = |before: &usize| before + 1 < number && !continues(listing, *before, number);
        if let Some(before) = last.insert(clause.predicate, number).filter(is_apart) {
            let indicator = listing.indicator(clause.predicate);
            let title = format!("the clauses of `{indicator}` are apart");
            let warning =
                Diagnostic::warning("clauses-apart", title, clause.head.span, "goes on here");
            let warning =
                warning.with_place(listing.clauses[before].head.span, "its clause before");
            warnings.push(warning.with_help(
                "put the clauses of a predicate together: they are tried in their order",
            ));
        }
    }
    warnings
}

/// Whether a clause continues in one file what another file has begun, and may do so.
fn continues(listing: &ClauseListing<'_>, before: usize, number: usize) -> bool {
    let [before, clause] = [before, number].map(|number| &listing.clauses[number]);
    let (predicate, _) = listing
        .predicates
        .get_index(clause.predicate)
        .expect("the clause is of a listed predicate");
    before.head.span.source != clause.head.span.source
        && listing.subject.continued.contains(predicate)
}
