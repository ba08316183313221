//! The rules of a game in words: the comments of its rule files that tell how it is played.

use std::collections::BTreeSet;

use super::hover::head_comment;
use super::index::Index;

/// A part of the rules in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesSection {
    /// What it is about.
    pub title: &'static str,
    /// The comments, as Markdown.
    pub markdown: String,
}

/// The sections, each with the predicates whose comments it has.
const SECTIONS: [(&str, &[(&str, usize)]); 4] = [
    ("Moves", &[("legal", 2)]),
    (
        "What a move does",
        &[("next", 1), ("delete", 1), ("add", 1)],
    ),
    ("The end", &[("terminal", 0)]),
    ("The result", &[("goal", 2)]),
];

/// Returns the comment at the head of the main file, and those of the clauses that tell the play. A
/// comment is told once; sections without one are left out.
pub(super) fn rules_in_words(index: &Index) -> Vec<RulesSection> {
    let mut told = BTreeSet::new();
    let mut sections = Vec::new();
    let head = index.files.first().map(|main| head_comment(&main.text));
    let about = SECTIONS.iter().map(|(title, predicates)| {
        let clauses = predicates
            .iter()
            .flat_map(|(name, arity)| index.about(name, *arity));
        let comments: Vec<String> = clauses
            .map(|clause| without_rulers(&clause.comment))
            .collect();
        (*title, comments)
    });
    let head = ("The game", head.into_iter().collect());
    for (title, comments) in std::iter::once(head).chain(about) {
        let mut paragraphs = Vec::new();
        for comment in comments {
            if !comment.trim().is_empty() && told.insert(comment.clone()) {
                paragraphs.push(comment);
            }
        }
        if !paragraphs.is_empty() {
            sections.push(RulesSection {
                title,
                markdown: paragraphs.join("\n\n"),
            });
        }
    }
    sections
}

/// A comment without lines such as `----- moves -----`, which part a file.
fn without_rulers(comment: &str) -> String {
    let lines = comment.lines();
    let kept: Vec<&str> = lines
        .filter(|line| !line.trim_start().starts_with("---"))
        .collect();
    kept.join("\n")
}
