//! A random program is answered by the machine as by the textbook interpreter: the same answers in
//! the same order, the same end, however often garbage is collected.

mod facts;
mod goal;
mod predicate;
#[cfg(test)]
mod regressions;
mod source;

use std::fmt;
use std::sync::{Arc, LazyLock};

use regola::logic::{Builder, Error, ErrorKind, Facts, Limit, Limits, Machine, Program, Term};
use regola::syntax::parse::{parse_file, parse_query};
use regola::syntax::source::Sources;
use regola::syntax::tree::{self, Clause, File};

use super::textbook::{Interpreter, Stop};
use source::Source;

/// Predicates that every program has: facts to choose from, recursion over lists and numbers.
const LIBRARY: &str = include_str!("library.rules");

/// What the machine has in its prelude and the textbook has not.
const BY_THE_BOOK: &str = include_str!("by_the_book.rules");

/// A builder that knows the library and the relations.
static BUILDER: LazyLock<Builder> = LazyLock::new(|| {
    let mut builder = Builder::new();
    facts::declare(&mut builder);
    let problems = builder.add_clauses(read(LIBRARY).clauses);
    assert!(problems.is_empty(), "{problems:?}");
    builder
});

/// The clauses that the textbook knows.
static CLAUSES: LazyLock<Vec<Clause>> =
    LazyLock::new(|| [read(LIBRARY).clauses, read(BY_THE_BOOK).clauses].concat());

/// What the textbook may take, and how many answers are compared.
const MOST_STEPS: usize = 1_500;
const MOST_ANSWERS: usize = 8;

/// Far more than the machine needs for what the textbook does in its steps.
const LIMITS: Limits = Limits {
    steps: 30_000,
    memory: 64 << 20,
};

/// What is asked of both.
#[derive(Clone, Copy)]
pub struct Case<'t> {
    pub rules: &'t str,
    /// The facts that hold in the position.
    pub facts: &'t str,
    pub query: &'t str,
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} in\n{}% facts:\n{}",
            self.query, self.rules, self.facts
        )
    }
}

/// What some bytes stand for: a program, the facts that hold, and a query, as text.
pub struct Drawn {
    pub rules: String,
    pub facts: String,
    pub query: String,
}

impl Drawn {
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let (for_rules, for_facts) = bytes.split_at(bytes.len() - bytes.len() / 8);
        let mut source = Source::new(for_rules);
        let rules = predicate::predicates(&mut source);
        let query = predicate::query(&mut source);
        Drawn {
            rules,
            facts: facts::facts(&mut Source::new(for_facts)),
            query,
        }
    }

    pub fn case(&self) -> Case<'_> {
        Case {
            rules: &self.rules,
            facts: &self.facts,
            query: &self.query,
        }
    }
}

impl Case<'_> {
    /// The program, and the position in which the facts hold.
    #[allow(
        dead_code,
        reason = "only explanations need it apart from the textbook"
    )]
    pub fn built(&self) -> (Arc<Program>, Facts) {
        let program = build(&read(self.rules));
        let facts = facts::position(&program, &read(self.facts).clauses);
        (program, facts)
    }
}

/// Asserts this of the program that some bytes stand for.
#[allow(dead_code, reason = "another target uses the programs alone")]
pub fn check(bytes: &[u8]) {
    same_answers(Drawn::from_bytes(bytes).case());
}

/// Asserts that both give the same first answers and the same end, however often garbage is
/// collected.
pub fn same_answers(case: Case) {
    let file = read(case.rules);
    let program = build(&file);
    let facts = facts::position(&program, &read(case.facts).clauses);
    let query = read_query(case.query);
    let held: Vec<tree::SourceTerm> = facts
        .terms(program.schema())
        .iter()
        .map(|fact| fact.to_syntax(&[]))
        .collect();
    let clauses = CLAUSES
        .iter()
        .chain(&file.clauses)
        .map(|clause| &clause.term);
    let (expected, stop) =
        Interpreter::new(held.iter().chain(clauses), MOST_STEPS).answers(&query, MOST_ANSWERS);
    let given_up = stop == Some(Stop::GivenUp);
    if given_up && expected.is_empty() {
        return;
    }
    let most = if given_up {
        expected.len()
    } else {
        MOST_ANSWERS
    };
    let ask = |often| answers(&program, &facts, &query, most, often);
    let found = ask(false);
    assert_eq!(
        ask(true),
        found,
        "with garbage collected at every goal, {case}"
    );
    let (found, end) = found;
    let is_about_terms =
        |end: &String| *end == Limit::Infinite.to_string() || end.contains("terms too large");
    if end.as_ref().is_some_and(is_about_terms) {
        // Unified in another order, the same terms may make an infinite one before they are found
        // to differ.
        assert!(
            shown(&expected).starts_with(&shown(&found)),
            "answers of {case}(not the textbook's first)"
        );
        return;
    }
    assert_eq!(
        shown(&found),
        shown(&expected),
        "answers of {case}(the machine's left)"
    );
    if !given_up {
        assert_eq!(end, stop.map(told), "end of {case}(the machine's left)");
    }
}

fn read(text: &str) -> File {
    let mut sources = Sources::new();
    let id = sources.add("program", text);
    let (file, problems) = parse_file(&sources, id);
    assert!(problems.is_empty(), "{problems:?} in\n{text}");
    file
}

pub fn read_query(text: &str) -> tree::SourceTerm {
    let mut sources = Sources::new();
    let id = sources.add("query", text);
    parse_query(&sources, id).unwrap_or_else(|problems| panic!("{problems:?} in {text}"))
}

fn build(file: &File) -> Arc<Program> {
    let mut builder = BUILDER.clone();
    let problems = builder.add_clauses(file.clauses.as_slice());
    assert!(problems.is_empty(), "{problems:?}");
    let mut program = builder
        .finish()
        .unwrap_or_else(|problems| panic!("{problems:?}"));
    facts::lay_out(&mut program);
    Arc::new(program)
}

/// The machine's first answers, and what it ended with.
fn answers(
    program: &Arc<Program>,
    facts: &Facts,
    query: &tree::SourceTerm,
    most: usize,
    often: bool,
) -> (Vec<Vec<Term>>, Option<String>) {
    let mut machine = Machine::new(program, LIMITS);
    if often {
        machine.collect_often();
    }
    machine.start(facts, &[], &Term::from_syntax(query).0);
    let mut answers = Vec::new();
    while answers.len() < most {
        match machine
            .next_answer()
            .and_then(|found| found.then(|| machine.roots()).transpose())
        {
            Ok(Some(values)) => answers.push(values),
            Ok(None) => break,
            Err(error) => return (answers, Some(thrown(&error))),
        }
    }
    (answers, None)
}

fn thrown(error: &Error) -> String {
    match &error.kind {
        ErrorKind::Thrown(ball) => ball.to_string(),
        ErrorKind::Limit(limit) => limit.to_string(),
        ErrorKind::Interrupted => "interrupted".to_owned(),
    }
}

fn told(stop: Stop) -> String {
    match stop {
        Stop::Thrown(ball) => ball.to_string(),
        Stop::GivenUp => "given up".to_owned(),
    }
}

fn shown(answers: &[Vec<Term>]) -> Vec<String> {
    answers
        .iter()
        .map(|answer| {
            answer
                .iter()
                .map(Term::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        })
        .collect()
}
