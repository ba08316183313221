//! `docs/prolog.md`: it lists the built-in predicates that there are, and its differences are real.

use std::collections::BTreeSet;

use regola::language::builtins;
use regola::syntax::quote::quote_atom;

use super::{Example, check};

const PAGE: &str = include_str!("../../../docs/prolog.md");

/// A goal of the page with its outcome in Regola, and the one in SWI-Prolog.
pub struct Difference {
    pub example: Example,
    pub elsewhere: String,
}

/// The differences: in blocks of code, three lines each.
pub fn differences() -> Vec<Difference> {
    let lines: Vec<&str> = PAGE.lines().collect();
    let goals =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.strip_prefix("?- ")?.strip_suffix('.')?)));
    let difference = |(at, goal): (usize, &str)| {
        let [here, elsewhere] = [(1, "% Regola:"), (2, "% SWI-Prolog:")].map(|(after, name)| {
            let line = lines[at + after].strip_prefix(name);
            line.unwrap_or_else(|| panic!("docs/prolog.md:{}: a line `{name} ...` belongs here", at + after + 1)).trim()
        });
        Difference { example: Example::new(goal, here), elsewhere: elsewhere.to_owned() }
    };
    goals.map(difference).collect()
}

#[test]
fn the_page_tells_what_regola_does() {
    let examples: Vec<Example> = differences().into_iter().map(|difference| difference.example).collect();
    assert!(!examples.is_empty());
    check(&examples);
}

#[test]
fn the_page_lists_the_predicates_that_there_are() {
    let section =
        PAGE.split("\n## ").find(|section| section.starts_with("What there is")).expect("a section of that name");
    let table = section.lines().filter(|line| line.starts_with('|'));
    let listed: BTreeSet<&str> = table.flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
    let there: Vec<String> =
        builtins().iter().map(|word| format!("{}/{}", quote_atom(word.name), word.arity())).collect();
    assert_eq!(listed, there.iter().map(String::as_str).collect());
}
