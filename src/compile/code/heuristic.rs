//! The programs of heuristics, each for itself: a search asks for one of them, and random games for
//! none.

use super::cut::{self, Values};
use super::layout::Layout;
use super::turn;
use crate::compile::circuit::Circuit;
use crate::compile::families::{Families, Halt, Spaces};
use crate::compile::interrupt::Interrupt;
use crate::compile::residual::Residual;
use crate::compile::words::Program;

/// What the heuristics of a game say, before it is programs.
#[derive(Debug)]
pub(super) struct Heuristics {
    circuit: Circuit,
    /// For each heuristic and each role; no roles where it is not compiled.
    values: Vec<Vec<Values>>,
    spaces: Spaces,
}

impl Heuristics {
    /// Those of a game whose cells are arranged so.
    pub fn new(residual: &Residual, spaces: Spaces) -> Self {
        let (circuit, all) = cut::valued(&residual.circuit, &residual.heuristics.concat(), None);
        let mut all = all.into_iter();
        let values = residual
            .heuristics
            .iter()
            .map(|roles| all.by_ref().take(roles.len()).collect());
        Self {
            values: values.collect(),
            circuit,
            spaces,
        }
    }

    /// Whether a heuristic is compiled.
    pub fn has(&self, number: usize) -> bool {
        !self.values[number].is_empty()
    }

    /// Whether a heuristic depends on a cell.
    pub fn depends_on(&self, number: usize, cell: u32) -> bool {
        let (circuit, _) = cut::valued(&self.circuit, &self.values[number], None);
        circuit.names(cell)
    }

    /// The program of a heuristic where a cell has this content, if one is given, which has
    /// this number of `operations` at most.
    pub fn program(
        &self,
        number: usize,
        given: Option<(u32, u16)>,
        layout: &Layout,
        operations: usize,
        stop: &Interrupt,
    ) -> Result<Program, Halt> {
        let (known, roles) = cut::valued(&self.circuit, &self.values[number], given);
        // What the content decided leaves gates that nothing needs.
        let (circuit, roles) = cut::valued(&known, &roles, None);
        turn::values(
            &mut Families::find(&circuit, self.spaces.clone(), operations, stop)?,
            layout,
            &roles,
        )
    }
}
