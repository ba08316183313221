//! On which bits of the inputs truths rest: a set of bits that suffices for the outputs to be as they
//! are, whatever the others become (a sufficient reason: A. Darwiche and A. Hirth, "On the Reasons
//! Behind Decisions", 2020). It is found by one pass from the outputs back to the inputs, as the
//! signals that justify another one in a circuit (P. Goel, "An Implicit Enumeration Algorithm to
//! Generate Tests for Combinational Logic Circuits", 1981).
//!
//! There are many such sets, and the one that is found need not be a least one.

use super::builder::Builder;
use super::operation::Operation::{self, *};
use super::operation::Value;
use super::program::Program;

/// How the inputs of a program may change.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// By input the bits that may be set.
    pub added: Vec<u64>,
    /// By input the bits that may be cleared.
    pub removed: Vec<u64>,
    /// By input how often that happens, in any unit: of two reasons the one that is more lasting is
    /// looked for.
    pub frequency: Vec<u64>,
}

/// Truths and that on which they rest.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The outputs of the program.
    pub outputs: Vec<Value>,
    /// By input bits that may change: as long as none of these does, the outputs stay as they are.
    pub bits: Vec<Value>,
}

impl Builder {
    /// What the outputs of a program without loops, which are truths, rest on if its inputs change in no other way
    /// than this. `inputs` are the values of the inputs.
    ///
    /// # Panics
    /// If there are fewer values, or changes, than the program has inputs.
    pub fn certificate(
        &mut self,
        program: &Program,
        inputs: &[Value],
        changes: &Changes,
    ) -> Certificate {
        let operations: Vec<Operation> = program.operations().collect();
        let mut found = Justification::default();
        for (number, input) in inputs[..program.inputs].iter().enumerate() {
            let [added, removed] =
                [changes.added[number], changes.removed[number]].map(|bits| self.constant(bits));
            found.push(
                Bounds {
                    value: *input,
                    least: self.and_not(*input, removed),
                    most: self.or(*input, added),
                },
                changes.frequency[number],
            );
        }
        // What a section leaves out is zero or does not matter, so all may be computed.
        for operation in &operations {
            let bounds = found.bounds(self, *operation);
            let costs = operation.operands().map(|part| found.costs[part.number()]);
            let cost = costs.fold(0, u64::saturating_add);
            found.push(bounds, cost);
        }
        let one = self.constant(1);
        for output in &program.outputs {
            found.rest_on(self, *output, one);
        }
        for (place, operation) in operations.into_iter().enumerate().rev() {
            found.pass_on(self, program.inputs + place, operation);
        }
        let bits = (0..program.inputs).map(|input| found.taken(self, input));
        let bits = bits.collect();
        let outputs = program.outputs.iter();
        Certificate {
            outputs: outputs
                .map(|output| found.all[output.number()].value)
                .collect(),
            bits,
        }
    }
}

/// A value, the bits that it keeps whatever changes, and those that it may have.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    value: Value,
    least: Value,
    most: Value,
}

/// By the numbers of the values of a program what is known of them.
#[derive(Debug, Default)]
struct Justification {
    all: Vec<Bounds>,
    /// How much changes may reach the value: the sum over the paths from the inputs.
    costs: Vec<u64>,
    /// The bits on which something rests.
    needed: Vec<Option<Value>>,
}

impl Justification {
    fn push(&mut self, bounds: Bounds, cost: u64) {
        self.all.push(bounds);
        self.costs.push(cost);
        self.needed.push(None);
    }

    fn bounds(&self, builder: &mut Builder, operation: Operation) -> Bounds {
        let of = |operand: Value| self.all[operand.number()];
        let value = builder.compute(operation.map(|operand| of(operand).value));
        let (least, most) = match operation {
            Constant(_) => (value, value),
            Not(a) => (builder.not(of(a).most), builder.not(of(a).least)),
            And(a, b) => (
                builder.and(of(a).least, of(b).least),
                builder.and(of(a).most, of(b).most),
            ),
            Or(a, b) => (
                builder.or(of(a).least, of(b).least),
                builder.or(of(a).most, of(b).most),
            ),
            AndNot(a, b) => (
                builder.and_not(of(a).least, of(b).most),
                builder.and_not(of(a).most, of(b).least),
            ),
            Xor(a, b) => {
                let [first, second] = [(a, b), (b, a)]
                    .map(|(one, other)| builder.and_not(of(one).least, of(other).most));
                let either = builder.or(of(a).most, of(b).most);
                let both = builder.and(of(a).least, of(b).least);
                (builder.or(first, second), builder.and_not(either, both))
            }
            ShiftLeft(a, places) => (
                builder.shift_left(of(a).least, places),
                builder.shift_left(of(a).most, places),
            ),
            ShiftRight(a, places) => (
                builder.shift_right(of(a).least, places),
                builder.shift_right(of(a).most, places),
            ),
            Any(a) => (builder.any(of(a).least), builder.any(of(a).most)),
            Count(_) | Add(..) | Subtract(..) | Multiply(..) | Equal(..) | Less(..)
            | Growing(_) => {
                let mut operands = operation.operands();
                match operands.all(|operand| of(operand).least == of(operand).most) {
                    true => (value, value),
                    false => (builder.constant(0), builder.constant(u64::MAX)),
                }
            }
        };
        Bounds { value, least, most }
    }

