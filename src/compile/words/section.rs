//! Which values of a section are used after its end.

use super::operation::Value;
use super::program::{Program, Step};

/// For each section, in the order of their beginnings: the values computed in it, or in a section within, that a step
/// after its end or an output uses.
pub(super) fn results(program: &Program) -> Vec<Vec<Value>> {
    let ends = ends(program);
    let last_uses = last_uses(program);
    let mut results = vec![Vec::new(); ends.len()];
    let (mut next, mut sections, mut open) = (program.inputs, 0, Vec::new());
    for step in &program.steps {
        match step {
            Step::Compute(_) => {
                // The inner sections end first.
                let ended = open.iter().rev().take_while(|section: &&usize| ends[**section] < last_uses[next]);
                ended.for_each(|section| results[*section].push(Value::new(next)));
                next += 1;
            }
            Step::Section(_) => {
                open.push(sections);
                sections += 1;
            }
            Step::End => drop(open.pop()),
        }
    }
    results
}

/// The step at which each section ends.
fn ends(program: &Program) -> Vec<usize> {
    let (mut ends, mut open) = (Vec::new(), Vec::new());
    for (position, step) in program.steps.iter().enumerate() {
        match step {
            Step::Compute(_) => {}
            Step::Section(_) => {
                open.push(ends.len());
                ends.push(program.steps.len());
            }
            Step::End => open.pop().into_iter().for_each(|section: usize| ends[section] = position),
        }
    }
    ends
}

/// The step that uses each value last; the outputs are used after the last step, and what is never used by step 0.
fn last_uses(program: &Program) -> Vec<usize> {
    let mut last_uses = vec![0; program.inputs + program.len()];
    for (position, step) in program.steps.iter().enumerate() {
        match step {
            Step::Compute(operation) => operation.operands().for_each(|operand| last_uses[operand.number()] = position),
            Step::Section(guard) => last_uses[guard.number()] = position,
            Step::End => {}
        }
    }
    program.outputs.iter().for_each(|output| last_uses[output.number()] = program.steps.len());
    last_uses
}
