//! Clauses as terms: head and body separate, with variables that no goal shares.

use super::goal::Goal;
use crate::logic::term::{Term, View};
use crate::syntax::construct::compound;
use crate::syntax::source::Span;
use crate::syntax::tree::{self, Clause, Name, TermKind};

/// A clause with variables numbered from a given number on.
pub(super) struct Rule {
    pub head: Term,
    /// The conditions on the variables that replace the intervals of a fact.
    pub guards: Vec<Term>,
    pub body: Vec<Goal>,
    /// The place of the head.
    pub place: Span,
}

impl Rule {
    /// Converts a clause, with variables numbered from `first` on.
    pub fn of(clause: &Clause, first: u32) -> Option<Self> {
        let written_head = clause.head()?;
        let mut intervals = Vec::new();
        let plain_head = match clause.body() {
            Some(_) => written_head.clone(),
            None => without_intervals(written_head, &mut intervals),
        };
        let whole = match clause.body() {
            Some(body) => pair(plain_head, body.clone()),
            None => plain_head,
        };
        let (term, names) = Term::from_syntax(&whole);
        let term = term.shifted(first);
        let number = |name: &Name| names.iter().position(|known| known.as_ref() == Some(name));
        let guard = |(name, low, high): &(Name, i64, i64)| {
            number(name)
                .map(|number| in_interval(&Term::variable(first + number as u32), *low, *high))
        };
        let guards = intervals.iter().filter_map(guard).collect();
        let (head, body) = match (clause.body(), term.arguments().as_slice()) {
            (Some(body), [head, goals]) => {
                (head.clone(), Goal::new(goals.clone(), body).conjuncts())
            }
            _ => (term, Vec::new()),
        };
        Some(Self {
            head,
            guards,
            body,
            place: written_head.span,
        })
    }

    /// Whether the head may unify with a goal, judged by the outermost parts of the arguments.
    pub fn may_fit(&self, goal: &Term) -> bool {
        let outside = |term: &Term| match term.view() {
            View::Variable(_) => None,
            View::Compound(name, arguments) => {
                Some(View::Compound(name, Vec::with_capacity(arguments.len())))
            }
            other => Some(other),
        };
        self.head
            .arguments()
            .iter()
            .zip(goal.arguments())
            .all(|(wanted, found)| {
                let (wanted, found) = (outside(wanted), outside(&found));
                wanted.is_none() || found.is_none() || wanted == found
            })
    }
}

fn pair(head: tree::SourceTerm, body: tree::SourceTerm) -> tree::SourceTerm {
    compound(":-", head.span, vec![head, body])
}

/// The head of a fact with a variable in place of each interval. No variable of a program has such
/// a name.
fn without_intervals(
    head: &tree::SourceTerm,
    intervals: &mut Vec<(Name, i64, i64)>,
) -> tree::SourceTerm {
    let TermKind::Compound {
        functor,
        functor_span,
        arguments,
    } = &head.kind
    else {
        return head.clone();
    };
    let ends = arguments.iter().map(|end| {
        if let TermKind::Integer(end) = end.kind {
            Some(end)
        } else {
            None
        }
    });
    let kind = match (&**functor, ends.collect::<Vec<_>>().as_slice()) {
        ("..", [Some(low), Some(high)]) => {
            let name: Name = format!("..{}", intervals.len()).into();
            intervals.push((name.clone(), *low, *high));
            TermKind::Variable(name)
        }
        _ => TermKind::Compound {
            functor: functor.clone(),
            functor_span: *functor_span,
            arguments: arguments
                .iter()
                .map(|argument| without_intervals(argument, intervals))
                .collect(),
        },
    };
    tree::SourceTerm {
        kind,
        span: head.span,
    }
}

/// `( var(X) -> true ; integer(X), Low =< X, X =< High )`
fn in_interval(variable: &Term, low: i64, high: i64) -> Term {
    let at_most = |left: &Term, right: &Term| Term::compound("=<", [left, right]);
    let within = Term::conjunction(&[
        Term::compound("integer", [variable]),
        at_most(&Term::integer(low), variable),
        at_most(variable, &Term::integer(high)),
    ]);
    let unbound = Term::compound(
        "->",
        [&Term::compound("var", [variable]), &Term::atom("true")],
    );
    Term::compound(";", [&unbound, &within])
}
