//! Finished programs.

use std::fmt;

use super::operation::{Operation, Value};

/// A straight-line program: its inputs, its steps in the order in which they are done, its outputs.
/// Every value is computed once (static single assignment), and before its uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub(super) inputs: usize,
    pub(super) steps: Vec<Step>,
    pub(super) outputs: Vec<Value>,
}

/// One step of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next value is the result of this.
    Compute(Operation),
    /// Here begins a section: the steps up to its end are done only if this value is not zero.
    /// Where they are not, the values that they would compute are zero. Sections nest.
    Section(Value),
    /// Here ends the innermost section.
    End,
}

impl Program {
    /// How many words go in. They are the first values.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The values that come out, in order.
    pub fn outputs(&self) -> &[Value] {
        &self.outputs
    }

    /// What is done, in order. Sections are balanced.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many operations there are, constants among them.
    pub fn len(&self) -> usize {
        self.operations().count()
    }

    /// The operations of its steps. The first computes the first value after the inputs.
    pub(super) fn operations(&self) -> impl Iterator<Item = Operation> {
        self.steps.iter().filter_map(|step| match step {
            Step::Compute(operation) => Some(*operation),
            Step::Section(_) | Step::End => None,
        })
    }

    /// Whether a value is the constant 0.
    pub fn is_zero(&self, value: Value) -> bool {
        let mut operations = self
            .steps
            .iter()
            .filter(|step| matches!(step, Step::Compute(_)));
        let at = value.number().checked_sub(self.inputs);
        at.and_then(|at| operations.nth(at)) == Some(&Step::Compute(Operation::Constant(0)))
    }

    /// Whether there are no operations.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A listing, one operation a line, sections indented.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = |values: &mut dyn Iterator<Item = Value>| {
            values
                .map(|value| value.to_string())
                .collect::<Vec<_>>()
                .join(", ")
        };
        writeln!(
            f,
            "inputs {}",
            values(&mut (0..self.inputs).map(Value::new))
        )?;
        let (mut next, mut depth) = (self.inputs, 0);
        for step in &self.steps {
            if matches!(step, Step::End) {
                depth -= 1;
            }
            write!(f, "{:1$}", "", 2 * depth)?;
            match step {
                Step::Compute(operation) => {
                    writeln!(f, "{} = {operation}", Value::new(next))?;
                    next += 1;
                }
                Step::Section(guard) => {
                    writeln!(f, "section {guard}")?;
                    depth += 1;
                }
                Step::End => writeln!(f, "end")?,
            }
        }
        writeln!(f, "outputs {}", values(&mut self.outputs.iter().copied()))
    }
}
