//! When the values of a program are used.

use super::operation::Value;
use super::program::{Program, Step};
use super::section::Section;

/// The positions of the steps that use each value, in rising order; the outputs are used at the position after the
/// last step.
pub(super) struct Uses {
    /// By value where its positions begin in `positions`; and where the last ones end.
    first: Vec<u32>,
    positions: Vec<u32>,
    /// By value where its next position is: what lies before is past.
    next: Vec<u32>,
}

impl Uses {
    pub fn new(program: &Program, sections: &[Section]) -> Self {
        let mut first = vec![0; program.inputs + program.len() + 1];
        each_use(program, sections, |value, _| first[value.number() + 1] += 1);
        for number in 1..first.len() {
            first[number] += first[number - 1];
        }
        let mut next = first[..first.len() - 1].to_vec();
        let mut positions = vec![0; first.last().map_or(0, |all| *all as usize)];
        each_use(program, sections, |value, position| {
            let next = &mut next[value.number()];
            positions[*next as usize] = position as u32;
            *next += 1;
        });
        next.copy_from_slice(&first[..first.len() - 1]);
        Self {
            first,
            positions,
            next,
        }
    }

    /// The position of the next use of a value, from this position on. What lies before a position that was asked for
    /// already is past.
    pub fn next(&mut self, value: Value, from: usize) -> Option<usize> {
        let number = value.number();
        let end = self.first[number + 1];
        let next = &mut self.next[number];
        while *next < end && (self.positions[*next as usize] as usize) < from {
            *next += 1;
        }
        (*next < end).then(|| self.positions[*next as usize] as usize)
    }
}

/// Calls `note` with each use of a value and its position, in rising order. The end of a section uses its results.
fn each_use(program: &Program, sections: &[Section], mut note: impl FnMut(Value, usize)) {
    let (mut begun, mut open) = (0, Vec::new());
    for (position, step) in program.steps.iter().enumerate() {
        let mut note = |value: &Value| note(*value, position);
        match step {
            Step::Compute(operation) => operation.operands().for_each(|value| note(&value)),
            Step::Section(guard) => {
                note(guard);
                open.push(begun);
                begun += 1;
            }
            Step::End => {
                let section = open.pop().map(|section: usize| &sections[section]);
                section
                    .into_iter()
                    .flat_map(|section| &section.results)
                    .for_each(note);
            }
            Step::Grow { set, into } => {
                note(set);
                note(into);
            }
            Step::Loop | Step::Repeat => {}
        }
    }
    program
        .outputs
        .iter()
        .for_each(|output| note(*output, program.steps.len()));
}
