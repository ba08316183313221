//! Warns about clauses that can give no answer because of an earlier one.

use rustc_hash::FxHashMap;

use super::listing::{ClauseListing, ListedClause, each_variable};
use crate::logic::construct::Construct;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{SourceTerm, TermKind};

/// How many clauses of a predicate are compared with those after them.
const MOST_COVERS: usize = 20;

/// How a clause keeps later ones from giving answers.
#[derive(Clone, Copy)]
enum Cover {
    /// It is a fact that already gives all their answers.
    Fact,
    /// Its cut removes them at once.
    Cut,
}

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    (0..listing.predicates.len())
        .flat_map(|predicate| of_predicate(listing, predicate))
        .collect()
}

fn of_predicate(listing: &ClauseListing<'_>, predicate: usize) -> Vec<Diagnostic> {
    let clauses: Vec<&ListedClause<'_>> = listing.clauses_of(predicate).collect();
    let covers = clauses
        .iter()
        .enumerate()
        .filter_map(|(at, clause)| Some((at, cover(clause)?)));
    let covers: Vec<(usize, Cover)> = covers.take(MOST_COVERS).collect();
    let doubt = |(at, clause): (usize, &&ListedClause<'_>)| {
        let covered =
            |(by, _): &&(usize, Cover)| *by < at && subsumes(clauses[*by].head, clause.head);
        let (by, cover) = covers.iter().find(covered)?;
        Some(unreachable(clause, clauses[*by], *cover))
    };
    clauses.iter().enumerate().filter_map(doubt).collect()
}

/// A fact without variables covers only its repetitions.
fn cover(clause: &ListedClause<'_>) -> Option<Cover> {
    let mut variables = 0;
    each_variable(clause.head, &mut |_, _| variables += 1);
    match clause.body {
        None => (variables > 0).then_some(Cover::Fact),
        Some(body) => match first_goal(body) {
            (Some(Construct::Cut), _) => Some(Cover::Cut),
            (Some(Construct::True), true) if variables > 0 => Some(Cover::Fact),
            _ => None,
        },
    }
}

/// The construct that the first goal of a body is, and whether it is the only goal.
fn first_goal(body: &SourceTerm) -> (Option<Construct<'_, SourceTerm>>, bool) {
    match Construct::of_goal(body) {
        Some(Construct::And(first, _)) => (first_goal(first).0, false),
        construct => (construct, true),
    }
}

fn unreachable(clause: &ListedClause<'_>, by: &ListedClause<'_>, cover: Cover) -> Diagnostic {
    let (title, label) = match cover {
        Cover::Fact => (
            "this clause says nothing that an earlier one does not say",
            "holds for all of it",
        ),
        Cover::Cut => (
            "this clause is never reached",
            "cuts off all clauses after it that it covers",
        ),
    };
    Diagnostic::warning(
        "unreachable-clause",
        title,
        clause.head.span,
        "covered by an earlier clause",
    )
    .with_place(by.head.span, label)
    .with_help("put the more special clause first, or remove it")
}

/// Whether every instance of `special` is an instance of `general`.
fn subsumes(general: &SourceTerm, special: &SourceTerm) -> bool {
    matches_into(general, special, &mut FxHashMap::default())
}

/// The parser bounds how deep a term nests, so plain recursion is safe.
fn matches_into<'t>(
    general: &'t SourceTerm,
    special: &'t SourceTerm,
    bound: &mut FxHashMap<&'t str, &'t SourceTerm>,
) -> bool {
    use TermKind::{Compound, List, Variable};
    match (&general.kind, &special.kind) {
        (Variable(name), _) if &**name == "_" => true,
        (Variable(name), Variable(other)) if &**other == "_" => {
            bound.insert(name, special).is_none()
        }
        (Variable(name), _) => *bound.entry(name).or_insert(special) == special,
        (
            Compound {
                functor: f,
                arguments: a,
                ..
            },
            Compound {
                functor: g,
                arguments: b,
                ..
            },
        ) => {
            f == g
                && a.len() == b.len()
                && a.iter()
                    .zip(b.iter())
                    .all(|(a, b)| matches_into(a, b, bound))
        }
        (List { items: a, tail: s }, List { items: b, tail: t }) => {
            let tails = match (s, t) {
                (Some(s), Some(t)) => matches_into(s, t, bound),
                (s, t) => s.is_none() && t.is_none(),
            };
            tails
                && a.len() == b.len()
                && a.iter()
                    .zip(b.iter())
                    .all(|(a, b)| matches_into(a, b, bound))
        }
        _ => general == special,
    }
}
