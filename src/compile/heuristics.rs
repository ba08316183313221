//! The heuristics of a compiled game, each made ready to run when somebody first asks for it.

use std::sync::OnceLock;

use super::code::Code;
use super::interrupt::Interrupt;
use super::runner::{Make, Runner};
use crate::game::Rules;

/// Heuristics that are ready, and those that are not yet.
#[derive(Clone, Debug)]
pub(super) struct Heuristics {
    made: Vec<OnceLock<Option<Box<[Runner]>>>>,
    ready: Make,
}

impl Heuristics {
    /// So many, none of which has been asked for; this makes their programs ready.
    pub fn new(count: usize, ready: Make) -> Self {
        Self {
            made: vec![OnceLock::new(); count],
            ready,
        }
    }

    /// The same, none of which has been asked for, made ready in another way.
    pub fn anew(&self, ready: Make) -> Self {
        Self::new(self.made.len(), ready)
    }

    /// A heuristic: one runner for each mode, or one for all; none if it is for the machine, or if
    /// somebody has stopped what is done with the rules. In that case it is made when it is asked
    /// for again.
    #[inline]
    pub fn get(&self, code: &Code, number: usize, rules: &Rules) -> Option<&[Runner]> {
        if self.made[number].get().is_none() {
            let interrupt = Interrupt::of(rules);
            let made = self.make(code, number, &interrupt);
            if made.is_none() && interrupt.look().is_err() {
                return None;
            }
            // Another thread may have made the same meanwhile.
            let _ = self.made[number].set(made);
        }
        self.made[number].get()?.as_deref()
    }

    #[cold]
    fn make(&self, code: &Code, number: usize, interrupt: &Interrupt) -> Option<Box<[Runner]>> {
        if !code.has_heuristic(number) {
            return None;
        }
        let programs = code.heuristic(number, interrupt).ok()?;
        let runners = (self.ready)(&programs.iter().collect::<Vec<_>>(), interrupt).ok()?;
        Some(runners.into())
    }
}
