//! Goals and what they answer, area by area, as SWI-Prolog answers them and with the standard's
//! errors.
//!
//! Each line of a file in `conformity/` is `Goal --> Outcome.`, where the outcome is `yes`, `no`,
//! the variables that an answer binds, several answers with `;` between them, or `throws(Error)`.
//! After the last answer, `; no` says that the goal did not know it to be the last: it left a
//! choice point; `; more` that there are more answers than are listed. Where Regola differs on
//! purpose, the goal is in `docs/prolog.md` with both outcomes ([`page`]). What SWI-Prolog really
//! says to all of them is asked by [`swi`], where it is installed; a goal of `own.txt` is not
//! asked.

mod outcome;
mod page;
mod swi;

use std::fmt::Write;

use regola::logic::Limits;
use regola::syntax::parse::{parse_file, parse_query};
use regola::syntax::source::Sources;
use regola::syntax::tree::{self, Name, TermKind};

use self::outcome::{expectation, found, variables};
use super::Session;

macro_rules! areas {
    ($($area:ident),* $(,)?) => {
        /// The files of goals: name and text.
        const AREAS: &[(&str, &str)] =
            &[$((concat!(stringify!($area), ".txt"), include_str!(concat!("conformity/", stringify!($area), ".txt")))),*];

        $(#[test]
        fn $area() {
            let name = concat!(stringify!($area), ".txt");
            check(&examples(name, include_str!(concat!("conformity/", stringify!($area), ".txt"))));
        })*
    };
}

areas!(
    all_solutions,
    arithmetic,
    call,
    checks,
    construction,
    control,
    exceptions,
    format,
    lists,
    modes,
    numbers,
    order,
    own,
    sets,
    sorting,
    standard,
    text,
    types,
    unification
);

/// A goal and what it is expected to give, both as texts and as lines that can be compared.
struct Example {
    goal: String,
    outcome: String,
    names: Vec<Option<Name>>,
    expected: Vec<String>,
}

impl Example {
    fn new(goal: &str, outcome: &str) -> Self {
        let names = variables(&parsed(goal));
        let expected = expectation(&parsed(outcome), &names);
        Self {
            goal: goal.to_owned(),
            outcome: outcome.to_owned(),
            names,
            expected,
        }
    }

    /// What Regola gives for it: as many answers as are expected and one more.
    fn found(&self, session: &mut Session) -> Vec<String> {
        let answers = self
            .expected
            .iter()
            .filter(|line| line.starts_with("answer"))
            .count();
        let most = if self.expected.last().is_some_and(|last| last == "more") {
            answers
        } else {
            answers + 1
        };
        found(session.ask(&self.goal, most), &self.names)
    }
}

fn parsed(text: &str) -> tree::SourceTerm {
    let mut sources = Sources::new();
    let id = sources.add("example", text);
    parse_query(&sources, id).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// The examples of a file.
fn examples(name: &str, text: &str) -> Vec<Example> {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let (file, problems) = parse_file(&sources, id);
    assert!(problems.is_empty(), "{name}: {problems:?}");
    let example = |clause: &tree::Clause| match &clause.term.kind {
        TermKind::Compound {
            functor, arguments, ..
        } if &**functor == "-->" => {
            let [goal, outcome] = [0, 1].map(|side| sources.snippet(arguments[side].span));
            Example::new(goal, outcome)
        }
        _ => panic!("{name}: not `Goal --> Outcome`: {}", clause.term),
    };
    file.clauses.iter().map(example).collect()
}

/// Asks all of them, and tells all that differ at once.
fn check(examples: &[Example]) {
    let mut session = Session::new("");
    session.limits = Limits {
        steps: 100_000,
        memory: 32 << 20,
    };
    let mut differences = String::new();
    for example in examples {
        let found = example.found(&mut session);
        if found != example.expected {
            let (goal, expected) = (&example.goal, example.expected.join(" ; "));
            writeln!(
                differences,
                "{goal}\n  expected: {expected}\n  found:    {}",
                found.join(" ; ")
            )
            .expect("writing to a string cannot fail");
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
}
