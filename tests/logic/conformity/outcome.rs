//! The notation of outcomes: what a goal is expected to give and what it gave, as lines of one
//! form.

use regola::logic::{Term, View};
use regola::syntax::parse::parse_query;
use regola::syntax::source::{Sources, Span};
use regola::syntax::tree::{self, Name, TermKind};

use crate::logic::{End, Outcome};

/// The variables of a goal in the order of their first occurrences.
pub fn variables(goal: &tree::SourceTerm) -> Vec<Option<Name>> {
    Term::from_syntax(goal).1
}

/// Whether an outcome tells of a variable.
fn is_told(name: &Option<Name>) -> bool {
    name.as_ref().is_some_and(|name| !name.starts_with('_'))
}

/// What a line says as lines of one form, which [`found`] has too.
pub fn expectation(outcome: &tree::SourceTerm, names: &[Option<Name>]) -> Vec<String> {
    let mut lines: Vec<String> = operands(outcome, ";")
        .iter()
        .map(|part| expected_part(part, names))
        .collect();
    if lines.last().is_some_and(|last| last.starts_with("answer")) {
        lines.push("last".to_owned());
    }
    lines
}

fn expected_part(part: &tree::SourceTerm, names: &[Option<Name>]) -> String {
    match &part.kind {
        TermKind::Atom(word) if matches!(&**word, "no" | "more") => word.to_string(),
        TermKind::Compound { functor, .. } if &**functor == "throws" => {
            canonical(&part.to_string())
        }
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
                value.unwrap_or(tree::SourceTerm {
                    kind: TermKind::Variable(name.clone()),
                    span: Span::NOWHERE,
                })
            };
            let values: Vec<_> = names
                .iter()
                .filter(|name| is_told(name))
                .flatten()
                .map(value)
                .collect();
            answer(values.iter().map(|value| format!("({value})")))
        }
    }
}

/// The operands of a chain of one operator.
fn operands<'t>(term: &'t tree::SourceTerm, operator: &str) -> Vec<&'t tree::SourceTerm> {
    match &term.kind {
        TermKind::Compound {
            functor, arguments, ..
        } if &**functor == operator && arguments.len() == 2 => {
            [vec![&arguments[0]], operands(&arguments[1], operator)].concat()
        }
        _ => vec![term],
    }
}

/// What a query gave, as lines.
pub fn found(outcome: Outcome, names: &[Option<Name>]) -> Vec<String> {
    let told = |values: &Vec<Term>| {
        answer(
            values
                .iter()
                .zip(names)
                .filter(|(_, name)| is_told(name))
                .map(|(value, _)| format!("({value})")),
        )
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
    canonical(&format!(
        "answer({})",
        values
            .chain(["end".to_owned()])
            .collect::<Vec<_>>()
            .join(", ")
    ))
}

/// A term as text with its variables named in the order of their occurrences.
fn canonical(text: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add("term", text);
    let term = parse_query(&sources, id).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    Term::from_syntax(&term).0.to_string()
}
