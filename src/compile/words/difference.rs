//! On which bits of the inputs a truth hangs: the Boolean difference (S. B. Akers, "On a Theory of
//! Boolean Functions", 1959) with respect to every bit of every input, found by one pass from the
//! truth back to the inputs, as in reverse automatic differentiation (S. Linnainmaa, "The
//! Representation of the Cumulative Rounding Error of an Algorithm", 1970).
//!
//! It is an estimate. Where a bit reaches the truth on several paths, each path counts for itself. A
//! number lets nothing through, and of a set that is not empty no bit is said to matter.

use super::builder::Builder;
use super::operation::Operation::{self, *};
use super::operation::Value;
use super::program::Program;

impl Builder {
    /// For each input of a program without loops the bits of which one alone, inverted, would invert the truth that
    /// an output gives. `inputs` are the values of the inputs.
    ///
    /// # Panics
    /// If there are fewer values than the program has inputs, or no output of this number.
    pub fn differences(
        &mut self,
        program: &Program,
        inputs: &[Value],
        output: usize,
    ) -> Vec<Value> {
        let operations: Vec<Operation> = program.operations().collect();
        // What a section leaves out is zero or does not matter, so all may be computed.
        let mut values = inputs[..program.inputs].to_vec();
        for operation in &operations {
            let operation = operation.map(|operand| values[operand.number()]);
            values.push(self.compute(operation));
        }
        let mut differences = Differences {
            of_values: vec![None; values.len()],
            values,
        };
        let all = self.constant(u64::MAX);
        differences.add(self, program.outputs[output], all);
        for (place, operation) in operations.into_iter().enumerate().rev() {
            differences.pass_on(self, program.inputs + place, operation);
        }
        let nothing = self.constant(0);
        let of_inputs = &differences.of_values[..program.inputs];
        of_inputs
            .iter()
            .map(|bits| bits.unwrap_or(nothing))
            .collect()
    }
}

/// The values of a program in another one, and the bits of each on which the truth hangs.
struct Differences {
    values: Vec<Value>,
    of_values: Vec<Option<Value>>,
}

impl Differences {
    /// The truth hangs on these bits of a value too.
    fn add(&mut self, builder: &mut Builder, value: Value, bits: Value) {
        let known = &mut self.of_values[value.number()];
        *known = Some(match *known {
            Some(known) => builder.or(known, bits),
            None => bits,
        });
    }

    /// Passes what is known of the result of an operation on to its operands.
    fn pass_on(&mut self, builder: &mut Builder, result: usize, operation: Operation) {
        let Some(bits) = self.of_values[result] else {
            return;
        };
        let word = |operand: Value| self.values[operand.number()];
        match operation {
            Not(a) | Growing(a) => self.add(builder, a, bits),
            And(a, b) => {
                let [of_a, of_b] = [word(b), word(a)].map(|other| builder.and(bits, other));
                self.add(builder, a, of_a);
                self.add(builder, b, of_b);
            }
            AndNot(a, b) => {
                let of_a = builder.and_not(bits, word(b));
                let of_b = builder.and(bits, word(a));
                self.add(builder, a, of_a);
                self.add(builder, b, of_b);
            }
            Or(a, b) => {
                let [of_a, of_b] = [word(b), word(a)].map(|other| builder.and_not(bits, other));
                self.add(builder, a, of_a);
                self.add(builder, b, of_b);
            }
            Xor(a, b) => {
                self.add(builder, a, bits);
                self.add(builder, b, bits);
            }
            ShiftLeft(a, places) => {
                let bits = builder.shift_right(bits, places);
                self.add(builder, a, bits);
            }
            ShiftRight(a, places) => {
                let bits = builder.shift_left(bits, places);
                self.add(builder, a, bits);
            }
            Any(a) => {
                // Any bit of an empty set.
                let matters = builder.any(bits);
                let is_set = self.values[result];
                let bits = builder.and_not(matters, is_set);
                self.add(builder, a, bits);
            }
            Constant(_) | Count(_) | Add(..) | Subtract(..) | Multiply(..) | Equal(..)
            | Less(..) => {}
        }
    }
}
