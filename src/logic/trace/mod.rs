//! Traces: the search for a proof, goal by goal, through the ports of boxes (L. Byrd,
//! "Understanding the control flow of Prolog programs", 1980), and its cost by predicate.
//!
//! A [`Trace`] runs a [traced](Program::traced) program and is pulled: it pauses at a port until
//! the host asks for the next. The host decides which ports to skip: the same trace serves an
//! interactive tracer, a listing and a [`Profile`].

mod boxes;
mod profile;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::error::Error;
use super::facts::Facts;
use super::ids::PredicateId;
use super::instruction::Port;
use super::limits::Limits;
use super::machine::{Machine, Pause, PortEvent, Work};
use super::program::Program;
use super::term::Term;
use crate::syntax::source::Span;

pub use profile::{Profile, ProfileLine};

/// The search for a proof, port by port.
#[derive(Debug)]
pub struct Trace {
    machine: Machine,
}

/// The point that a trace has reached.
#[derive(Clone, Debug)]
pub enum Traced {
    /// A port.
    Port(PortEvent),
    /// An answer: the values of the goal's variables.
    Answer(Vec<Term>),
    /// There are no more answers.
    End,
}

impl Trace {
    /// Starts a trace of a goal in the facts of a position.
    #[must_use]
    pub fn new(
        program: &Program,
        limits: Limits,
        interrupt: Option<Arc<AtomicBool>>,
        facts: &Facts,
        goal: &Term,
    ) -> Self {
        let mut machine = Machine::new(&Arc::new(program.traced()), limits);
        machine.set_interrupt(interrupt);
        machine.start(facts, &[], goal);
        Self { machine }
    }

    /// Goes on to the next port, answer or end.
    ///
    /// # Errors
    /// If the search ends in an error; the ports that the error leaves by come before.
    pub fn step(&mut self) -> Result<Traced, Error> {
        Ok(match self.machine.advance()? {
            Pause::Port => match self.machine.event() {
                Some(event) => Traced::Port(event.clone()),
                None => Traced::End,
            },
            Pause::Answer => Traced::Answer(self.machine.roots()?),
            Pause::End => Traced::End,
        })
    }

    /// Goes on to the next port for which `wanted` is true, answer or end.
    ///
    /// # Errors
    /// As for [`step`](Self::step).
    pub fn step_to(&mut self, wanted: impl Fn(&PortEvent) -> bool) -> Result<Traced, Error> {
        loop {
            match self.step()? {
                Traced::Port(event) if !wanted(&event) => {}
                other => return Ok(other),
            }
        }
    }

    /// Skips the rest of a call: goes on to the port by which control leaves it.
    ///
    /// # Errors
    /// As for [`step`](Self::step).
    pub fn skip(&mut self, call: u64) -> Result<Traced, Error> {
        self.step_to(|event| {
            event.call == call && matches!(event.port, Port::Exit | Port::Fail | Port::Exception)
        })
    }

    /// The goal at the port, with its bindings there; a very large argument is `...`.
    pub fn goal(&mut self) -> Option<Term> {
        self.machine.event_goal()
    }

    /// Whether there can be further answers.
    #[must_use]
    pub fn may_have_more(&self) -> bool {
        self.machine.may_have_more()
    }

    /// The work so far; steps count as in the program without a trace.
    #[must_use]
    pub fn work(&self) -> Work {
        self.machine.work()
    }

    /// The name and number of arguments of a predicate.
    #[must_use]
    pub fn name_and_arity(&self, id: PredicateId) -> (&str, usize) {
        self.machine.program().name_and_arity(id)
    }

    /// The head of a predicate's first clause, if the program itself has one.
    fn first_head(&self, id: PredicateId) -> Option<Span> {
        self.machine.program().source.first_head(id)
    }
}

impl std::fmt::Display for Port {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Port::Call => "call",
            Port::Exit => "exit",
            Port::Redo => "redo",
            Port::Fail => "fail",
            Port::Exception => "exception",
        })
    }
}
