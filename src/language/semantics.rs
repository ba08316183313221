//! What every piece of a rule file is, for an editor that colours it.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::entity::Entity;
use super::fluent::FluentDeclaration;
use super::index::{Index, IndexedClause, IndexedFile};
use super::meaning;
use crate::syntax::lexeme::{LexemeKind, lexemes};
use crate::syntax::operators::is_operator;
use crate::syntax::tree::Name;

/// The kinds of pieces that are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SemanticKind {
    /// A variable.
    Variable,
    /// The name of a predicate.
    Predicate,
    /// The name of a fluent.
    Fluent,
    /// A predicate that is written between or before its arguments, such as `is`.
    Operator,
    /// The word of a directive.
    Directive,
    /// A number.
    Number,
    /// A string.
    String,
    /// A comment.
    Comment,
}

/// One coloured piece of a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// Its bytes.
    pub range: Range<usize>,
    /// What it is.
    pub kind: SemanticKind,
    /// It stands in a clause's head or in the declaration of a fluent.
    pub defines: bool,
    /// It is a word of the vocabulary or a built-in predicate.
    pub is_known: bool,
}

/// The coloured pieces of a file of `index`, in their order. Names within a clause that cannot be
/// parsed are left out.
pub(super) fn semantic_tokens(index: &Index, file: &IndexedFile) -> Vec<SemanticToken> {
    let names = names(index, file);
    let token = |kind, range| SemanticToken {
        range,
        kind,
        defines: false,
        is_known: false,
    };
    lexemes(&file.text)
        .filter_map(|lexeme| match lexeme.kind {
            LexemeKind::Comment => Some(token(SemanticKind::Comment, lexeme.range)),
            LexemeKind::Number => Some(token(SemanticKind::Number, lexeme.range)),
            LexemeKind::String => Some(token(SemanticKind::String, lexeme.range)),
            LexemeKind::Variable => Some(token(SemanticKind::Variable, lexeme.range)),
            LexemeKind::Other => names.get(&lexeme.range.start).map(|name| SemanticToken {
                range: lexeme.range,
                ..name.clone()
            }),
        })
        .collect()
}

/// The names of a file that stand for predicates, and the words of its directives, each by its
/// first byte.
fn names(index: &Index, file: &IndexedFile) -> FxHashMap<usize, SemanticToken> {
    let fluents: FxHashSet<(&Name, usize)> = index
        .files
        .iter()
        .flat_map(|file| &file.clauses)
        .filter_map(declared)
        .collect();
    let mut names = FxHashMap::default();
    for occurrence in &file.occurrences {
        let Entity::Predicate(name, arity) = &occurrence.entity else {
            continue;
        };
        let range = occurrence.place.range.clone();
        let is_known = meaning(name, *arity).is_some();
        let kind = if fluents.contains(&(name, *arity)) {
            SemanticKind::Fluent
        } else if is_known && is_operator(name) {
            SemanticKind::Operator
        } else {
            SemanticKind::Predicate
        };
        names.entry(range.start).or_insert(SemanticToken {
            range,
            kind,
            defines: occurrence.defines,
            is_known,
        });
    }
    for range in file.clauses.iter().filter_map(directive_word) {
        names.insert(
            range.start,
            SemanticToken {
                range,
                kind: SemanticKind::Directive,
                defines: false,
                is_known: false,
            },
        );
    }
    names
}

/// The fluent that a clause declares.
fn declared(clause: &IndexedClause) -> Option<(&Name, usize)> {
    let fluent = FluentDeclaration::of(clause.clause.directive()?)?;
    Some((fluent.name, fluent.domains().count()))
}

/// Where the `fluent`, `game`, `sorted`, `table` or `use` of a directive stands.
fn directive_word(clause: &IndexedClause) -> Option<Range<usize>> {
    let directive = clause.clause.directive()?;
    let (word, _) = directive.parts()?;
    let span = directive.name_span();
    matches!(word, "fluent" | "game" | "sorted" | "table" | "use")
        .then_some(span.start as usize..span.end as usize)
}
