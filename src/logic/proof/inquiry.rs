//! Asking the machine, again and again, within one budget.

use std::ops::ControlFlow;

use crate::logic::error::{Error, ErrorKind};
use crate::logic::facts::Facts;
use crate::logic::limits::{Limit, Limits};
use crate::logic::machine::Machine;
use crate::logic::term::Term;
use crate::syntax::tree::Name;

/// How much of an explanation is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Levels below the question; more than [`Bounds::MAX_DEPTH`] are not gone down.
    pub depth: usize,
    /// Goals altogether.
    pub nodes: usize,
    /// Different ways of calling a condition that are shown.
    pub ways: usize,
}

impl Bounds {
    /// The most levels: explanations are built by recursion.
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

/// Explains goals in the facts of one position. All that it asks takes together no more steps than
/// its limits allow one query.
#[derive(Debug)]
pub struct Inquiry<'m> {
    machine: &'m mut Machine,
    facts: &'m Facts,
    given: &'m [Term],
    /// What is left of the limits.
    limits: Limits,
    /// The steps that are allowed altogether.
    steps: u64,
    pub(super) bounds: Bounds,
    /// Predicates whose last argument is a goal that they prove in other facts.
    gateways: &'m [(&'m str, usize)],
    /// The gateways that have been passed, each without its goal, outermost first.
    worlds: Vec<(Name, Vec<Term>)>,
}

/// A part of a question.
pub(super) enum QuestionPart {
    /// A goal to be proved.
    Ask(Term),
    /// A term to be noted with the bindings that it has at this point.
    Note(Term),
}

impl<'m> Inquiry<'m> {
    /// An inquiry by a machine, in which nothing may be going on, and which is left with other
    /// limits.
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
        }
    }

    /// The same with predicates, by name and number of arguments, whose last argument is a goal
    /// that they prove in other facts: such a goal is explained there.
    #[must_use]
    pub fn through(self, gateways: &'m [(&'m str, usize)]) -> Self {
        Self { gateways, ..self }
    }

    pub(super) fn is_gateway(&self, name: &str, arity: usize) -> bool {
        self.gateways.contains(&(name, arity))
    }

    /// Goes on in the facts to which a gateway leads.
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

    /// A goal as it is asked from the outermost facts.
    fn asked_from_outside(&self, goal: Term) -> Term {
        self.worlds
            .iter()
            .rev()
            .fold(goal, |goal, (name, arguments)| {
                Term::compound(name, arguments.iter().chain(std::iter::once(&goal)))
            })
    }

    pub(super) fn program(&self) -> &crate::logic::program::Program {
        self.machine.program()
    }

    /// Proves the items as one conjunction, and gives for each answer what was noted, each note
    /// with variables in standard form.
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

    /// The notes of the first answer.
    pub(super) fn first(&mut self, items: Vec<QuestionPart>) -> Result<Option<Vec<Term>>, Error> {
        let mut found = None;
        self.ask(items, |notes| {
            found = Some(notes);
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// The same; an error that is no interruption is no answer.
    pub(super) fn first_if_any(
        &mut self,
        items: Vec<QuestionPart>,
    ) -> Result<Option<Vec<Term>>, Error> {
        unless_interrupted(self.first(items))
    }

    /// Counts a goal against the bounds: whether it may be looked at.
    pub(super) fn spend_node(&mut self) -> bool {
        let may = self.bounds.nodes > 0;
        self.bounds.nodes = self.bounds.nodes.saturating_sub(1);
        may
    }
}

/// Errors as "nothing", but for the wish to stop.
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
