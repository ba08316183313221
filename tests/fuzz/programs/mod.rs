//! A random program is answered by the machine as by the textbook interpreter: the same answers in the same
//! order, the same end, however often garbage is collected.

mod goal;
mod predicate;
mod source;

use std::sync::{Arc, LazyLock};

use regola::logic::{Builder, Error, ErrorKind, Facts, Limits, Machine, Program, Term};
use regola::syntax::parse::{parse_file, parse_query};
use regola::syntax::source::Sources;
use regola::syntax::tree::{self, File};

use super::textbook::{Interpreter, Stop};
use source::Source;

/// Predicates that every program has: facts to choose from, recursion over lists and numbers.
const LIBRARY: &str = include_str!("library.rules");

/// What the machine has in its prelude and the textbook has not.
const BY_THE_BOOK: &str = include_str!("by_the_book.rules");

/// What the textbook may take, and how many answers are compared.
const MOST_STEPS: usize = 1_500;
const MOST_ANSWERS: usize = 8;

/// Far more than the machine needs for what the textbook does in its steps.
const LIMITS: Limits = Limits { steps: 1_000_000, memory: 64 << 20 };

/// Asserts this of the program that some bytes stand for.
pub fn check(bytes: &[u8]) {
    let (rules, query) = program(bytes);
    same_answers(LIBRARY, &rules, &query);
}

/// The rules and the query that some bytes stand for.
pub fn program(bytes: &[u8]) -> (String, String) {
    let mut source = Source::new(bytes);
    let rules = predicate::predicates(&mut source);
    let query = predicate::query(&mut source);
    (rules, query)
}

/// Asserts that both give the same first answers and the same end, however often garbage is collected.
pub fn same_answers(library: &str, rules: &str, query: &str) {
    let own = format!("{library}{rules}");
    let program = build(&read(&own));
    let query_term = read_query(query);
    let by_the_book = read(&format!("{own}{BY_THE_BOOK}"));
    let clauses: Vec<tree::Term> = by_the_book.clauses.into_iter().map(|clause| clause.term).collect();
    let (expected, stop) = Interpreter::new(&clauses, MOST_STEPS).answers(&query_term, MOST_ANSWERS);
    let given_up = stop == Some(Stop::GivenUp);
    if given_up && expected.is_empty() {
        return;
    }
    let most = if given_up { expected.len() } else { MOST_ANSWERS };
    let found = answers(&program, &query_term, most, false);
    let often = answers(&program, &query_term, most, true);
    assert_eq!(often, found, "with garbage collected at every goal, {query} in\n{rules}");
    let (found, end) = found;
    assert_eq!(shown(&found), shown(&expected), "answers of {query} (the machine's left) in\n{rules}");
    if !given_up {
        assert_eq!(end, stop.map(told), "end of {query} (the machine's left) in\n{rules}");
    }
}

fn read(text: &str) -> File {
    let mut sources = Sources::new();
    let id = sources.add("program", text);
    let (file, problems) = parse_file(&sources, id);
    assert!(problems.is_empty(), "{problems:?} in\n{text}");
    file
}

fn read_query(text: &str) -> tree::Term {
    let mut sources = Sources::new();
    let id = sources.add("query", text);
    parse_query(&sources, id).unwrap_or_else(|problems| panic!("{problems:?} in {text}"))
}

fn build(file: &File) -> Arc<Program> {
    static EMPTY: LazyLock<Builder> = LazyLock::new(Builder::new);
    let mut builder = EMPTY.clone();
    let problems = builder.add_clauses(&file.clauses);
    assert!(problems.is_empty(), "{problems:?}");
    Arc::new(builder.finish().unwrap_or_else(|problems| panic!("{problems:?}")))
}

/// The machine's first answers, and what it ended with.
fn answers(program: &Arc<Program>, query: &tree::Term, most: usize, often: bool) -> (Vec<Vec<Term>>, Option<String>) {
    let mut machine = Machine::new(program, LIMITS);
    if often {
        machine.collect_often();
    }
    machine.start(&Facts::empty(program.schema()), &[], &Term::from_syntax(query).0);
    let mut answers = Vec::new();
    while answers.len() < most {
        match machine.next_answer().and_then(|found| found.then(|| machine.roots()).transpose()) {
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
    answers.iter().map(|answer| answer.iter().map(Term::to_string).collect::<Vec<_>>().join(", ")).collect()
}
