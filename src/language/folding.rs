//! The stretches of a rule file that an editor can fold away.

use std::ops::Range;

use super::index::IndexedFile;
use super::outline::outline;
use crate::syntax::lexeme::{LexemeKind, lexemes};

/// The kinds of stretches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A comment, or line comments that follow each other.
    Comment,
    /// A clause, or all clauses of a predicate that follow each other.
    Clauses,
}

/// A stretch of more than one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Its bytes.
    pub range: Range<usize>,
    /// What it is.
    pub kind: FoldKind,
}

/// What can be folded in a file, in the order of first bytes; of two with the same, the longer
/// comes first.
pub(super) fn folds(file: &IndexedFile) -> Vec<Fold> {
    let predicates = outline(file).into_iter().map(|item| item.range);
    let clauses = file.clauses.iter().map(|clause| clause.place.range.clone());
    let clauses = predicates.chain(clauses).map(|range| Fold {
        range,
        kind: FoldKind::Clauses,
    });
    let mut folds: Vec<Fold> = comments(&file.text).into_iter().chain(clauses).collect();
    folds.retain(|fold| file.text[fold.range.clone()].contains('\n'));
    folds.sort_by_key(|fold| (fold.range.start, std::cmp::Reverse(fold.range.end)));
    folds.dedup();
    folds
}

/// The comments of a text; line comments right below each other are one.
fn comments(text: &str) -> Vec<Fold> {
    let mut folds: Vec<Fold> = Vec::new();
    for lexeme in lexemes(text).filter(|lexeme| lexeme.kind == LexemeKind::Comment) {
        let range = lexeme.range;
        match folds.last_mut() {
            Some(last) if are_one(text, &last.range, &range) => last.range.end = range.end,
            _ => folds.push(Fold {
                range,
                kind: FoldKind::Comment,
            }),
        }
    }
    folds
}

/// Whether two comments are line comments, of which each has its lines for itself and one begins
/// on the line after the other.
fn are_one(text: &str, above: &Range<usize>, below: &Range<usize>) -> bool {
    let is_line = |comment: &Range<usize>| text[comment.clone()].starts_with('%');
    let line = text[..above.start].rsplit('\n').next().unwrap_or("");
    let gap = &text[above.end..below.start];
    let is_near = gap.trim().is_empty() && gap.matches('\n').count() == 1;
    is_line(above) && is_line(below) && is_near && line.trim().is_empty()
}
