//! The heuristics of a compiled game, each made ready to run when somebody first asks for it.

use std::sync::OnceLock;

use super::code::Code;
use super::runner::{Ready, Runner};
use super::words::Program;

/// Heuristics that are ready, and those that are not yet.
#[derive(Clone, Debug)]
pub(super) struct Heuristics {
    made: Vec<OnceLock<Option<Box<[Runner]>>>>,
    ready: fn(&[&Program]) -> Ready,
}

impl Heuristics {
    /// So many, none of which has been asked for; this makes their programs ready.
    pub fn new(count: usize, ready: fn(&[&Program]) -> Ready) -> Self {
        Self { made: vec![OnceLock::new(); count], ready }
    }

    /// The same, none of which has been asked for, made ready in another way.
    pub fn anew(&self, ready: fn(&[&Program]) -> Ready) -> Self {
        Self::new(self.made.len(), ready)
    }

    /// A heuristic: one runner for each mode, or one for all; none if it is for the machine.
    #[inline]
    pub fn get(&self, code: &Code, number: usize) -> Option<&[Runner]> {
        self.made[number].get_or_init(|| self.make(code, number)).as_deref()
    }

    fn make(&self, code: &Code, number: usize) -> Option<Box<[Runner]>> {
        if !code.has_heuristic(number) {
            return None;
        }
        let programs = code.heuristic(number).ok()?;
        let runners = (self.ready)(&programs.iter().collect::<Vec<_>>()).ok()?;
        Some(runners.into())
    }
}
