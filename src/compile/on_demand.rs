//! Programs that are made ready to run when somebody first asks for them, such as those of a
//! heuristic. Knows nothing of what they compute.

use std::sync::OnceLock;

use super::interrupt::Interrupt;
use super::runner::{Make, Runner};
use super::words::Program;
use crate::game::Rules;

/// Sets of programs, those that are ready and those that nobody has asked for.
#[derive(Clone, Debug)]
pub(super) struct OnDemand {
    made: Vec<OnceLock<Option<Box<[Runner]>>>>,
    ready: Make,
}

impl OnDemand {
    /// The number of sets; `ready` makes their programs ready.
    pub fn new(count: usize, ready: Make) -> Self {
        Self {
            made: vec![OnceLock::new(); count],
            ready,
        }
    }

    /// The same sets, none of which has been asked for, made ready in another way.
    pub fn anew(&self, ready: Make) -> Self {
        Self::new(self.made.len(), ready)
    }

    /// The set of this number, whose programs `programs` gives; none if there are no such programs, or
    /// if somebody has stopped what is done with the rules. In that case it is made when it is asked
    /// for again.
    #[inline]
    pub fn get(
        &self,
        number: usize,
        rules: &Rules,
        programs: impl FnOnce(&Interrupt) -> Option<Vec<Program>>,
    ) -> Option<&[Runner]> {
        if self.made[number].get().is_none() {
            let interrupt = Interrupt::of(rules);
            let made = self.make(&interrupt, programs);
            if made.is_none() && interrupt.look().is_err() {
                return None;
            }
            // Another thread may have made the same meanwhile.
            let _ = self.made[number].set(made);
        }
        self.made[number].get()?.as_deref()
    }

    #[cold]
    fn make(
        &self,
        interrupt: &Interrupt,
        programs: impl FnOnce(&Interrupt) -> Option<Vec<Program>>,
    ) -> Option<Box<[Runner]>> {
        let programs = programs(interrupt)?;
        let runners = (self.ready)(&programs.iter().collect::<Vec<_>>(), interrupt).ok()?;
        Some(runners.into())
    }
}
