//! Warns about recursion that makes no progress.
//!
//! A predicate is sure to run for ever if it calls itself with arguments of which nothing has been
//! bound, taken apart or computed since. Goals before the call do not help: nothing changes, so
//! they succeed again. Calls under a negation belong to another lint, and a tabled predicate ends all the same. A warning is given only if it
//! is sure: any goal before the call that uses an argument may make the recursion end.

use rustc_hash::FxHashSet;

use super::calls::{CallScope, CallSite};
use super::listing::{ClauseListing, ListedClause, each_variable};
use crate::logic::graph::components;
use crate::logic::instruction::Comparison;
use crate::logic::interval::interval;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{SourceTerm, TermKind};

/// A call that passes on the arguments of its clause.
struct RepeatedCall {
    from: usize,
    to: usize,
    /// Whether the call is the same up to arguments that are left open.
    repeats: bool,
    place: Span,
}

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    let mut edges = Vec::new();
    listing
        .clauses
        .iter()
        .for_each(|clause| edges_of(listing, clause, &mut edges));
    let mut next = vec![Vec::new(); listing.predicates.len()];
    let onwards = |edge: &&RepeatedCall| !edge.repeats;
    edges
        .iter()
        .filter(onwards)
        .for_each(|edge| next[edge.from].push(edge.to));
    let component = components(&next);
    let mut reported = FxHashSet::default();
    let endless = |edge: &&RepeatedCall| edge.repeats || component[edge.from] == component[edge.to];
    let once = |edge: &&RepeatedCall| edge.repeats || reported.insert(component[edge.from]);
    edges
        .iter()
        .filter(endless)
        .filter(once)
        .map(|edge| warning(listing, edge))
        .collect()
}

/// Adds the calls of a clause that make no progress.
fn edges_of(listing: &ClauseListing<'_>, clause: &ListedClause<'_>, edges: &mut Vec<RepeatedCall>) {
    let mut touched: FxHashSet<&str> = FxHashSet::default();
    let mut bound: FxHashSet<&str> = FxHashSet::default();
    for call in listing.calls_of(clause) {
        let to = listing
            .own(call.name, call.arity())
            .filter(|_| call.more == 0 && call.scope < CallScope::Negated)
            .filter(|_| !listing.is_tabled(call.name, call.arity()));
        if let Some(to) = to {
            let repeats = to == clause.predicate && asks_again(clause, &call, &bound);
            if repeats || takes_all(clause) && passes_on(&call, &touched) {
                edges.push(RepeatedCall {
                    from: clause.predicate,
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

/// Whether a call repeats the call of its clause, whatever was bound before.
pub(super) fn repeats(clause: &ListedClause<'_>, call: &CallSite<'_>) -> bool {
    call.more == 0 && clause.arguments() == call.arguments
}

/// Whether a call repeats the call of its clause, or is more general.
fn asks_again(clause: &ListedClause<'_>, call: &CallSite<'_>, bound: &FxHashSet<&str>) -> bool {
    let mut of_head = FxHashSet::default();
    each_variable(clause.head, &mut |name, _| {
        of_head.insert(name);
    });
    let same = |(given, passed): (&SourceTerm, &SourceTerm)| {
        let is_fresh =
            matches!(&passed.kind, TermKind::Variable(name) if !of_head.contains(&**name));
        (is_fresh || given == passed) && untouched(passed, bound)
    };
    clause.arguments().iter().zip(call.arguments).all(same)
}

/// Whether every call tries the clause: its head has only variables, all different.
fn takes_all(clause: &ListedClause<'_>) -> bool {
    let mut names = FxHashSet::default();
    clause
        .arguments()
        .iter()
        .all(|argument| match &argument.kind {
            TermKind::Variable(name) => &**name == "_" || names.insert(name),
            _ => false,
        })
}

/// Whether a call passes on only unchanged variables and constants.
fn passes_on(call: &CallSite<'_>, touched: &FxHashSet<&str>) -> bool {
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

fn untouched(term: &SourceTerm, touched: &FxHashSet<&str>) -> bool {
    let mut untouched = true;
    each_variable(term, &mut |name, _| untouched &= !touched.contains(name));
    untouched && interval(term).is_none()
}

fn warning(listing: &ClauseListing<'_>, edge: &RepeatedCall) -> Diagnostic {
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
    .with_help(format!(
        "let a goal before the call bind what is different the next time, or let the answers be \
         collected: `:- table {to}.`"
    ))
}
