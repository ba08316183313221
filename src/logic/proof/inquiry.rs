//! Inquiries: many queries to one machine, within one budget.

use std::ops::ControlFlow;

use crate::logic::error::{Error, ErrorKind};
use crate::logic::facts::Facts;
use crate::logic::limits::{Limit, Limits};
use crate::logic::machine::Machine;
use crate::logic::term::Term;
use crate::syntax::tree::Name;

/// The size of the explanation that is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Levels below the question, at most [`Bounds::MAX_DEPTH`].
    pub depth: usize,
    /// The number of goals in the whole explanation.
    pub nodes: usize,
    /// The number of different calls of a failed condition that are shown.
    pub ways: usize,
}

impl Bounds {
    /// The maximum number of levels: explanations are built by recursion.
    pub const MAX_DEPTH: usize = 200;
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            depth: 12,
            nodes: 300,
            ways: 3,
        }
    }
}

/// Explains goals in the facts of one position. All its queries together take at most the steps
/// that the limits allow one query.
#[derive(Debug)]
pub struct Inquiry<'m> {
    machine: &'m mut Machine,
    facts: &'m Facts,
    given: &'m [Term],
    /// The limits on the remaining queries.
    limits: Limits,
    /// The total number of steps allowed.
    steps: u64,
    pub(super) bounds: Bounds,
    /// The gateways: predicates that prove their last argument, a goal, in other facts.
    gateways: &'m [(&'m str, usize)],
    /// The gateways that lead to the current facts, each without its goal, outermost first.
    worlds: Vec<(Name, Vec<Term>)>,
    /// The goals of tabled predicates that are being explained, outermost first.
    circle: Vec<CircleGoal>,
}

/// A goal of a tabled predicate, with the number of gateways that lead to its facts.
pub(super) type CircleGoal = (usize, Term);

/// An item of a query.
pub(super) enum QuestionPart {
    /// A goal to be proved.
    Ask(Term),
    /// A term to be recorded with its bindings at this point.
    Note(Term),
}

impl<'m> Inquiry<'m> {
    /// Creates an inquiry with a machine that runs no query. The inquiry leaves the machine with
    /// other limits.
    pub fn new(
        machine: &'m mut Machine,
        facts: &'m Facts,
        given: &'m [Term],
        limits: Limits,
        bounds: Bounds,
    ) -> Self {
        let bounds = Bounds {
            depth: bounds.depth.min(Bounds::MAX_DEPTH),
            ..bounds
        };
        Self {
            machine,
            facts,
            given,
            limits,
            steps: limits.steps,
            bounds,
            gateways: &[],
            worlds: Vec::new(),
            circle: Vec::new(),
        }
    }

    /// Adds gateways: predicates, by name and number of arguments, that prove their last argument,
    /// a goal, in other facts. The inquiry explains such a goal in those facts.
    #[must_use]
    pub fn through(self, gateways: &'m [(&'m str, usize)]) -> Self {
        Self { gateways, ..self }
    }

    pub(super) fn is_gateway(&self, name: &str, arity: usize) -> bool {
        self.gateways.contains(&(name, arity))
    }

    /// Runs `work` in the facts to which a gateway leads.
    pub(super) fn elsewhere<R>(
        &mut self,
        name: &str,
        arguments: Vec<Term>,
        work: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.worlds.push((name.into(), arguments));
        let result = work(self);
        self.worlds.pop();
        result
    }

    /// Wraps a goal in the current gateways, so that it can be asked in the outermost facts.
    fn asked_from_outside(&self, goal: Term) -> Term {
        self.worlds
            .iter()
            .rev()
            .fold(goal, |goal, (name, arguments)| {
                Term::compound(name, arguments.iter().chain(std::iter::once(&goal)))
            })
    }

    /// Runs `work` while a goal of a tabled predicate is being explained; `None` if it is already.
    pub(super) fn in_circle<R>(
        &mut self,
        goal: &Term,
        work: impl FnOnce(&mut Self) -> R,
    ) -> Option<R> {
        let goal = (self.worlds.len(), goal.standardised());
        if self.circle.contains(&goal) {
            return None;
        }
        self.circle.push(goal);
        let result = work(self);
        self.circle.pop();
        Some(result)
    }

    /// Whether a goal of a tabled predicate is being explained.
    pub(super) fn is_in_circle(&self) -> bool {
        !self.circle.is_empty()
    }

    pub(super) fn program(&self) -> &crate::logic::program::Program {
        self.machine.program()
    }

    /// Proves the items as one conjunction. Returns for each answer the recorded terms, each with
    /// its variables in standard form.
    pub(super) fn ask(
        &mut self,
        items: Vec<QuestionPart>,
        mut answer: impl FnMut(Vec<Term>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let terms = items
            .iter()
            .map(|(QuestionPart::Ask(term) | QuestionPart::Note(term))| term.variable_bound());
        let first = terms.max().unwrap_or(0);
        let (mut goals, mut next) = (Vec::new(), first);
        for item in items {
            goals.push(match item {
                QuestionPart::Ask(goal) => goal,
                QuestionPart::Note(term) => {
                    next += 1;
                    Term::compound("copy_term", [&term, &Term::variable(next - 1)])
                }
            });
        }
        self.machine.set_limits(self.limits);
        let goal = self.asked_from_outside(Term::conjunction(&goals));
        self.machine.start(self.facts, self.given, &goal);
        let ended = self.pull(first as usize..next as usize, &mut answer);
        self.limits.steps = self.limits.steps.saturating_sub(self.machine.steps());
        ended.map_err(|error| match error.kind {
            ErrorKind::Limit(Limit::Steps(_)) => Error {
                kind: ErrorKind::Limit(Limit::Steps(self.steps)),
                ..error
            },
            ErrorKind::Limit(Limit::Walk(_)) => Error {
                kind: ErrorKind::Limit(Limit::Walk(self.steps)),
                ..error
            },
            _ => error,
        })
    }

    fn pull(
        &mut self,
        noted: std::ops::Range<usize>,
        answer: &mut dyn FnMut(Vec<Term>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        while self.machine.next_answer()? {
            let notes: Result<Vec<Term>, Error> = noted
                .clone()
                .map(|number| self.machine.root(number))
                .collect();
            if answer(notes?).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The recorded terms of the first answer.
    pub(super) fn first(&mut self, items: Vec<QuestionPart>) -> Result<Option<Vec<Term>>, Error> {
        let mut found = None;
        self.ask(items, |notes| {
            found = Some(notes);
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// The recorded terms of the first answer; an error other than an interruption counts as no
    /// answer.
    pub(super) fn first_if_any(
        &mut self,
        items: Vec<QuestionPart>,
    ) -> Result<Option<Vec<Term>>, Error> {
        unless_interrupted(self.first(items))
    }

    /// Counts a goal against the bounds. Returns whether it may be explained.
    pub(super) fn spend_node(&mut self) -> bool {
        let may = self.bounds.nodes > 0;
        self.bounds.nodes = self.bounds.nodes.saturating_sub(1);
        may
    }
}

/// Replaces an error by an empty result, unless it is an interruption.
pub(super) fn unless_interrupted<T: Default>(result: Result<T, Error>) -> Result<T, Error> {
    match result {
        Err(Error {
            kind: ErrorKind::Interrupted,
            ..
        })
        | Ok(_) => result,
        Err(_) => Ok(T::default()),
    }
}
