//! Programs of word operations: how they are built, and that all ways to run them agree.

mod builder;
mod certificate;
mod difference;
mod guarded;
mod laws;
#[cfg(feature = "jit")]
mod native;
mod othello;
mod recipe;
mod speed;

use regola::compile::words::{Operation, Program, Step, Value};

/// The outputs of a program, by the meaning of its steps alone.
fn evaluate(program: &Program, inputs: &[u64]) -> Vec<u64> {
    evaluate_counting(program, inputs).0
}

/// The same, and how many operations are done.
pub fn evaluate_counting(program: &Program, inputs: &[u64]) -> (Vec<u64>, usize) {
    let mut done = 0;
    let mut values = inputs.to_vec();
    let mut runs = vec![true];
    // Where each loop around the step begins, how many values there were, and whether a set grew.
    let mut loops = Vec::new();
    let mut next = 0;
    while let Some(step) = program.steps().get(next) {
        next += 1;
        let around = runs[runs.len() - 1];
        match step {
            Step::Compute(operation) => {
                done += usize::from(around);
                let word = if around {
                    apply(*operation, &values)
                } else {
                    0
                };
                values.push(word);
            }
            Step::Section(guard) => runs.push(around && values[guard.number()] != 0),
            Step::End => drop(runs.pop()),
            Step::Loop => loops.push((next, values.len(), false)),
            Step::Grow { set, into } => {
                let into = values[into.number()];
                let (_, _, grew) = loops.last_mut().expect("a set grows in a loop");
                *grew |= values[set.number()] != into;
                values[set.number()] = into;
            }
            Step::Repeat => {
                let (begin, count, grew) = loops.pop().expect("a loop begins before it ends");
                if grew {
                    values.truncate(count);
                    loops.push((begin, count, false));
                    next = begin;
                }
            }
        }
    }
    let outputs = program.outputs().iter();
    let outputs = outputs.map(|output| values[output.number()]);
    (outputs.collect(), done)
}

fn apply(operation: Operation, values: &[u64]) -> u64 {
    use Operation::*;
    let word = |value: Value| values[value.number()];
    let all_if = |holds: bool| if holds { u64::MAX } else { 0 };
    match operation {
        Constant(constant) => constant,
        Not(a) => !word(a),
        And(a, b) => word(a) & word(b),
        AndNot(a, b) => word(a) & !word(b),
        Or(a, b) => word(a) | word(b),
        Xor(a, b) => word(a) ^ word(b),
        ShiftLeft(a, places) => word(a) << places,
        ShiftRight(a, places) => word(a) >> places,
        Any(a) => all_if(word(a) != 0),
        Count(a) => u64::from(word(a).count_ones()),
        Add(a, b) => word(a).wrapping_add(word(b)),
        Subtract(a, b) => word(a).wrapping_sub(word(b)),
        Multiply(a, b) => word(a).wrapping_mul(word(b)),
        Equal(a, b) => all_if(word(a) == word(b)),
        Less(a, b) => all_if((word(a) as i64) < word(b) as i64),
        Growing(a) => word(a),
    }
}
