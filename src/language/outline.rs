//! The predicates and fluents of a rule file, for a list beside the text.

use std::ops::Range;

use super::entity::Entity;
use super::index::IndexedFile;
use crate::syntax::quote::quote_atom;

/// The kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutlineKind {
    /// A fluent, by its declaration.
    Fluent,
    /// A predicate, by successive clauses.
    Predicate,
}

/// One entry of an outline.
#[derive(Clone, Debug)]
pub struct OutlineItem {
    /// The name and arity.
    pub name: String,
    /// Its kind.
    pub kind: OutlineKind,
    /// The first line of its comment.
    pub detail: String,
    /// The range of its successive clauses.
    pub range: Range<usize>,
    /// The range of the name in the first of them.
    pub name_range: Range<usize>,
}

pub(super) fn outline(file: &IndexedFile) -> Vec<OutlineItem> {
    let mut items: Vec<OutlineItem> = Vec::new();
    for clause in &file.clauses {
        let Some((name, arity)) = &clause.about else {
            continue;
        };
        let shown = format!("{}/{arity}", quote_atom(name));
        let is_fluent = clause.clause.directive().is_some();
        let range = clause.place.range.clone();
        if let Some(last) = items
            .last_mut()
            .filter(|last| last.name == shown && !is_fluent)
        {
            last.range.end = range.end;
            continue;
        }
        let entity = Entity::Predicate(name.clone(), *arity);
        let defining = file.occurrences.iter().find(|occurrence| {
            occurrence.defines
                && occurrence.entity == entity
                && occurrence.place.range.start >= range.start
        });
        let name_range = defining.map_or(range.start..range.start, |occurrence| {
            occurrence.place.range.clone()
        });
        let kind = if is_fluent {
            OutlineKind::Fluent
        } else {
            OutlineKind::Predicate
        };
        let detail = clause.comment.lines().next().unwrap_or("").to_owned();
        items.push(OutlineItem {
            name: shown,
            kind,
            detail,
            range,
            name_range,
        });
    }
    items
}
