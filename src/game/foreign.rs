//! Rules of a game of which a host answers some goals, because it knows a quicker way than the clauses.

use std::fmt;
use std::sync::Arc;

use super::rules::Rules;
use crate::logic::{ForeignAnswers, Limits, Machine, Program};

/// Who answers goals instead of the clauses.
pub(super) struct Host {
    program: Arc<Program>,
    answers: Box<dyn Fn() -> Box<dyn ForeignAnswers> + Send + Sync>,
}

impl Host {
    /// A machine that asks the host.
    pub fn machine(&self, limits: Limits) -> Machine {
        let mut machine = Machine::new(&self.program, limits);
        machine.set_foreign((self.answers)());
        machine
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Host").finish_non_exhaustive()
    }
}

impl Rules {
    /// The same rules for a host that answers some goals: `program` is the program of the game with its
    /// [foreign predicates](Program::with_foreign), and `answers` makes what a machine asks. Both count their
    /// work together.
    pub(crate) fn with_host(
        &self,
        program: Arc<Program>,
        answers: impl Fn() -> Box<dyn ForeignAnswers> + Send + Sync + 'static,
    ) -> Self {
        let answers = Box::new(answers);
        let mut rules = self.clone();
        rules.host = Some(Arc::new(Host { program, answers }));
        rules.work = Arc::clone(&self.work);
        rules
    }
}
