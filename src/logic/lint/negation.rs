//! Predicates that depend on their own failure.
//!
//! A collection of all answers counts too, but only where it asks the very same question again:
//! going on to another item, as a sum over a row does, ends by itself.

use super::calls::Scope;
use super::listing::Listing;
use super::progress::repeats;
use crate::logic::graph::components;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;

/// A call of one own predicate by another.
struct Edge {
    from: usize,
    to: usize,
    negated: bool,
    place: Span,
}

pub(super) fn warnings(listing: &Listing<'_>) -> Vec<Diagnostic> {
    let edges = edges(listing);
    let mut next = vec![Vec::new(); listing.predicates.len()];
    edges.iter().for_each(|edge| next[edge.from].push(edge.to));
    let component = components(&next);
    let through_itself = |edge: &&Edge| edge.negated && component[edge.from] == component[edge.to];
    edges
        .iter()
        .filter(through_itself)
        .map(|edge| warning(listing, edge))
        .collect()
}

fn edges(listing: &Listing<'_>) -> Vec<Edge> {
    let mut edges = Vec::new();
    for line in &listing.lines {
        for call in listing.calls_of(line) {
            if let Some(to) = listing.own(call.name, call.arity())
                && call.scope != Scope::Elsewhere
            {
                let negated = match call.scope {
                    Scope::Negated => true,
                    Scope::Collected => to == line.predicate && repeats(line, &call),
                    _ => false,
                };
                edges.push(Edge {
                    from: line.predicate,
                    to,
                    negated,
                    place: call.goal.span,
                });
            }
        }
    }
    edges
}

fn warning(listing: &Listing<'_>, edge: &Edge) -> Diagnostic {
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
