//! Any text is read: each part has its place, what was read is printed and formatted so that the
//! same is read again, and what is wrong is told.

use regola::syntax::format::format;
use regola::syntax::parse::{is_complete, parse_file, parse_query};
use regola::syntax::source::{SourceId, Sources, Span};
use regola::syntax::tree::{File, SourceTerm, TermKind};

use super::told::{assert_well_told, assert_within};

/// Asserts all this of a text; bytes that are none stand for their replacement characters.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut sources = Sources::new();
    let id = sources.add("text.rules", &text);
    let (file, faults) = parse_file(&sources, id);
    assert_well_told(&faults, &sources);
    for clause in &file.clauses {
        assert_places(&clause.term, id.span(0, text.len()), &sources);
    }
    if faults.is_empty() {
        assert!(
            text.trim().is_empty() || is_complete(&text),
            "{text:?} has no mistakes and is not complete"
        );
    }
    assert_printed(&file);
    assert_formatted(&sources, id, &file, faults.len());
    assert_query(&sources, id);
}

/// Asserts that a term and its parts lie each within what they are a part of.
fn assert_places(term: &SourceTerm, outer: Span, sources: &Sources) {
    for span in [term.span, term.name_span()] {
        assert_within(span, sources);
        assert!(
            outer.start <= span.start && span.end <= outer.end,
            "{span:?} in {outer:?}: {term}"
        );
    }
    match &term.kind {
        TermKind::Compound { arguments, .. } => {
            arguments
                .iter()
                .for_each(|argument| assert_places(argument, term.span, sources));
        }
        TermKind::List { items, tail } => {
            items
                .iter()
                .chain(tail.as_deref())
                .for_each(|part| assert_places(part, term.span, sources));
        }
        _ => {}
    }
}

fn read(text: &str) -> File {
    let mut sources = Sources::new();
    let id = sources.add("again.rules", text);
    let (file, faults) = parse_file(&sources, id);
    assert!(faults.is_empty(), "{faults:?} in {text:?}");
    file
}

fn assert_printed(file: &File) {
    for clause in &file.clauses {
        let printed = clause.to_string();
        let again = read(&printed);
        assert_eq!(again.clauses.len(), 1, "{printed:?}");
        assert_eq!(again.clauses[0].term, clause.term, "{printed:?}");
    }
}

/// Asserts that the standard form says the same in the same characters, and is its own standard
/// form.
fn assert_formatted(sources: &Sources, id: SourceId, file: &File, faults: usize) {
    let text = &sources.get(id).text;
    match format(sources, id) {
        Err(told) => assert_eq!(told.len(), faults, "{text:?}"),
        Ok(form) => {
            assert_eq!(faults, 0, "{text:?}");
            assert_eq!(read(&form), *file, "{text:?} became {form:?}");
            assert_eq!(ink(text), ink(&form), "{text:?} became {form:?}");
            let mut sources = Sources::new();
            let id = sources.add("form.rules", &form);
            assert_eq!(
                format(&sources, id).expect("it was read"),
                form,
                "the standard form of {text:?}"
            );
        }
    }
}

/// Everything but white space.
fn ink(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace() && *character != '\u{feff}')
        .collect()
}

fn assert_query(sources: &Sources, id: SourceId) {
    match parse_query(sources, id) {
        Ok(term) => assert_places(&term, id.span(0, sources.get(id).text.len()), sources),
        Err(faults) => {
            assert!(!faults.is_empty());
            assert_well_told(&faults, sources);
        }
    }
}
