//! Recursion that never gets any further.
//!
//! A predicate is sure to run for ever if it comes to call itself with arguments of which nothing
//! has been bound, taken apart or computed since. Goals before the call do not help: nothing
//! changes, so they succeed again. Calls under a negation are told of as such, by another lint.
//! Only what is sure is said: an argument that any goal before the call has touched may make it
//! end.

use rustc_hash::FxHashSet;

use super::calls::{Call, Scope};
use super::listing::{Line, Listing, each_variable};
use crate::logic::graph::components;
use crate::logic::instruction::Comparison;
use crate::logic::interval::interval;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{Term, TermKind};

/// A call that passes on what it was given.
struct Edge {
    from: usize,
    to: usize,
    /// Whether the question is the same up to arguments that are left open.
    repeats: bool,
    place: Span,
}

pub(super) fn warnings(listing: &Listing<'_>) -> Vec<Diagnostic> {
    let mut edges = Vec::new();
    listing
        .lines
        .iter()
        .for_each(|line| edges_of(listing, line, &mut edges));
    let mut next = vec![Vec::new(); listing.predicates.len()];
    let onwards = |edge: &&Edge| !edge.repeats;
    edges
        .iter()
        .filter(onwards)
        .for_each(|edge| next[edge.from].push(edge.to));
    let component = components(&next);
    let mut told = FxHashSet::default();
    let endless = |edge: &&Edge| edge.repeats || component[edge.from] == component[edge.to];
    let once = |edge: &&Edge| edge.repeats || told.insert(component[edge.from]);
    edges
        .iter()
        .filter(endless)
        .filter(once)
        .map(|edge| warning(listing, edge))
        .collect()
}

/// The calls of a clause that get no further.
fn edges_of(listing: &Listing<'_>, line: &Line<'_>, edges: &mut Vec<Edge>) {
    let mut touched: FxHashSet<&str> = FxHashSet::default();
    let mut bound: FxHashSet<&str> = FxHashSet::default();
    for call in listing.calls_of(line) {
        let to = listing
            .own(call.name, call.arity())
            .filter(|_| call.more == 0 && call.scope < Scope::Negated);
        if let Some(to) = to {
            let repeats = to == line.predicate && asks_again(line, &call, &bound);
            if repeats || takes_all(line) && passes_on(&call, &touched) {
                edges.push(Edge {
                    from: line.predicate,
                    to,
                    repeats,
                    place: call.goal.span,
                });
            }
        }
        let mut variables = Vec::new();
        call.arguments
            .iter()
            .for_each(|argument| each_variable(argument, &mut |name, _| variables.push(name)));
        touched.extend(variables.iter().copied());
        if !is_test(call.name, call.arguments.len()) {
            bound.extend(variables);
        }
    }
}

/// Whether a call asks what its clause was asked, whatever was bound before.
pub(super) fn repeats(line: &Line<'_>, call: &Call<'_>) -> bool {
    call.more == 0 && line.arguments() == call.arguments
}

/// Whether a call asks what its clause was asked, or more generally.
fn asks_again(line: &Line<'_>, call: &Call<'_>, bound: &FxHashSet<&str>) -> bool {
    let mut of_head = FxHashSet::default();
    each_variable(line.head, &mut |name, _| {
        of_head.insert(name);
    });
    let same = |(given, passed): (&Term, &Term)| {
        let is_fresh =
            matches!(&passed.kind, TermKind::Variable(name) if !of_head.contains(&**name));
        (is_fresh || given == passed) && untouched(passed, bound)
    };
    line.arguments().iter().zip(call.arguments).all(same)
}

/// Whether a clause is tried whatever it is asked: its head has only variables, all different.
fn takes_all(line: &Line<'_>) -> bool {
    let mut names = FxHashSet::default();
    line.arguments()
        .iter()
        .all(|argument| match &argument.kind {
            TermKind::Variable(name) => &**name == "_" || names.insert(name),
            _ => false,
        })
}

/// Whether a call takes nothing but variables as they are, and constants.
fn passes_on(call: &Call<'_>, touched: &FxHashSet<&str>) -> bool {
    call.arguments.iter().all(|argument| match &argument.kind {
        TermKind::Variable(_) => untouched(argument, touched),
        TermKind::Compound { .. } => false,
        TermKind::List { items, .. } => items.is_empty(),
        _ => true,
    })
}

/// Whether a goal binds nothing when it succeeds.
fn is_test(name: &str, arity: usize) -> bool {
    let compares = || match Comparison::of_terms(name) {
        Some(comparison) => matches!(comparison, Comparison::Equal | Comparison::NotEqual),
        None => Comparison::of_numbers(name).is_some() || name == "\\=",
    };
    arity == 2 && compares()
}

fn untouched(term: &Term, touched: &FxHashSet<&str>) -> bool {
    let mut untouched = true;
    each_variable(term, &mut |name, _| untouched &= !touched.contains(name));
    untouched && interval(term).is_none()
}

fn warning(listing: &Listing<'_>, edge: &Edge) -> Diagnostic {
    let (from, to) = (listing.indicator(edge.from), listing.indicator(edge.to));
    let title = match edge.from == edge.to {
        true => format!("`{from}` calls itself without getting any further"),
        false => format!("`{from}` calls itself through `{to}` without getting any further"),
    };
    Diagnostic::warning(
        "endless-recursion",
        title,
        edge.place,
        "asks the same question again",
    )
    .with_help("let a goal before the call bind what is different the next time")
}
