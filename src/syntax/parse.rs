//! Reads rule files and queries.
//!
//! A mistake does not stop the reader: it reports the broken clause, leaves it out, and reads on. A
//! text is read once, clause by clause. From its first mistake on it is first cut into tokens, to
//! find all mistakes.

use super::diagnostic::Diagnostic;
use super::faults::Faults;
use super::limits::MAX_DIAGNOSTICS;
use super::lower::{self, TextItem};
use super::names::NameInterner;
use super::reading::Reading;
use super::source::{SourceId, Sources, Span};
use super::split::{ClausePiece, split};
use super::tree::{Clause, File, SourceTerm};

/// Reads a rule file. Returns the clauses that could be read, and all mistakes in the order of the
/// file.
///
/// At most [`MAX_DIAGNOSTICS`] mistakes are reported, and then the number of the rest. A text that
/// exceeds the default limits is not read.
#[must_use]
pub fn parse_file(sources: &Sources, id: SourceId) -> (File, Vec<Diagnostic>) {
    parse_file_within(sources, id, &Reading::default())
}

/// Reads a rule file within the limits of a load, until it is stopped.
#[must_use]
pub fn parse_file_within(
    sources: &Sources,
    id: SourceId,
    reading: &Reading<'_>,
) -> (File, Vec<Diagnostic>) {
    let text = &sources.get(id).text;
    if let Err(reason) = reading.take_text(text.len()) {
        return (
            File::default(),
            vec![unreadable(&sources.get(id).name, &reason)],
        );
    }
    let names = NameInterner::default();
    let mut file = File::default();
    let mut start = 0;
    while let Some(next) = lower::next(id, text, start, reading.longest_clause(), &names) {
        let TextItem::Clause { clause, end, parts } = next else {
            return (file, Vec::new());
        };
        if let Err(ended) = reading.take_parts(parts) {
            return (file, vec![*ended]);
        }
        file.clauses.push(clause);
        start = end;
    }
    let faults = read_on(&mut file, id, text, start, &names, reading);
    (file, faults)
}

/// Reads the rest of a text, which begins with a mistake.
fn read_on(
    file: &mut File,
    id: SourceId,
    text: &str,
    start: usize,
    names: &NameInterner,
    reading: &Reading<'_>,
) -> Vec<Diagnostic> {
    let mut faults = Faults::up_to(MAX_DIAGNOSTICS);
    let mut pieces = split(id, text, start, reading.longest_clause());
    while let Some(piece) = pieces.next() {
        if let Err(ended) = reading.take_parts(pieces.take_cut()) {
            let mut faults = faults.finish(None);
            faults.push(*ended);
            return faults;
        }
        let (clause, found) = read(text, piece, names);
        file.clauses.extend(clause);
        faults.extend(found);
    }
    faults.finish(Some(id.span(text.len(), text.len())))
}

/// The fault of a file that cannot be read.
pub(super) fn unreadable(path: &str, reason: &str) -> Diagnostic {
    Diagnostic::lacking(
        "unreadable-file",
        format!("the file `{path}` cannot be read: {reason}"),
    )
}

/// Reads a file of facts, such as a position: any rule file.
#[must_use]
pub fn parse_facts(sources: &Sources, id: SourceId) -> (File, Vec<Diagnostic>) {
    parse_file(sources, id)
}

/// Reads one term, such as a query; its full stop may be missing.
///
/// # Errors
/// All mistakes found, at least one.
pub fn parse_query(sources: &Sources, id: SourceId) -> Result<SourceTerm, Vec<Diagnostic>> {
    let text = &sources.get(id).text;
    let mut pieces = split(id, text, 0, Reading::default().longest_clause());
    let Some(mut first) = pieces.next() else {
        return Err(vec![empty_query(id.span(0, 0))]);
    };
    first
        .faults
        .retain(|fault| fault.code != "missing-full-stop" || !fault.secondary.is_empty());
    let (clause, mut faults) = read(text, first, &NameInterner::default());
    if let Some(second) = pieces.next()
        && faults.is_empty()
    {
        faults.push(second_query(second.span));
    }
    match clause {
        Some(clause) if faults.is_empty() => Ok(clause.term),
        _ => Err(faults),
    }
}

/// Whether a text that is being typed is finished: it ends with a full stop, or has a mistake that
/// more text cannot mend. An unfinished text has an open bracket or comment, or no full stop yet.
#[must_use]
pub fn is_complete(text: &str) -> bool {
    let mut pieces = split(
        Sources::new().add("", ""),
        text,
        0,
        Reading::default().longest_clause(),
    );
    pieces.by_ref().for_each(drop);
    !pieces.is_open()
}

fn read(text: &str, piece: ClausePiece, names: &NameInterner) -> (Option<Clause>, Vec<Diagnostic>) {
    let ClausePiece {
        span,
        comment,
        mut faults,
        spoiled,
    } = piece;
    if spoiled {
        return (None, faults);
    }
    match lower::clause(text, span, names) {
        Ok(term) => (
            Some(Clause {
                term,
                comment: comment.into(),
            }),
            faults,
        ),
        Err(fault) => {
            faults.insert(0, *fault);
            (None, faults)
        }
    }
}

/// The fault of a query that has no goal, or only the `?-` before a goal.
pub(crate) fn empty_query(span: Span) -> Diagnostic {
    Diagnostic::error("empty-query", "there is no query", span, "expected a goal").with_help(
        "a query is a goal to prove, such as `role(P)`: its answers are values of its variables",
    )
}

fn second_query(span: Span) -> Diagnostic {
    Diagnostic::error(
        "second-query",
        "there is more than one query",
        span,
        "the second begins here",
    )
    .with_help("ask one query at a time, or join two with a comma")
}