    /// Something rests on these bits of a value.
    fn rest_on(&mut self, builder: &mut Builder, value: Value, bits: Value) {
        let needed = &mut self.needed[value.number()];
        *needed = Some(match *needed {
            Some(known) => builder.or(known, bits),
            None => bits,
        });
    }

    /// The bits of a value on which something rests and that may change.
    fn taken(&self, builder: &mut Builder, value: usize) -> Value {
        let Bounds { least, most, .. } = self.all[value];
        match self.needed[value] {
            Some(bits) => {
                let may_change = builder.and_not(most, least);
                builder.and(bits, may_change)
            }
            None => builder.constant(0),
        }
    }

    /// Passes what rests on the result of an operation on to its operands.
    fn pass_on(&mut self, builder: &mut Builder, result: usize, operation: Operation) {
        if self.needed[result].is_none() {
            return;
        }
        let bits = self.taken(builder, result);
        if builder.is_zero(bits) {
            return;
        }
        match operation {
            Not(a) => self.rest_on(builder, a, bits),
            And(a, b) => self.either(builder, bits, (a, 0), (b, 0)),
            AndNot(a, b) => self.either(builder, bits, (a, 0), (b, u64::MAX)),
            Or(a, b) => self.either(builder, bits, (a, u64::MAX), (b, u64::MAX)),
            Xor(a, b) => {
                self.rest_on(builder, a, bits);
                self.rest_on(builder, b, bits);
            }
            ShiftLeft(a, places) => {
                let bits = builder.shift_right(bits, places);
                self.rest_on(builder, a, bits);
            }
            ShiftRight(a, places) => {
                let bits = builder.shift_left(bits, places);
                self.rest_on(builder, a, bits);
            }
            Any(a) => {
                // One of the bits that are set, or all where none is.
                let of_a = self.all[a.number()].value;
                let zero = builder.constant(0);
                let negative = builder.subtract(zero, of_a);
                let lowest = builder.and(of_a, negative);
                let is_empty = {
                    let is_set = builder.any(of_a);
                    builder.not(is_set)
                };
                let suffices = builder.or(lowest, is_empty);
                let matters = builder.any(bits);
                let bits = builder.and(matters, suffices);
                self.rest_on(builder, a, bits);
            }
            Count(_) | Add(..) | Subtract(..) | Multiply(..) | Equal(..) | Less(..)
            | Growing(_) => {
                let all = builder.any(bits);
                for operand in operation.operands() {
                    self.rest_on(builder, operand, all);
                }
            }
            Constant(_) => {}
        }
    }

    /// These bits of the result of an operation rest on both operands, or on one alone where that has
    /// the bit which decides: 0 or all ones for each operand.
    fn either(
        &mut self,
        builder: &mut Builder,
        bits: Value,
        first: (Value, u64),
        second: (Value, u64),
    ) {
        let is_dearer = |(one, _): (Value, u64), (other, _): (Value, u64)| {
            self.costs[one.number()] > self.costs[other.number()]
        };
        let (cheap, dear) = match is_dearer(first, second) {
            true => (second, first),
            false => (first, second),
        };
        let [cheap_decides, dear_decides] = [cheap, dear].map(|(operand, deciding)| {
            let value = self.all[operand.number()].value;
            match deciding {
                0 => builder.not(value),
                _ => value,
            }
        });
        let of_dear = builder.and_not(bits, cheap_decides);
        let dear_alone = builder.and_not(dear_decides, cheap_decides);
        let of_cheap = builder.and_not(bits, dear_alone);
        self.rest_on(builder, cheap.0, of_cheap);
        self.rest_on(builder, dear.0, of_dear);
    }
}
