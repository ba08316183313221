//! A finished program with inputs of which most are the same each time. What hangs on the others alone is
//! simplified again for each of its variations.

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
    /// The values again, in a variation as far as they are others there.
    varied: Vec<Value>,
    /// The numbers of these others.
    others: Vec<usize>,
    /// By value a bit: whether it is to be computed again, since what it is computed of is another one.
    waiting: Vec<u64>,
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
        match &mut self.common {
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
        let values = builder.append_all(program, inputs);
        Self {
            size: builder.size(),
            varied: values.clone(),
            others: Vec::new(),
            waiting: vec![0; values.len().div_ceil(64)],
            values,
            operations,
            users,
        }
    }

    /// The outputs with other values for some inputs.
    fn outputs(
        &mut self,
        program: &Program,
        builder: &mut Builder,
        changed: impl IntoIterator<Item = (usize, Value)>,
    ) -> Vec<Value> {
        for (number, value) in changed {
            self.set(number, value);
        }
        // A value is computed before its uses: those that wait are found in rising order.
        for word in 0..self.waiting.len() {
            while self.waiting[word] != 0 {
                let number = 64 * word + self.waiting[word].trailing_zeros() as usize;
                self.waiting[word] &= self.waiting[word] - 1;
                let operation = self.operations[number - program.inputs()];
                let value = builder.compute(operation.map(|operand| self.varied[operand.number()]));
                self.set(number, value);
            }
        }
        let outputs = program.outputs().iter();
        let outputs = outputs.map(|output| self.varied[output.number()]).collect();
        for number in self.others.drain(..) {
            self.varied[number] = self.values[number];
        }
        outputs
    }

    /// Says which value one is in this variation.
    fn set(&mut self, number: usize, value: Value) {
        if value == self.values[number] {
            return;
        }
        self.varied[number] = value;
        self.others.push(number);
        for user in &self.users[number] {
            self.waiting[user / 64] |= 1 << (user % 64);
        }
    }
}
