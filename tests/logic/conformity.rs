//! Goals and what they answer, area by area, against what the standard and SWI-Prolog say.
//!
//! Each line of a file in `conformity/` is `Goal --> Outcome.`, where the outcome is `yes`, `no`, the
//! variables that an answer binds, several answers with `;` between them, or `throws(Error)`. After
//! the last answer, `; no` says that the goal did not know it to be the last; `; more` that there are
//! more answers than are listed. Where Regola differs on purpose, a comment says so.

use std::fmt::Write;

use regola::logic::{Limits, Term, View};
use regola::syntax::parse::{parse_file, parse_query};
use regola::syntax::source::{Sources, Span};
use regola::syntax::tree::{self, Name, TermKind};

use super::{End, Outcome, Session};

macro_rules! areas {
    ($($area:ident),* $(,)?) => {
        $(#[test]
        fn $area() {
            check(concat!(stringify!($area), ".txt"), include_str!(concat!("conformity/", stringify!($area), ".txt")));
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
    numbers,
    order,
    sets,
    sorting,
    text,
    types,
    unification
);

/// Runs a file, and tells all lines that differ at once.
fn check(name: &str, text: &str) {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let (file, problems) = parse_file(&sources, id);
    assert!(problems.is_empty(), "{name}: {problems:?}");
    let mut session = Session::new("");
    session.limits = Limits { steps: 100_000, memory: 32 << 20 };
    let mut differences = String::new();
    for clause in &file.clauses {
        let (goal, expected) = match &clause.term.kind {
            TermKind::Compound { functor, arguments, .. } if &**functor == "-->" => (&arguments[0], &arguments[1]),
            _ => panic!("{name}: not `Goal --> Outcome`: {}", clause.term),
        };
        let names = variables(goal);
        let expected = expectation(expected, &names);
        let answers = expected.iter().filter(|line| line.starts_with("answer")).count();
        let most = if expected.last().is_some_and(|last| last == "more") { answers } else { answers + 1 };
        let found = outcome(session.ask(sources.snippet(goal.span), most), &names);
        if found != expected {
            let goal = sources.snippet(goal.span);
            writeln!(differences, "{goal}\n  expected: {}\n  found:    {}", expected.join(" ; "), found.join(" ; "))
                .expect("writing to a string cannot fail");
        }
    }
    assert!(differences.is_empty(), "{name}:\n{differences}");
}

/// The variables of a goal in the order of their first occurrences.
fn variables(goal: &tree::Term) -> Vec<Option<Name>> {
    Term::from_syntax(goal).1
}

/// Whether an outcome tells of a variable.
fn is_told(name: &Option<Name>) -> bool {
    name.as_ref().is_some_and(|name| !name.starts_with('_'))
}

/// What a line says as lines of one form, which [`outcome`] has too.
fn expectation(outcome: &tree::Term, names: &[Option<Name>]) -> Vec<String> {
    let mut lines: Vec<String> = operands(outcome, ";").iter().map(|part| expected_part(part, names)).collect();
    if lines.last().is_some_and(|last| last.starts_with("answer")) {
        lines.push("last".to_owned());
    }
    lines
}

fn expected_part(part: &tree::Term, names: &[Option<Name>]) -> String {
    match &part.kind {
        TermKind::Atom(word) if matches!(&**word, "no" | "more") => word.to_string(),
        TermKind::Compound { functor, .. } if &**functor == "throws" => canonical(&part.to_string()),
        _ => {
            let equations = operands(part, ",");
            let value = |name: &Name| {
                let value = equations.iter().find_map(|equation| match &equation.kind {
                    TermKind::Compound { arguments, .. } => {
                        let is_it = matches!(&arguments[0].kind, TermKind::Variable(known) if known == name);
                        is_it.then(|| arguments[1].clone())
                    }
                    _ => None,
                });
                value.unwrap_or(tree::Term { kind: TermKind::Variable(name.clone()), span: Span::NOWHERE })
            };
            let values: Vec<_> = names.iter().filter(|name| is_told(name)).flatten().map(value).collect();
            answer(values.iter().map(|value| format!("({value})")))
        }
    }
}

/// The operands of a chain of one operator.
fn operands<'t>(term: &'t tree::Term, operator: &str) -> Vec<&'t tree::Term> {
    match &term.kind {
        TermKind::Compound { functor, arguments, .. } if &**functor == operator && arguments.len() == 2 => {
            [vec![&arguments[0]], operands(&arguments[1], operator)].concat()
        }
        _ => vec![term],
    }
}

fn outcome(outcome: Outcome, names: &[Option<Name>]) -> Vec<String> {
    let told = |values: &Vec<Term>| {
        answer(values.iter().zip(names).filter(|(_, name)| is_told(name)).map(|(value, _)| format!("({value})")))
    };
    let mut lines: Vec<String> = outcome.answers.iter().map(told).collect();
    lines.push(match outcome.end {
        End::Determinate => "last".to_owned(),
        End::Failed => "no".to_owned(),
        End::Stopped => "more".to_owned(),
        End::Limit(limit) => limit,
        End::Thrown(ball) => match ball.view() {
            View::Compound(name, parts) if &*name == "error" && parts.len() == 2 => {
                canonical(&format!("throws({})", parts[0]))
            }
            _ => canonical(&format!("throws({ball})")),
        },
    });
    lines
}

fn answer(values: impl Iterator<Item = String>) -> String {
    canonical(&format!("answer({})", values.chain(["end".to_owned()]).collect::<Vec<_>>().join(", ")))
}

/// A term as text with its variables named in the order of their occurrences.
fn canonical(text: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add("term", text);
    let term = parse_query(&sources, id).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    Term::from_syntax(&term).0.to_string()
}
