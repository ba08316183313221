//! Answers that the host knows, for calls of the predicates that it [may
//! answer](crate::logic::Program::with_foreign). Knows nothing of where they come from.

use std::fmt::Debug;

use super::Machine;
use crate::logic::term::Term;

/// What a host knows of answers.
pub(crate) trait ForeignAnswers: Debug + Send {
    /// All answers to a call in the world with these dense facts: instances of the call, in the order in
    /// which its clauses give them, as often as they do. None if the clauses have to be tried. The
    /// variables of the call are numbered in their order.
    fn answers(&mut self, dense: &[u16], call: &Term) -> Option<Vec<Term>>;
}

impl Machine {
    /// Lets the host answer calls from now on.
    pub(crate) fn set_foreign(&mut self, foreign: Box<dyn ForeignAnswers>) {
        self.foreign = Some(foreign);
    }

    /// What the host answers to a call in the current world.
    pub(super) fn foreign_answers(&mut self, call: &Term) -> Option<Vec<Term>> {
        let foreign = self.foreign.as_mut()?;
        self.worlds.consulted = true;
        foreign.answers(&self.worlds.current().dense, call)
    }
}
