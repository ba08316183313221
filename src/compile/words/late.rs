//! The order of native code: each operation comes as late as it can, right before the first step that uses its
//! result, since from then on the result takes a register. Nothing crosses the border of a section or a loop.

use super::operation::{Operation, Value};
use super::program::{Program, Step};

/// The same program in that order, without what nobody uses of what its last steps compute.
pub(super) fn late(program: &Program) -> Program {
    let mut order = Order {
        waiting: vec![None; program.inputs + program.len()],
        numbers: (0..program.inputs).map(Value::new).collect(),
        first_waiting: program.inputs,
        steps: Vec::with_capacity(program.steps.len()),
        next: program.inputs,
    };
    for step in program.steps.iter() {
        match step {
            Step::Compute(operation) => order.wait(*operation),
            Step::Section(guard) => {
                order.do_all();
                order.push(Step::Section(order.number(*guard)));
            }
            Step::Grow { set, into } => {
                order.need(*into);
                let (set, into) = (order.number(*set), order.number(*into));
                order.push(Step::Grow { set, into });
            }
            Step::End | Step::Loop | Step::Repeat => {
                order.do_all();
                order.push(*step);
            }
        }
    }
    program
        .outputs
        .iter()
        .for_each(|output| order.need(*output));
    Program {
        inputs: program.inputs,
        outputs: program
            .outputs
            .iter()
            .map(|output| order.number(*output))
            .collect(),
        steps: order.steps.into(),
    }
}

/// A program on its way into another order.
struct Order {
    /// By value the operation that computes it, as long as it waits.
    waiting: Vec<Option<Operation>>,
    /// By value which value of the new program it is, once it does not wait any more.
    numbers: Vec<Value>,
    /// The number of values at the last border of a section or a loop. Later ones may wait.
    first_waiting: usize,
    steps: Vec<Step>,
    /// How many values the new program has.
    next: usize,
}

impl Order {
    fn number(&self, value: Value) -> Value {
        self.numbers[value.number()]
    }

    fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// The next value is the result of this, once it is needed.
    fn wait(&mut self, operation: Operation) {
        self.waiting[self.numbers.len()] = Some(operation);
        // Any number; it is told once the operation is done.
        self.numbers.push(Value::new(0));
    }

    /// Does the operation of a value that waits, and before it those that it needs.
    fn need(&mut self, value: Value) {
        let mut wanted = vec![value];
        while let Some(&value) = wanted.last() {
            let Some(operation) = self.waiting[value.number()] else {
                wanted.pop();
                continue;
            };
            let before = wanted.len();
            let waits = |operand: &Value| self.waiting[operand.number()].is_some();
            wanted.extend(operation.operands().filter(waits));
            if wanted.len() == before {
                let operation = operation.map(|operand| self.number(operand));
                self.push(Step::Compute(operation));
                self.numbers[value.number()] = Value::new(self.next);
                self.next += 1;
                self.waiting[value.number()] = None;
                wanted.pop();
            }
        }
    }

    /// Does all that waits: after a border it would be done too seldom or too often.
    fn do_all(&mut self) {
        for number in self.first_waiting..self.numbers.len() {
            self.need(Value::new(number));
        }
        self.first_waiting = self.numbers.len();
    }
}
