//! Calls of a machine that a walk answers.

use std::sync::Arc;

use super::{Memory, Walk, Walker};
use crate::logic::{ForeignAnswers, Term};

/// The answers of a walk, for one machine.
#[derive(Debug)]
pub(in crate::compile) struct WalkAnswers {
    walk: Arc<Walk>,
    /// Of the position that was asked about last.
    memory: Memory,
    /// Its dense cells.
    position: Option<Vec<u16>>,
}

impl WalkAnswers {
    pub fn new(walk: Arc<Walk>) -> Self {
        Self {
            walk,
            memory: Memory::default(),
            position: None,
        }
    }
}

impl ForeignAnswers for WalkAnswers {
    fn answers(&mut self, dense: &[u16], call: &Term) -> Option<Vec<Term>> {
        let continuation = *self.walk.calls.get(call)?;
        let memory = &mut self.memory;
        let mut walker = match &self.position {
            Some(cells) if cells == dense => Walker::again(&self.walk, dense, memory),
            _ => {
                self.position = Some(dense.to_vec());
                Walker::new(&self.walk, dense, memory)
            }
        };
        walker.answers(call, continuation).ok()
    }
}
