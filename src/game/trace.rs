//! Traces and profiles of questions about a position.

use super::failure::Failure;
use super::position::Position;
use super::query::Answer;
use super::rules::Rules;
use crate::logic::{Error, PortEvent, Profile, Term, Trace, Traced};
use crate::syntax::tree::Name;

/// The trace of a question, pulled port by port.
#[derive(Debug)]
pub struct Tracing<'r> {
    rules: &'r Rules,
    trace: Trace,
    names: Vec<Option<Name>>,
}

/// The point that a trace has reached.
#[derive(Clone, Debug)]
pub enum Traversed {
    /// A port.
    Port(PortEvent),
    /// An answer to the question.
    Answer(Answer),
    /// There are no more answers.
    End,
}

impl Rules {
    /// Traces the search for the answers to a question, port by port.
    ///
    /// # Errors
    /// If the question is not a valid goal, or names an unknown predicate.
    pub fn trace(&self, position: &Position, question: &str) -> Result<Tracing<'_>, Failure> {
        let (_, goal) = self.read_goal(question)?;
        let (goal, names) = Term::from_syntax(&goal);
        let trace = Trace::new(
            &self.game.program,
            self.limits,
            Some(self.interrupt()),
            &position.facts,
            &goal,
        );
        Ok(Tracing {
            rules: self,
            trace,
            names,
        })
    }

    /// The cost of finding all answers to a question, by predicate.
    ///
    /// # Errors
    /// If the question is not a valid goal, names an unknown predicate, or ends in an error.
    pub fn profile(&self, position: &Position, question: &str) -> Result<Profile, Failure> {
        let mut tracing = self.trace(position, question)?;
        Profile::of(&mut tracing.trace).map_err(|error| self.failure(&error.into()))
    }
}

impl Tracing<'_> {
    /// Goes on to the next port for which `wanted` is true, answer or end.
    ///
    /// # Errors
    /// If the search ends in an error; the ports that the error leaves by come before.
    pub fn step_to(&mut self, wanted: impl Fn(&PortEvent) -> bool) -> Result<Traversed, Failure> {
        let traced = self.trace.step_to(wanted);
        self.named(traced)
    }

    /// Goes on to the port by which control leaves a call.
    ///
    /// # Errors
    /// As for [`step_to`](Self::step_to).
    pub fn skip(&mut self, call: u64) -> Result<Traversed, Failure> {
        let traced = self.trace.skip(call);
        self.named(traced)
    }

    fn named(&self, traced: Result<Traced, Error>) -> Result<Traversed, Failure> {
        Ok(
            match traced.map_err(|error| self.rules.failure(&error.into()))? {
                Traced::Port(event) => Traversed::Port(event),
                Traced::Answer(values) => Traversed::Answer(Answer::new(&self.names, values)),
                Traced::End => Traversed::End,
            },
        )
    }

    /// The goal at the port, with its bindings there; a very large argument is `...`.
    pub fn goal(&mut self) -> Option<Term> {
        self.trace.goal()
    }

    /// Whether the question may have further answers.
    #[must_use]
    pub fn may_have_more(&self) -> bool {
        self.trace.may_have_more()
    }
}
