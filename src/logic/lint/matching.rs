//! Calls with an argument that no clause of the predicate takes.

use rustc_hash::FxHashSet;

use super::listing::{Line, Listing};
use crate::logic::interval::interval as ends_of;
use crate::logic::nearest;
use crate::logic::symbol::LIST_CELL;
use crate::logic::term::Term as Value;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::quote::quote_atom;
use crate::syntax::tree::{Term, TermKind};

pub(super) fn warnings(listing: &Listing<'_>) -> Vec<Diagnostic> {
    let taken: Vec<Vec<Taken<'_>>> = (0..listing.predicates.len())
        .map(|predicate| taken_by(listing, predicate))
        .collect();
    listing
        .lines
        .iter()
        .flat_map(|line| in_clause(listing, &taken, line))
        .collect()
}

/// What the heads of a predicate have at one place.
#[derive(Default)]
struct Taken<'a> {
    anything: bool,
    /// Constants, and the functors of compounds.
    keys: FxHashSet<Key<'a>>,
    intervals: Vec<(i64, i64)>,
}

/// What can be told of a term at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key<'a> {
    Atom(&'a str),
    Integer(i64),
    String(&'a str),
    Compound(&'a str, usize),
}

fn taken_by<'a>(listing: &Listing<'a>, predicate: usize) -> Vec<Taken<'a>> {
    let arity = listing
        .predicates
        .get_index(predicate)
        .map_or(0, |(key, _)| key.1);
    let mut taken: Vec<Taken<'_>> = (0..arity).map(|_| Taken::default()).collect();
    for line in listing.lines_of(predicate) {
        taken
            .iter_mut()
            .zip(line.arguments())
            .for_each(|(taken, argument)| taken.add(argument));
    }
    taken
}

impl<'a> Taken<'a> {
    fn add(&mut self, argument: &'a Term) {
        match (interval(argument), key(argument)) {
            (Some(ends), _) => self.intervals.push(ends),
            (None, Some(key)) => drop(self.keys.insert(key)),
            (None, None) => self.anything = true,
        }
    }

    fn takes(&self, key: Key<'_>) -> bool {
        let within = |(low, high): &(i64, i64)| matches!(key, Key::Integer(value) if (*low..=*high).contains(&value));
        self.anything || self.keys.contains(&key) || self.intervals.iter().any(within)
    }

    /// The atom taken that was probably meant.
    fn nearest(&self, wrong: Key<'_>) -> Option<&'a str> {
        let Key::Atom(wrong) = wrong else { return None };
        nearest(
            wrong,
            self.keys.iter().filter_map(|key| {
                if let Key::Atom(name) = key {
                    Some(*name)
                } else {
                    None
                }
            }),
        )
    }
}

fn interval(term: &Term) -> Option<(i64, i64)> {
    let (low, high) = ends_of(term)?;
    Some((
        Value::from_syntax(low).0.as_integer()?,
        Value::from_syntax(high).0.as_integer()?,
    ))
}

/// None for a variable, which may be anything.
fn key(term: &Term) -> Option<Key<'_>> {
    Some(match &term.kind {
        TermKind::Variable(_) => return None,
        TermKind::Atom(name) => Key::Atom(name),
        TermKind::Integer(value) => Key::Integer(*value),
        TermKind::String(text) => Key::String(text),
        TermKind::Compound {
            functor, arguments, ..
        } => Key::Compound(functor, arguments.len()),
        TermKind::List { items, .. } if items.is_empty() => Key::Atom("[]"),
        TermKind::List { .. } => Key::Compound(LIST_CELL, 2),
    })
}

fn in_clause(listing: &Listing<'_>, taken: &[Vec<Taken<'_>>], line: &Line<'_>) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for call in listing.calls_of(line) {
        let Some(predicate) = listing
            .own(call.name, call.arity())
            .filter(|own| !listing.is_doubtful(*own))
        else {
            continue;
        };
        for (argument, taken) in call.arguments.iter().zip(&taken[predicate]) {
            if let Some(key) = key(argument).filter(|key| !taken.takes(*key)) {
                warnings.push(never(
                    &listing.indicator(predicate),
                    argument,
                    taken.nearest(key),
                ));
                break;
            }
        }
    }
    warnings
}

fn never(indicator: &str, argument: &Term, similar: Option<&str>) -> Diagnostic {
    let title = format!("no clause of `{indicator}` has `{argument}` there");
    let warning = Diagnostic::warning(
        "never-matches",
        title,
        argument.span,
        "so this goal always fails",
    );
    match similar {
        Some(similar) => warning
            .with_help(format!("is `{similar}` meant?"))
            .with_replacement(argument.span, quote_atom(similar)),
        None => warning.with_help("give the predicate a clause for it, or remove the goal"),
    }
}
