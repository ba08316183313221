//! An index of the names in a rule file and all files that it uses.

use std::ops::Range;
use std::sync::Arc;

use super::entity::{FileRange, Occurrence};
use super::fluent::FluentDeclaration;
use super::occurrences::gather;
use crate::game::gdl;
use crate::syntax::kif;
use crate::syntax::load::{Loaded, Reader};
use crate::syntax::parse::parse_file;
use crate::syntax::reading::Reading;
use crate::syntax::source::SourceId;
use crate::syntax::tree::{Clause, Name};

/// One clause of a rule file.
#[derive(Clone, Debug)]
pub(super) struct IndexedClause {
    pub clause: Clause,
    pub place: FileRange,
    /// The name and arity of the predicate that the clause defines or declares; `None` for other
    /// directives.
    pub about: Option<(Name, usize)>,
    /// The comment above the clause, or the one at the end of its last line.
    pub comment: String,
}

/// One rule file of an [`Index`].
#[derive(Debug)]
pub(super) struct IndexedFile {
    pub path: Arc<str>,
    pub text: Arc<str>,
    pub clauses: Vec<IndexedClause>,
    pub occurrences: Vec<Occurrence>,
}

/// A rule file and all files that it uses, the main file first.
#[derive(Debug)]
pub(super) struct Index {
    pub files: Vec<IndexedFile>,
}

impl Index {
    pub fn read(reader: &dyn Reader, path: &str) -> Self {
        let loaded = gdl::load_within(reader, path, &Reading::default());
        Self {
            files: loaded.sources.ids().map(|id| file(&loaded, id)).collect(),
        }
    }

    pub fn file(&self, path: &str) -> Option<&IndexedFile> {
        self.files.iter().find(|file| &*file.path == path)
    }

    pub fn occurrences(&self) -> impl Iterator<Item = &Occurrence> {
        self.files.iter().flat_map(|file| &file.occurrences)
    }

    /// The clauses and the fluent declaration of a predicate.
    pub fn about<'i>(
        &'i self,
        name: &'i str,
        arity: usize,
    ) -> impl Iterator<Item = &'i IndexedClause> {
        let clauses = self.files.iter().flat_map(|file| &file.clauses);
        clauses.filter(move |clause| {
            clause
                .about
                .as_ref()
                .is_some_and(|about| &*about.0 == name && about.1 == arity)
        })
    }
}

impl IndexedFile {
    /// The name at an offset, or directly before it.
    pub fn at(&self, offset: usize) -> Option<&Occurrence> {
        let touching = self.occurrences.iter().filter(|occurrence| {
            occurrence.place.range.start <= offset && offset <= occurrence.place.range.end
        });
        touching.min_by_key(|occurrence| {
            (
                offset == occurrence.place.range.end,
                occurrence.place.range.len(),
            )
        })
    }
}

fn file(loaded: &Loaded, id: SourceId) -> IndexedFile {
    let source = loaded.sources.get(id);
    if kif::is_sheet(&source.name) {
        return sheet(loaded, id);
    }
    let (parsed, _) = parse_file(&loaded.sources, id);
    let mut occurrences = Vec::new();
    let mut clauses = Vec::new();
    for clause in parsed.clauses {
        let place = FileRange::new(&source.name, clause.term.span);
        gather(&clause, &place, &mut occurrences);
        let comment = comment(&clause, &source.text);
        let about = about(&clause);
        clauses.push(IndexedClause {
            clause,
            place,
            about,
            comment,
        });
    }
    for occurrence in &mut occurrences {
        strip_brackets(&source.text, &mut occurrence.place.range);
    }
    IndexedFile {
        path: Arc::clone(&source.name),
        text: Arc::clone(&source.text),
        clauses,
        occurrences,
    }
}

/// A sheet. Its names are not those of the clauses that stand for it, so no name is found in it.
fn sheet(loaded: &Loaded, id: SourceId) -> IndexedFile {
    let source = loaded.sources.get(id);
    let own = loaded.clauses.iter();
    let own = own.filter(|clause| clause.term.span.source == id);
    let clauses = own.map(|clause| IndexedClause {
        clause: clause.clone(),
        place: FileRange::new(&source.name, clause.term.span),
        about: about(clause),
        comment: clause.comment.to_string(),
    });
    IndexedFile {
        path: Arc::clone(&source.name),
        text: Arc::clone(&source.text),
        clauses: clauses.collect(),
        occurrences: Vec::new(),
    }
}

/// The range of a term in parentheses includes the parentheses; removes them to leave the name.
fn strip_brackets(text: &str, range: &mut Range<usize>) {
    while let Some(inner) = text[range.clone()]
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        let start = range.start + 1 + (inner.len() - inner.trim_start().len());
        *range = start..start + inner.trim().len();
    }
}

fn about(clause: &Clause) -> Option<(Name, usize)> {
    if let Some(directive) = clause.directive() {
        return FluentDeclaration::of(directive)
            .map(|fluent| (fluent.name.clone(), fluent.domains().count()));
    }
    let subject = clause.head()?;
    let (name, arguments) = subject.name_and_arguments()?;
    Some((name.clone(), arguments.len()))
}

/// The comment of a clause: the one above it, or else the one at the end of its last line.
fn comment(clause: &Clause, text: &str) -> String {
    if !clause.comment.is_empty() {
        return clause.comment.to_string();
    }
    let rest = text.get(clause.term.span.end as usize..).unwrap_or("");
    let rest = rest
        .lines()
        .next()
        .unwrap_or("")
        .trim_start_matches([' ', '.']);
    rest.strip_prefix('%')
        .map(|comment| comment.trim_start_matches('%').trim().to_owned())
        .unwrap_or_default()
}
