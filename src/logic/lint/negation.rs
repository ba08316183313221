//! Warns about predicates that depend on their own failure.
//!
//! A collection of all answers counts too, but only if it repeats the very same call: recursion to
//! another item, such as a sum over a row, ends by itself. A table tells by the facts whether an answer
//! depends on its own failure.

use super::calls::CallScope;
use super::listing::ClauseListing;
use super::progress::repeats;
use crate::logic::graph::components;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;

/// A call from one of the program's predicates to another.
struct DependencyEdge {
    from: usize,
    to: usize,
    negated: bool,
    place: Span,
}

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    let edges = edges(listing);
    let mut next = vec![Vec::new(); listing.predicates.len()];
    edges.iter().for_each(|edge| next[edge.from].push(edge.to));
    let component = components(&next);
    let through_itself =
        |edge: &&DependencyEdge| edge.negated && component[edge.from] == component[edge.to];
    edges
        .iter()
        .filter(through_itself)
        .map(|edge| warning(listing, edge))
        .collect()
}

fn edges(listing: &ClauseListing<'_>) -> Vec<DependencyEdge> {
    let mut edges = Vec::new();
    for clause in &listing.clauses {
        for call in listing.calls_of(clause) {
            if let Some(to) = listing.own(call.name, call.arity())
                && call.scope != CallScope::Elsewhere
                && !listing.is_tabled(call.name, call.arity())
            {
                let negated = match call.scope {
                    CallScope::Negated => true,
                    CallScope::Collected => to == clause.predicate && repeats(clause, &call),
                    _ => false,
                };
                edges.push(DependencyEdge {
                    from: clause.predicate,
                    to,
                    negated,
                    place: call.goal.span,
                });
            }
        }
    }
    edges
}

fn warning(listing: &ClauseListing<'_>, edge: &DependencyEdge) -> Diagnostic {
    let (from, to) = (listing.indicator(edge.from), listing.indicator(edge.to));
    let title = match edge.from == edge.to {
        true => format!("`{from}` depends on its own negation"),
        false => format!("`{from}` depends on its own negation, through `{to}`"),
    };
    Diagnostic::warning(
        "negation-through-recursion",
        title,
        edge.place,
        "whether this fails depends on itself",
    )
    .with_help(
        "define the one predicate without the other, so that one of the two is settled first",
    )
}
