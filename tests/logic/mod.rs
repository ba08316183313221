//! Terms, programs and the machine.

pub mod textbook;

mod conformity;
mod garbage;
mod hostile;
mod index;
mod interrupt;
mod laws;
mod machine;
pub mod programs;
mod required_arguments;
pub mod tables;
mod work;

use std::sync::{Arc, LazyLock};

use regola::logic::{Builder, Error, ErrorKind, Facts, Limits, Machine, Program, Term};
use regola::syntax::parse::{parse_file, parse_query};
use regola::syntax::render::{Style, render};
use regola::syntax::source::Sources;
use regola::syntax::tree;

/// A program and the texts that it and its queries come from.
struct Session {
    sources: Sources,
    program: Arc<Program>,
    limits: Limits,
    /// Whether garbage is collected at every goal.
    collects_often: bool,
}

/// All that a query gave, up to a number of answers.
#[derive(Debug, PartialEq)]
struct Outcome {
    /// The values of the query's variables, in the order of their first occurrences.
    answers: Vec<Vec<Term>>,
    end: End,
}

/// How a query ended.
#[derive(Debug, PartialEq)]
enum End {
    /// Nothing was left to try after the last answer.
    Determinate,
    /// After the last answer it went on and failed.
    Failed,
    /// It was not asked for further answers.
    Stopped,
    Thrown(Term),
    Limit(String),
}

impl Session {
    fn new(rules: &str) -> Self {
        let (session, problems) = Self::with_faults(rules);
        assert!(problems.is_empty(), "{problems}");
        session
    }

    /// A session with the clauses that are right, and what is wrong with the others.
    fn with_faults(rules: &str) -> (Self, String) {
        let mut sources = Sources::new();
        let id = sources.add("test.rules", rules);
        let (file, mut problems) = parse_file(&sources, id);
        static EMPTY: LazyLock<Builder> = LazyLock::new(Builder::new);
        let mut builder = EMPTY.clone();
        problems.extend(builder.add_clauses(file.clauses));
        let faults = render(&problems, &sources, Style::Plain);
        let program = builder
            .finish()
            .unwrap_or_else(|found| panic!("{}", render(&found, &sources, Style::Plain)));
        let session = Self {
            sources,
            program: Arc::new(program),
            limits: Limits::default(),
            collects_often: false,
        };
        (session, faults)
    }

    fn query(&mut self, text: &str) -> tree::SourceTerm {
        let id = self.sources.add("<query>", text);
        parse_query(&self.sources, id).unwrap_or_else(|found| {
            panic!("{text}: {}", render(&found, &self.sources, Style::Plain))
        })
    }

    /// A machine at the start of a query.
    fn start(&mut self, query: &str) -> Machine {
        let (goal, _) = Term::from_syntax(&self.query(query));
        let mut machine = Machine::new(&self.program, self.limits);
        if self.collects_often {
            machine.collect_often();
        }
        machine.start(&Facts::empty(self.program.schema()), &[], &goal);
        machine
    }

    /// Asks for at most so many answers.
    fn ask(&mut self, query: &str, most: usize) -> Outcome {
        let mut machine = self.start(query);
        let mut answers = Vec::new();
        loop {
            match machine.next_answer() {
                Ok(true) => answers.push(machine.roots().expect("answers of tests are small")),
                Ok(false) => {
                    return Outcome {
                        answers,
                        end: End::Failed,
                    };
                }
                Err(error) => {
                    return Outcome {
                        answers,
                        end: end_of(&error),
                    };
                }
            }
            if !machine.may_have_more() {
                return Outcome {
                    answers,
                    end: End::Determinate,
                };
            }
            if answers.len() == most {
                return Outcome {
                    answers,
                    end: End::Stopped,
                };
            }
        }
    }

    /// The first answer as text, or how the query ended.
    fn first(&mut self, query: &str) -> String {
        let outcome = self.ask(query, 1);
        match (outcome.answers.first(), outcome.end) {
            (Some(values), _) => values
                .iter()
                .map(Term::to_string)
                .collect::<Vec<_>>()
                .join(", "),
            (None, end) => format!("{end:?}"),
        }
    }
}

fn end_of(error: &Error) -> End {
    match &error.kind {
        ErrorKind::Thrown(ball) => End::Thrown(ball.clone()),
        ErrorKind::Limit(limit) => End::Limit(limit.to_string()),
        ErrorKind::Interrupted => End::Limit("interrupted".to_owned()),
    }
}
