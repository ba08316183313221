//! Warns about variables that are used once, and `_Names` that are used more often.

use indexmap::IndexMap;

use super::listing::{ClauseListing, ListedClause, each_variable};
use crate::logic::nearest;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::limits::MAX_KEPT_DIAGNOSTICS;
use crate::syntax::source::Span;

/// How many names of a clause, from the first on, are searched for the one that was meant.
const MOST_NAMES: usize = 100;

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    listing
        .clauses
        .iter()
        .flat_map(in_clause)
        .take(MAX_KEPT_DIAGNOSTICS)
        .collect()
}

fn in_clause(clause: &ListedClause<'_>) -> Vec<Diagnostic> {
    let mut uses: IndexMap<&str, Vec<Span>> = IndexMap::new();
    let mut note = |name, span| uses.entry(name).or_default().push(span);
    each_variable(clause.head, &mut note);
    clause
        .body
        .into_iter()
        .for_each(|body| each_variable(body, &mut note));
    uses.swap_remove("_");
    let names = uses.keys().copied().take(MOST_NAMES);
    let others = |name: &str| nearest(name, names.clone().filter(|other| *other != name));
    let doubt = |(name, places): (&&str, &Vec<Span>)| match places.as_slice() {
        [only] if !name.starts_with('_') => Some(once(name, *only, others(name))),
        [first, second, ..] if name.starts_with('_') => Some(again(name, *first, *second)),
        _ => None,
    };
    uses.iter().filter_map(doubt).collect()
}

fn once(name: &str, place: Span, similar: Option<&str>) -> Diagnostic {
    let title = format!("the variable `{name}` is used only once in its clause");
    let ignored = format!("write `_` or `_{name}` if its value does not matter");
    Diagnostic::warning("singleton-variable", title, place, "used only here").with_help(
        match similar {
            Some(similar) => format!("if it is not a misspelt `{similar}`, {ignored}"),
            None => ignored,
        },
    )
}

fn again(name: &str, first: Span, second: Span) -> Diagnostic {
    let title = format!(
        "`{name}` is used more than once, though its name says that its value does not matter"
    );
    let plain = name.trim_start_matches('_');
    let warning = Diagnostic::warning("marked-variable", title, second, "used again here");
    let warning = warning.with_place(first, "first used here");
    match plain.chars().next() {
        Some(letter) if letter.is_uppercase() => warning.with_help(format!(
            "write `{plain}` if both are to be the same, or `_` for each if not"
        )),
        _ => warning.with_help(
            "give it a name without `_` if both are to be the same, or write `_` for each if not",
        ),
    }
}
