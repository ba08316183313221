//! Calls of a machine that a walk answers.

use std::sync::Arc;

use super::{Walk, Walker};
use crate::compile::valuation::KnownValues;
use crate::logic::{ForeignAnswers, Term};

/// The answers of a walk, for one machine.
#[derive(Debug)]
pub(in crate::compile) struct WalkAnswers {
    walk: Arc<Walk>,
    known: KnownValues,
    /// The position that was asked about last, and its number in what is known.
    position: Option<(Vec<u16>, u32)>,
}

impl WalkAnswers {
    pub fn new(walk: Arc<Walk>) -> Self {
        Self {
            walk,
            known: KnownValues::default(),
            position: None,
        }
    }
}

impl ForeignAnswers for WalkAnswers {
    fn answers(&mut self, dense: &[u16], call: &Term) -> Option<Vec<Term>> {
        let continuation = *self.walk.calls.get(call)?;
        let number = match &self.position {
            Some((cells, number)) if cells == dense => *number,
            _ => {
                let number = self.known.enter(self.walk.circuit.size());
                self.position = Some((dense.to_vec(), number));
                number
            }
        };
        let mut walker = Walker::again(&self.walk, dense, &mut self.known, number);
        walker.answers(call, continuation).ok()
    }
}
