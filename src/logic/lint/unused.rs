//! Warns about predicates that nothing calls.

use rustc_hash::FxHashSet;

use super::calls::is_opaque;
use super::listing::ClauseListing;
use crate::logic::absent::advice;
use crate::logic::nearest;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::quote::quote_atom;
use crate::syntax::tree::{SourceTerm, TermKind};

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    let reached = reached(listing);
    // Without entries, the program is a library for others, or for a person to query.
    if reached.is_empty() || listing.subject.all_doubtful {
        return Vec::new();
    }
    let unreached = (0..listing.predicates.len()).filter(|predicate| !reached.contains(predicate));
    unreached
        .filter(|predicate| !listing.is_doubtful(*predicate))
        .map(|predicate| unused(listing, predicate))
        .collect()
}

fn unused(listing: &ClauseListing<'_>, predicate: usize) -> Diagnostic {
    let ((name, arity), clauses) = listing
        .predicates
        .get_index(predicate)
        .expect("a predicate of this listing");
    let head = listing.clauses[clauses[0]].head.span;
    let title = format!("`{}` is never used", listing.indicator(predicate));
    let entries = &listing.subject.entries;
    let asked: Vec<usize> = entries
        .iter()
        .filter(|entry| *entry.name == **name)
        .map(|entry| entry.modes.len())
        .collect();
    if !asked.is_empty() {
        let known: Vec<String> = asked
            .iter()
            .map(|arity| format!("`{}/{arity}`", quote_atom(name)))
            .collect();
        let label = format!("what is asked is {}", known.join(" or "));
        let warning = Diagnostic::warning("vocabulary-arity", title, head, label);
        return warning.with_help("check the number of arguments");
    }
    let of_its_arity = entries
        .iter()
        .filter(|entry| entry.modes.len() == *arity && listing.own(&entry.name, *arity).is_none());
    let warning = Diagnostic::warning(
        "unused-predicate",
        title,
        head,
        "nothing that the game is asked leads here",
    );
    // A clause with this arrow reads as one of a predicate of that name.
    if let Some(advice) = advice(name, *arity).filter(|_| *name == "-->") {
        return warning.with_help(advice);
    }
    match nearest(name, of_its_arity.map(|entry| &*entry.name)) {
        Some(similar) => warning.with_help(format!(
            "is `{similar}` meant? Else call it where it is wanted, or remove it"
        )),
        None => warning.with_help("call it where it is wanted, or remove it"),
    }
}

/// The predicates that are called from outside, and those that they call directly or indirectly.
fn reached(listing: &ClauseListing<'_>) -> FxHashSet<usize> {
    let entries = listing.subject.entries.iter();
    let mut open: Vec<usize> = entries
        .filter_map(|entry| listing.own(&entry.name, entry.modes.len()))
        .collect();
    let mut reached: FxHashSet<usize> = open.iter().copied().collect();
    if !reached.is_empty()
        && listing
            .clauses
            .iter()
            .filter_map(|clause| clause.body)
            .any(is_opaque)
    {
        let mentioned = mentioned(listing);
        let by_name = |predicate: &usize| {
            mentioned.contains(
                listing
                    .predicates
                    .get_index(*predicate)
                    .map_or("", |(key, _)| key.0),
            )
        };
        open.extend(
            (0..listing.predicates.len())
                .filter(by_name)
                .filter(|predicate| reached.insert(*predicate)),
        );
    }
    while let Some(predicate) = open.pop() {
        for clause in listing.clauses_of(predicate) {
            let called = listing
                .calls_of(clause)
                .into_iter()
                .filter_map(|call| listing.own(call.name, call.arity()));
            open.extend(called.filter(|called| reached.insert(*called)));
        }
    }
    reached
}

/// The names of all terms that are arguments. Where goals are called that the text does not show,
/// any of them may be such a goal.
fn mentioned<'a>(listing: &ClauseListing<'a>) -> FxHashSet<&'a str> {
    let mut names = FxHashSet::default();
    for clause in &listing.clauses {
        clause
            .arguments()
            .iter()
            .chain(clause.body)
            .for_each(|term| mention(term, &mut names));
    }
    names
}

/// The parser bounds how deep a term nests, so plain recursion is safe.
fn mention<'t>(term: &'t SourceTerm, names: &mut FxHashSet<&'t str>) {
    let within: &[SourceTerm] = match (&term.kind, term.parts()) {
        (_, Some((_, arguments))) => arguments,
        (TermKind::List { items, .. }, _) => items,
        _ => return,
    };
    for argument in within {
        names.extend(argument.parts().map(|(name, _)| name));
        mention(argument, names);
    }
}
