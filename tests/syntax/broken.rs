//! Broken rule files, each with what is said about it.

use regola::syntax::parse::{parse_file, parse_query};
use regola::syntax::render::{Style, render};
use regola::syntax::source::Sources;

use crate::broken::keep_reports;

/// What is wrong with a file, and what could be read nevertheless.
fn report(name: &str, text: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let (file, faults) = parse_file(&sources, id);
    let clauses: String = file
        .clauses
        .iter()
        .map(|clause| format!("{clause}\n"))
        .collect();
    format!(
        "--- is told\n{}--- is read\n{clauses}",
        render(&faults, &sources, Style::Plain)
    )
}

#[test]
fn every_broken_file_has_its_message() {
    keep_reports("syntax-", report);
}

#[test]
fn many_mistakes_are_counted_but_not_all_told() {
    let text: String = (0..30)
        .map(|number| format!("cell({number} black).\n"))
        .collect();
    let faults = super::read(&text).1;
    assert_eq!(faults.len(), 21);
    assert_eq!(faults[20].title, "10 more mistakes are not shown");
}

#[test]
fn a_full_stop_belongs_to_the_symbol_before_it_whatever_comes_next() {
    for next in ["\n", "% b\n", "\u{feff}\n", ""] {
        assert_eq!(
            super::codes(&format!("sign(X) :- X = -.{next}")),
            ["glued-full-stop"],
            "{next:?}"
        );
    }
}

#[test]
fn a_long_line_is_shown_in_part() {
    let text = format!(
        "line([{}1 2{}]).",
        "1, ".repeat(100_000),
        ", 2".repeat(100_000)
    );
    let mut sources = Sources::new();
    let id = sources.add("long.rules", &text);
    let told = render(&parse_file(&sources, id).1, &sources, Style::Plain);
    assert!(told.len() < 1000, "{} bytes", told.len());
    assert!(told.contains("long.rules:1:300008"), "{told}");
}

#[test]
fn colours_do_not_change_the_words() {
    let mut sources = Sources::new();
    let id = sources.add("test.rules", "role(black white).");
    let faults = parse_file(&sources, id).1;
    let coloured = render(&faults, &sources, Style::Coloured);
    assert!(
        coloured.contains("\u{1b}[")
            && coloured.contains("there is nothing between `black` and `white`")
    );
}

#[test]
fn queries_tell_their_mistakes_too() {
    let codes = |text: &str| {
        let mut sources = Sources::new();
        let id = sources.add("<query>", text);
        let faults = parse_query(&sources, id).expect_err("a broken query");
        faults.iter().map(|fault| fault.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(""), ["empty-query"]);
    assert_eq!(codes("% only a comment"), ["empty-query"]);
    assert_eq!(codes("a. b."), ["second-query"]);
    assert_eq!(codes("legal(P, M"), ["unclosed-bracket"]);
    assert_eq!(codes("legal(P M)"), ["missing-comma"]);
}
