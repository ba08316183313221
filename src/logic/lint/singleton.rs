//! Warns about variables that are used once, and `_Names` that are used more often.

use indexmap::IndexMap;

use super::listing::{ClauseListing, ListedClause, each_variable};
use crate::logic::nearest;
use crate::logic::suggestion::as_constant;
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
        [only] if !name.starts_with('_') => {
            let constant = clause.body.is_none().then(|| constant(name)).flatten();
            let marked = format!("_{name}");
            let marked = (!uses.contains_key(&*marked)).then_some(marked);
            Some(once(name, *only, others(name), constant, marked))
        }
        [first, second, ..] if name.starts_with('_') => Some(again(name, *first, *second)),
        _ => None,
    };
    uses.iter().filter_map(doubt).collect()
}

/// The constant that is probably meant by a variable of a fact: a whole word that begins with a
/// capital.
fn constant(name: &str) -> Option<String> {
    let is_word = name.chars().skip(1).any(char::is_lowercase);
    is_word.then(|| as_constant(name))
}

/// `marked` is the name with a `_` in front, unless the clause has it already.
fn once(
    name: &str,
    place: Span,
    similar: Option<&str>,
    constant: Option<String>,
    marked: Option<String>,
) -> Diagnostic {
    let title = format!("the variable `{name}` is used only once in its clause");
    let ignored = format!("write `_` or `_{name}` if its value does not matter");
    let warning = Diagnostic::warning("singleton-variable", title, place, "used only here");
    let warning = match (similar, constant) {
        (_, Some(constant)) => warning
            .with_help(format!(
                "write `{constant}` if a constant is meant: names with a capital are variables; {ignored}"
            ))
            .with_replacement(place, constant),
        (Some(similar), None) => warning
            .with_help(format!("if it is not a misspelt `{similar}`, {ignored}"))
            .with_replacement(place, similar),
        (None, None) => warning.with_help(ignored),
    };
    let warning = match marked {
        Some(marked) => warning.with_replacement(place, marked),
        None => warning,
    };
    warning.with_replacement(place, "_")
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
