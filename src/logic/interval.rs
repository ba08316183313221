//! Intervals in facts: `column(1..8).` stands for eight facts.

use std::borrow::Cow;
use std::slice;

use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{SourceTerm, TermKind};

/// The maximum number of facts that all intervals of a program may stand for together.
pub(super) const MAX_FACTS: usize = 200_000;

/// Returns the facts that a fact with intervals stands for, at most `most`. Of any other clause it
/// returns the head unchanged.
pub(crate) fn expand(
    head: &SourceTerm,
    has_body: bool,
    most: usize,
) -> Result<Cow<'_, [SourceTerm]>, Box<Diagnostic>> {
    match first_interval(head) {
        None => Ok(Cow::Borrowed(slice::from_ref(head))),
        Some(first) if has_body => Err(Box::new(interval_in_a_rule(first))),
        Some(_) => expansions(head, most).map(Cow::Owned),
    }
}

/// The ends of an interval `low..high`.
pub(crate) fn interval(term: &SourceTerm) -> Option<(&SourceTerm, &SourceTerm)> {
    match term.parts()? {
        ("..", [low, high]) => Some((low, high)),
        _ => None,
    }
}

/// The first interval in a term; lists are not searched. The parser bounds how deep a term nests,
/// so plain recursion is safe, here and in the functions below.
fn first_interval(term: &SourceTerm) -> Option<&SourceTerm> {
    match &term.kind {
        _ if interval(term).is_some() => Some(term),
        TermKind::Compound { arguments, .. } => arguments.iter().find_map(first_interval),
        _ => None,
    }
}

/// The terms that a term with intervals stands for; the last interval changes fastest.
fn expansions(term: &SourceTerm, most: usize) -> Result<Vec<SourceTerm>, Box<Diagnostic>> {
    if let Some((low, high)) = interval(term) {
        return interval_values(term, low, high, most);
    }
    let (
        TermKind::Compound {
            functor,
            functor_span,
            arguments,
        },
        Some(_),
    ) = (&term.kind, first_interval(term))
    else {
        return Ok(vec![term.clone()]);
    };
    let mut all: Vec<Vec<SourceTerm>> = vec![Vec::new()];
    for argument in arguments.iter() {
        let values = expansions(argument, most)?;
        if values.len().saturating_mul(all.len()) > most {
            return Err(Box::new(too_large(argument)));
        }
        let extended = |known: &Vec<SourceTerm>| {
            let known = known.clone();
            values
                .iter()
                .map(move |value| [known.as_slice(), slice::from_ref(value)].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extended).collect();
    }
    let with_arguments = |arguments: Vec<SourceTerm>| SourceTerm {
        kind: TermKind::Compound {
            functor: functor.clone(),
            functor_span: *functor_span,
            arguments: arguments.into(),
        },
        span: term.span,
    };
    Ok(all.into_iter().map(with_arguments).collect())
}

fn too_large(interval: &SourceTerm) -> Diagnostic {
    let title = format!("these intervals stand for more than {MAX_FACTS} facts");
    let problem = Diagnostic::error(
        "interval-too-large",
        title,
        interval.span,
        "too many with this one",
    );
    problem.with_help("say it with a clause, such as `number(N) :- between(1, 1000000, N).`")
}

fn interval_in_a_rule(interval: &SourceTerm) -> Diagnostic {
    let title = "an interval stands for several facts, and this clause is no fact";
    let problem = Diagnostic::error(
        "bad-interval",
        title,
        interval.span,
        "an interval in a clause with a body",
    );
    problem.with_help("put a variable here and `between(Low, High, Variable)` into the body")
}

fn interval_values(
    whole: &SourceTerm,
    low: &SourceTerm,
    high: &SourceTerm,
    most: usize,
) -> Result<Vec<SourceTerm>, Box<Diagnostic>> {
    let (TermKind::Integer(first), TermKind::Integer(last)) = (&low.kind, &high.kind) else {
        let title = "the ends of an interval must be integers";
        let problem = Diagnostic::error(
            "bad-interval",
            title,
            whole.span,
            "not from one integer to another",
        );
        return Err(Box::new(problem.with_help("write it as `1..8`")));
    };
    if first > last {
        let title = "this interval is empty";
        let problem = Diagnostic::error(
            "bad-interval",
            title,
            whole.span,
            "the first number is greater than the last",
        );
        return Err(Box::new(problem.with_help("put the smaller number first")));
    }
    if last.abs_diff(*first) >= most as u64 {
        return Err(Box::new(too_large(whole)));
    }
    Ok((*first..=*last)
        .map(|value| SourceTerm {
            kind: TermKind::Integer(value),
            span: whole.span,
        })
        .collect())
}
