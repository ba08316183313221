//! `docs/prolog.md`: it lists the built-in predicates that there are, and its differences are real.

use std::collections::BTreeSet;

use regola::game::vocabulary::word;
use regola::language::{BuiltIn, builtins};
use regola::logic::absent::{ABSENT, Absent};
use regola::syntax::quote::quote_atom;

use super::{Example, check};
use crate::logic::{End, Session};
use crate::manual::keep_table;

const PAGE: &str = include_str!("../../../docs/prolog.md");

/// A goal of the page with its outcome in Regola, and the one in SWI-Prolog.
pub struct Difference {
    pub example: Example,
    pub elsewhere: String,
}

/// The differences: in blocks of code, three lines each.
pub fn differences() -> Vec<Difference> {
    let lines: Vec<&str> = PAGE.lines().collect();
    let goals = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| Some((at, line.strip_prefix("?- ")?.strip_suffix('.')?)));
    let difference = |(at, goal): (usize, &str)| {
        let [here, elsewhere] = [(1, "% Regola:"), (2, "% SWI-Prolog:")].map(|(after, name)| {
            let line = lines[at + after].strip_prefix(name);
            line.unwrap_or_else(|| {
                panic!(
                    "docs/prolog.md:{}: a line `{name} ...` belongs here",
                    at + after + 1
                )
            })
            .trim()
        });
        Difference {
            example: Example::new(goal, here),
            elsewhere: elsewhere.to_owned(),
        }
    };
    goals.map(difference).collect()
}

#[test]
fn the_page_tells_what_regola_does() {
    let examples: Vec<Example> = differences()
        .into_iter()
        .map(|difference| difference.example)
        .collect();
    assert!(!examples.is_empty());
    check(&examples);
}

/// What stands between backquotes in a section.
fn quoted(section: &str) -> impl Iterator<Item = &'static str> {
    let title = format!("{section}\n");
    let section = PAGE
        .split("\n## ")
        .find(|text| text.starts_with(&title))
        .expect("a section of that name");
    section.split('`').skip(1).step_by(2)
}

#[test]
fn the_page_lists_functions_that_can_be_evaluated() {
    let functions: Vec<(&str, &str)> = quoted("Arithmetic")
        .filter_map(|function| function.rsplit_once('/'))
        .collect();
    assert!(functions.len() > 20);
    let mut session = Session::new("");
    for (name, arity) in functions {
        let arguments = vec!["1"; arity.parse().expect("a number of arguments")].join(", ");
        let goal = format!(
            "Term =.. [{}, {arguments}], Value is Term",
            quote_atom(name)
        );
        assert_eq!(
            session.ask(&goal, 1).end,
            End::Determinate,
            "{name}/{arity}"
        );
    }
}

fn row(absent: &Absent) -> String {
    let named = absent.predicates.iter();
    let named = named.map(|(name, arity)| format!("`{name}/{arity}`"));
    let besides = [absent.besides.to_owned()];
    let besides = besides.into_iter().filter(|besides| !besides.is_empty());
    let instead: Vec<String> = named.chain(besides).collect();
    format!("| {} | {} |\n", instead.join(", "), absent.advice)
}

#[test]
fn the_page_says_what_to_use_instead() {
    let rows: String = ABSENT.iter().map(row).collect();
    let table = format!("| instead of | why, and what to use |\n| --- | --- |\n{rows}");
    keep_table("docs/prolog.md", "absent", &table);
}

#[test]
fn nothing_that_is_called_absent_is_there() {
    let predicates = ABSENT.iter().flat_map(|absent| absent.predicates);
    for (name, arity) in predicates {
        let is_built_in = |builtin: &&BuiltIn| builtin.name == *name && builtin.arity() == *arity;
        let found = builtins().iter().find(is_built_in);
        assert!(found.is_none(), "{name}/{arity} is there");
        assert!(
            word(name, *arity).is_none(),
            "{name}/{arity} is of the vocabulary"
        );
    }
}

#[test]
fn the_page_lists_the_predicates_that_there_are() {
    let listed: BTreeSet<&str> = quoted("What there is")
        .filter(|name| name.contains('/'))
        .collect();
    let there: Vec<String> = builtins()
        .iter()
        .map(|word| format!("{}/{}", quote_atom(word.name), word.arity()))
        .collect();
    assert_eq!(listed, there.iter().map(String::as_str).collect());
}
