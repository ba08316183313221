//! The information about the name under the pointer, as Markdown.

use std::ops::Range;

use super::entity::Entity;
use super::index::{Index, IndexedClause};
use super::meaning;

/// Information about a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The information, as Markdown.
    pub markdown: String,
    /// The range of the name.
    pub range: Range<usize>,
}

/// The most clause heads that are shown.
const MOST_HEADS: usize = 8;

/// The clauses of an entity that is a predicate.
pub(super) fn clauses<'i>(
    index: &'i Index,
    entity: &'i Entity,
) -> impl Iterator<Item = &'i IndexedClause> {
    let predicate = match entity {
        Entity::Predicate(name, arity) => Some((name, *arity)),
        _ => None,
    };
    predicate
        .into_iter()
        .flat_map(|(name, arity)| index.about(name, arity))
}

pub(super) fn hover(index: &Index, entity: &Entity, range: Range<usize>) -> Option<Hover> {
    let markdown = match entity {
        Entity::Predicate(name, arity) => predicate(index, entity, name, *arity)?,
        Entity::File(path) => file(index, path)?,
        Entity::Variable { .. } => return None,
    };
    Some(Hover { markdown, range })
}

fn predicate(index: &Index, entity: &Entity, name: &str, arity: usize) -> Option<String> {
    let clauses: Vec<&IndexedClause> = clauses(index, entity).collect();
    let mut parts = Vec::new();
    let meaning = meaning(name, arity);
    if clauses.is_empty() {
        let meaning = meaning?;
        parts.push(block(&[meaning.signature]));
        parts.push(meaning.sentence.to_owned());
    } else {
        parts.push(block(&heads(&clauses)));
        parts.extend(meaning.map(|meaning| meaning.sentence.to_owned()));
    }
    parts.extend(
        clauses
            .iter()
            .map(|clause| &clause.comment)
            .find(|comment| !comment.is_empty())
            .cloned(),
    );
    Some(parts.join("\n\n"))
}

/// The declaration and the heads of a predicate, without repetition.
fn heads(clauses: &[&IndexedClause]) -> Vec<String> {
    let mut shown: Vec<String> = Vec::new();
    for clause in clauses {
        let head = match clause.clause.directive() {
            Some(directive) => format!(":- {directive}."),
            None => clause
                .clause
                .head()
                .map(ToString::to_string)
                .unwrap_or_default(),
        };
        if !shown.contains(&head) {
            shown.push(head);
        }
    }
    if shown.len() > MOST_HEADS {
        let more = shown.len() - (MOST_HEADS - 1);
        shown.truncate(MOST_HEADS - 1);
        shown.push(format!("% and {more} more"));
    }
    shown
}

fn file(index: &Index, path: &str) -> Option<String> {
    let comment = head_comment(&index.file(path)?.text);
    Some(if comment.is_empty() {
        format!("`{path}`")
    } else {
        comment
    })
}

/// The line comments with which a file begins, without comment signs.
pub(super) fn head_comment(text: &str) -> String {
    let first = text.lines().take_while(|line| line.starts_with('%'));
    let lines: Vec<&str> = first
        .map(|line| line.trim_start_matches('%').trim())
        .collect();
    lines.join("\n")
}

fn block(lines: &[String]) -> String {
    format!("```regola\n{}\n```", lines.join("\n"))
}
