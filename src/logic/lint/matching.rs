//! Warns about calls with an argument that matches no clause of the predicate.

use rustc_hash::FxHashSet;

use super::listing::{ClauseListing, ListedClause};
use crate::logic::interval::interval as ends_of;
use crate::logic::nearest;
use crate::logic::symbol::LIST_CELL;
use crate::logic::term::Term as Value;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{SourceTerm, TermKind};

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    let taken: Vec<Vec<Taken<'_>>> = (0..listing.predicates.len())
        .map(|predicate| taken_by(listing, predicate))
        .collect();
    listing
        .clauses
        .iter()
        .flat_map(|clause| in_clause(listing, &taken, clause))
        .collect()
}

/// The terms that the heads of a predicate have for one argument.
#[derive(Default)]
struct Taken<'a> {
    anything: bool,
    /// Constants, and the functors of compounds.
    keys: FxHashSet<TermShape<'a>>,
    intervals: Vec<(i64, i64)>,
}

/// The outermost part of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum TermShape<'a> {
    Atom(&'a str),
    Integer(i64),
    String(&'a str),
    Compound(&'a str, usize),
}

fn taken_by<'a>(listing: &ClauseListing<'a>, predicate: usize) -> Vec<Taken<'a>> {
    let arity = listing
        .predicates
        .get_index(predicate)
        .map_or(0, |(key, _)| key.1);
    let mut taken: Vec<Taken<'_>> = (0..arity).map(|_| Taken::default()).collect();
    for clause in listing.clauses_of(predicate) {
        taken
            .iter_mut()
            .zip(clause.arguments())
            .for_each(|(taken, argument)| taken.add(argument));
    }
    taken
}

impl<'a> Taken<'a> {
    fn add(&mut self, argument: &'a SourceTerm) {
        match (interval(argument), key(argument)) {
            (Some(ends), _) => self.intervals.push(ends),
            (None, Some(key)) => drop(self.keys.insert(key)),
            (None, None) => self.anything = true,
        }
    }

    fn takes(&self, key: TermShape<'_>) -> bool {
        let within = |(low, high): &(i64, i64)| matches!(key, TermShape::Integer(value) if (*low..=*high).contains(&value));
        self.anything || self.keys.contains(&key) || self.intervals.iter().any(within)
    }

    /// The atom in a head that was probably meant by `wrong`.
    fn nearest(&self, wrong: TermShape<'_>) -> Option<&'a str> {
        let TermShape::Atom(wrong) = wrong else {
            return None;
        };
        nearest(
            wrong,
            self.keys.iter().filter_map(|key| {
                if let TermShape::Atom(name) = key {
                    Some(*name)
                } else {
                    None
                }
            }),
        )
    }
}

fn interval(term: &SourceTerm) -> Option<(i64, i64)> {
    let (low, high) = ends_of(term)?;
    Some((
        Value::from_syntax(low).0.as_integer()?,
        Value::from_syntax(high).0.as_integer()?,
    ))
}

/// `None` for a variable, which matches anything.
fn key(term: &SourceTerm) -> Option<TermShape<'_>> {
    Some(match &term.kind {
        TermKind::Variable(_) => return None,
        TermKind::Atom(name) => TermShape::Atom(name),
        TermKind::Integer(value) => TermShape::Integer(*value),
        TermKind::String(text) => TermShape::String(text),
        TermKind::Compound {
            functor, arguments, ..
        } => TermShape::Compound(functor, arguments.len()),
        TermKind::List { items, .. } if items.is_empty() => TermShape::Atom("[]"),
        TermKind::List { .. } => TermShape::Compound(LIST_CELL, 2),
    })
}

fn in_clause(
    listing: &ClauseListing<'_>,
    taken: &[Vec<Taken<'_>>],
    clause: &ListedClause<'_>,
) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for call in listing.calls_of(clause) {
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

fn never(indicator: &str, argument: &SourceTerm, similar: Option<&str>) -> Diagnostic {
    let title = format!("no clause of `{indicator}` has `{argument}` there");
    let warning = Diagnostic::warning(
        "never-matches",
        title,
        argument.span,
        "so this goal always fails",
    );
    match similar {
        Some(similar) => warning.with_help(format!("is `{similar}` meant?")),
        None => warning.with_help("give the predicate a clause for it, or remove the goal"),
    }
}
