//! Floor 0: reading, printing and loading rule files, and what is said about broken ones.

mod bounds;
mod broken;
mod comments;
mod format;
mod grammar;
mod laws;
mod loading;
mod operators;
mod robustness;
mod terms;
mod visible;

use regola::syntax::diagnostic::Diagnostic;
use regola::syntax::parse::{parse_file, parse_query};
use regola::syntax::render::{Style, render};
use regola::syntax::source::Sources;
use regola::syntax::tree::{File, SourceTerm, TermKind};

/// Reads a rule file that may have mistakes.
fn read(text: &str) -> (File, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let id = sources.add("test.rules", text);
    parse_file(&sources, id)
}

/// Reads a term that has no mistakes.
fn term(text: &str) -> SourceTerm {
    let mut sources = Sources::new();
    let id = sources.add("<query>", text);
    parse_query(&sources, id)
        .unwrap_or_else(|faults| panic!("{}", render(&faults, &sources, Style::Plain)))
}

/// The codes of the mistakes in a rule file.
fn codes(text: &str) -> Vec<&'static str> {
    read(text).1.iter().map(|fault| fault.code).collect()
}

/// The term with functors before their arguments, all brackets, and nothing left to operators.
fn canonical(term: &SourceTerm) -> String {
    let list = |terms: &[SourceTerm]| terms.iter().map(canonical).collect::<Vec<_>>().join(",");
    match &term.kind {
        TermKind::Variable(name) => name.to_string(),
        TermKind::Atom(name) => name.to_string(),
        TermKind::Integer(value) => value.to_string(),
        TermKind::String(text) => format!("{text:?}"),
        TermKind::Compound {
            functor, arguments, ..
        } => format!("{functor}({})", list(arguments)),
        TermKind::List { items, tail: None } => format!("[{}]", list(items)),
        TermKind::List {
            items,
            tail: Some(tail),
        } => format!("[{}|{}]", list(items), canonical(tail)),
    }
}

/// A line ends with or without a carriage return; elsewhere the character is shown by its code.
#[test]
fn a_carriage_return_before_the_end_of_a_line_is_not_shown() {
    let message = |text: &str| {
        let mut sources = Sources::new();
        let id = sources.add("test.rules", text);
        let (_, faults) = parse_file(&sources, id);
        render(&faults, &sources, Style::Plain)
    };
    for text in [
        "a.\nb(c :- d.\ne.\n",
        "a :-\n    b(\n    c.\n",
        "a\n",
        "a :- b",
        "a('\n').\nb(.\n",
    ] {
        assert_eq!(message(&text.replace('\n', "\r\n")), message(text));
    }
    assert!(message("a(\r.\r\n").contains("a(\\xd\\."));
}
