//! The values of gates in one position, each found once, when it is asked for. Knows nothing of the
//! conditions that they belong to.

use super::circuit::{Circuit, Gate, Literal};

/// The deepest gate that is evaluated: it bounds the recursion.
pub(super) const DEEPEST: u32 = 50;

/// That the machine has to answer.
pub(super) struct Beyond;

/// The values of nodes, or of other gates that have numbers, that have been found. They are kept from
/// position to position, and from circuit to circuit, so that no memory has to be cleared for each.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownValues {
    /// For each node its value, and the number of the position for which it was found.
    nodes: Vec<(u32, bool)>,
    last: u32,
}

impl KnownValues {
    /// A number for a position in which nothing is known yet of the nodes of a circuit of this size.
    pub fn enter(&mut self, size: usize) -> u32 {
        // Numbers are not used twice.
        if self.last > u32::MAX / 2 {
            self.nodes.clear();
            self.last = 0;
        }
        if self.nodes.len() < size {
            self.nodes.resize(size, (0, false));
        }
        self.next_number()
    }

    /// A number that is not used yet.
    pub fn next_number(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    /// The value of a node for this number, if it has been found.
    #[inline]
    pub fn get(&self, node: usize, number: u32) -> Option<bool> {
        let (known_for, value) = self.nodes[node];
        (known_for == number).then_some(value)
    }

    #[inline]
    pub fn set(&mut self, node: usize, number: u32, value: bool) {
        self.nodes[node] = (number, value);
    }
}

/// Whether a gate holds in the position with these dense cells, where `holds` tells which of its
/// literals do.
#[inline]
pub(super) fn value(
    gate: &Gate,
    cells: &[u16],
    mut holds: impl FnMut(Literal) -> Result<bool, Beyond>,
) -> Result<bool, Beyond> {
    let sum = match gate {
        Gate::True => return Ok(true),
        Gate::Fact { cell, content } => return Ok(cells[*cell as usize] == *content),
        Gate::All(literals) => {
            for literal in literals {
                if !holds(*literal)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        Gate::Any(literals) => {
            for literal in literals {
                if holds(*literal)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        Gate::AtLeastZero(sum) | Gate::Zero(sum) => sum,
        // `depths` tells that these are not evaluated.
        Gate::After(_) | Gate::Circular(_) => return Err(Beyond),
    };
    let mut total = sum.constant;
    for (literal, weight) in &sum.terms {
        if holds(*literal)? {
            total += weight;
        }
    }
    Ok(match gate {
        Gate::Zero(_) => total == 0,
        _ => total >= 0,
    })
}

/// For each node how many gates lie below it; more than [`DEEPEST`] for one that cannot be evaluated.
pub(super) fn depths(circuit: &Circuit) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(circuit.size());
    for node in circuit.nodes() {
        let below = circuit.parts(node).map(|part| part.node().index());
        depths.push(match circuit.gate(node) {
            Gate::After(_) | Gate::Circular(_) => DEEPEST + 1,
            _ => below.map(|part| depths[part] + 1).max().unwrap_or(0),
        });
    }
    depths
}
