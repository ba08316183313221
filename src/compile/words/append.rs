//! A finished program as part of another one.

use super::builder::Builder;
use super::operation::Value;
use super::program::{Program, Step};

impl Builder {
    /// Adds what a program does to these values, which are its inputs, and gives its outputs.
    ///
    /// # Panics
    /// If there are fewer values than the program has inputs.
    pub fn append(&mut self, program: &Program, inputs: &[Value]) -> Vec<Value> {
        let values = self.append_all(program, inputs);
        let outputs = program.outputs.iter();
        outputs.map(|output| values[output.number()]).collect()
    }

    /// The same, but gives all values of the program, its inputs among them.
    pub(super) fn append_all(&mut self, program: &Program, inputs: &[Value]) -> Vec<Value> {
        assert!(
            program.inputs <= inputs.len(),
            "{} inputs for a program of {}",
            inputs.len(),
            program.inputs
        );
        let mut values = inputs[..program.inputs].to_vec();
        for step in program.steps.iter() {
            match step {
                Step::Compute(operation) => {
                    let operation = operation.map(|operand| values[operand.number()]);
                    values.push(self.compute(operation));
                }
                Step::Section(guard) => self.section(values[guard.number()]),
                Step::End => self.end_section(),
                Step::Loop => self.begin_loop(),
                Step::Grow { set, into } => {
                    self.grow(values[set.number()], values[into.number()]);
                }
                Step::Repeat => self.end_loop(),
            }
        }
        values
    }
}
