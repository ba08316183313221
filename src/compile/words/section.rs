//! Where the sections of a program lie, and what comes out of them.

use super::operation::Value;
use super::program::{Program, Step};

/// A section of a finished program.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub guard: Value,
    /// The position of the step that ends it.
    pub end: usize,
    /// The values computed in it, or in a section within, that a step after its end or an output
    /// uses.
    pub results: Vec<Value>,
}

/// The sections, in the order of their beginnings.
pub(super) fn sections(program: &Program) -> Vec<Section> {
    let mut sections = bounds(program);
    let last_uses = last_uses(program);
    let (mut next, mut begun, mut open) = (program.inputs, 0, Vec::new());
    for step in program.steps.iter() {
        match step {
            Step::Compute(_) => {
                for section in &open {
                    let section: &mut Section = &mut sections[*section];
                    if section.end < last_uses[next] {
                        section.results.push(Value::new(next));
                    }
                }
                next += 1;
            }
            Step::Section(_) => {
                open.push(begun);
                begun += 1;
            }
            Step::End => drop(open.pop()),
            Step::Loop | Step::Grow { .. } | Step::Repeat => {}
        }
    }
    sections
}

/// The sections, without results.
fn bounds(program: &Program) -> Vec<Section> {
    let (mut sections, mut open) = (Vec::new(), Vec::new());
    for (position, step) in program.steps.iter().enumerate() {
        match step {
            Step::Compute(_) | Step::Loop | Step::Grow { .. } | Step::Repeat => {}
            Step::Section(guard) => {
                open.push(sections.len());
                sections.push(Section {
                    guard: *guard,
                    end: program.steps.len(),
                    results: Vec::new(),
                });
            }
            Step::End => open
                .pop()
                .into_iter()
                .for_each(|section: usize| sections[section].end = position),
        }
    }
    sections
}

/// The step that uses each value last; the outputs are used after the last step, and what is never
/// used by step 0.
pub(super) fn last_uses(program: &Program) -> Vec<usize> {
    let mut last_uses = vec![0; program.inputs + program.len()];
    for (position, step) in program.steps.iter().enumerate() {
        match step {
            Step::Compute(operation) => operation
                .operands()
                .for_each(|operand| last_uses[operand.number()] = position),
            Step::Section(guard) => last_uses[guard.number()] = position,
            Step::Grow { set, into } => {
                last_uses[set.number()] = position;
                last_uses[into.number()] = position;
            }
            Step::End | Step::Loop | Step::Repeat => {}
        }
    }
    program
        .outputs
        .iter()
        .for_each(|output| last_uses[output.number()] = program.steps.len());
    last_uses
}
