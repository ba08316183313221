//! The description of a name under the pointer, as Markdown.

use std::ops::Range;

use super::entity::Entity;
use super::index::{Index, IndexedClause};
use super::meaning;

/// What is known of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The text.
    pub markdown: String,
    /// The name that it is about.
    pub range: Range<usize>,
}

/// The most clause heads that are shown.
const MOST_HEADS: usize = 8;

/// The clauses about an entity.
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

/// The declaration or the heads of a predicate, each once.
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
    let file = index.file(path)?;
    let first: Vec<&str> = file
        .text
        .lines()
        .take_while(|line| line.starts_with('%'))
        .collect();
    let text: Vec<&str> = first
        .iter()
        .map(|line| line.trim_start_matches('%').trim())
        .collect();
    Some(if text.is_empty() {
        format!("`{path}`")
    } else {
        text.join("\n")
    })
}

fn block(lines: &[String]) -> String {
    format!("```regola\n{}\n```", lines.join("\n"))
}
