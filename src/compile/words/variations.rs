//! A finished program with inputs of which most are the same each time. What hangs on the others alone is
//! simplified again for each of its variations.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::builder::Builder;
use super::operation::{Operation, Value};
use super::program::Program;

/// A program, and what it does with the inputs that it has most often.
pub struct Variations<'p> {
    program: &'p Program,
    builder: Builder,
    inputs: Vec<Value>,
    /// What is known with these inputs; none if the program has sections or loops, whose operations cannot be
    /// told from each other.
    common: Option<Common>,
}

/// What each value of a program is with the inputs that it has most often.
struct Common {
    values: Vec<Value>,
    operations: Vec<Operation>,
    /// By value the numbers of the values that are computed of it.
    users: Vec<Vec<usize>>,
    /// The size of the builder with these values.
    size: usize,
}

impl<'p> Variations<'p> {
    /// A program with these values of the builder as its inputs.
    ///
    /// # Panics
    /// If there are fewer values than the program has inputs.
    pub fn new(program: &'p Program, mut builder: Builder, inputs: Vec<Value>) -> Self {
        let is_straight = program.steps().len() == program.len();
        let common = is_straight.then(|| Common::new(program, &mut builder, &inputs));
        Self {
            program,
            builder,
            inputs,
            common,
        }
    }

    /// What is made of the outputs with other values for some inputs, by number. What is made begins no section that
    /// it does not end.
    pub fn vary<T>(
        &mut self,
        changed: impl IntoIterator<Item = (usize, Value)>,
        make: impl FnOnce(&mut Builder, Vec<Value>) -> T,
    ) -> T {
        match &self.common {
            Some(common) => {
                let outputs = common.outputs(self.program, &mut self.builder, changed);
                let made = make(&mut self.builder, outputs);
                self.builder.forget_from(common.size);
                made
            }
            None => {
                let mut builder = self.builder.clone();
                let mut inputs = self.inputs.clone();
                for (number, value) in changed {
                    inputs[number] = value;
                }
                let outputs = builder.append(self.program, &inputs);
                make(&mut builder, outputs)
            }
        }
    }
}

impl Common {
    fn new(program: &Program, builder: &mut Builder, inputs: &[Value]) -> Self {
        let operations: Vec<Operation> = program.operations().collect();
        let mut users = vec![Vec::new(); program.inputs() + operations.len()];
        for (number, operation) in (program.inputs()..).zip(&operations) {
            for operand in operation.operands() {
                users[operand.number()].push(number);
            }
        }
        Self {
            values: builder.append_all(program, inputs),
            operations,
            users,
            size: builder.size(),
        }
    }

    /// The outputs with other values for some inputs.
    fn outputs(
        &self,
        program: &Program,
        builder: &mut Builder,
        changed: impl IntoIterator<Item = (usize, Value)>,
    ) -> Vec<Value> {
        let mut values: FxHashMap<usize, Value> = FxHashMap::default();
        // A value is computed before its uses, so that the first one that waits has all that it needs.
        let mut waiting: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
        let wait = |waiting: &mut BinaryHeap<_>, number: usize| {
            waiting.extend(self.users[number].iter().map(|user| Reverse(*user)));
        };
        for (number, value) in changed {
            values.insert(number, value);
            wait(&mut waiting, number);
        }
        while let Some(Reverse(number)) = waiting.pop() {
            if values.contains_key(&number) {
                continue;
            }
            let of = |operand: Value| match values.get(&operand.number()) {
                Some(value) => *value,
                None => self.values[operand.number()],
            };
            let operation = self.operations[number - program.inputs()];
            let value = builder.compute(operation.map(of));
            values.insert(number, value);
            if value != self.values[number] {
                wait(&mut waiting, number);
            }
        }
        let output = |output: &Value| {
            let varied = values.get(&output.number()).copied();
            varied.unwrap_or(self.values[output.number()])
        };
        program.outputs().iter().map(output).collect()
    }
}
