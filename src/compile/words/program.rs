//! Finished programs.

use std::fmt;
use std::sync::Arc;

use super::operation::{Operation, Value};

/// A program: its inputs, its steps in the order in which they are done, its outputs. Every value
/// is computed before its uses, and by one step (static single assignment); only a set that grows
/// changes after that. Copies share the steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    pub(super) inputs: usize,
    pub(super) steps: Arc<[Step]>,
    pub(super) outputs: Vec<Value>,
}

/// One step of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The next value is the result of this.
    Compute(Operation),
    /// Here begins a section: the steps up to its end are done only if this value is not zero.
    /// Where they are not, the values that they would compute are zero. Sections nest.
    Section(Value),
    /// Here ends the innermost section.
    End,
    /// Here begins a loop: the steps up to its [`Repeat`](Self::Repeat) are done again as long as a
    /// set grows in them. Loops nest, with sections too.
    Loop,
    /// A set that was made before the loop, in the same section, has become this superset of it. It is so from the
    /// end of the round on.
    Grow {
        /// The result of an [`Operation::Growing`].
        set: Value,
        /// What it is from now on.
        into: Value,
    },
    /// Here ends the innermost loop. Of its values only the sets that grow are used after it.
    Repeat,
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

    /// What is done, in order. Sections and loops are balanced.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many operations there are, constants among them.
    pub fn len(&self) -> usize {
        self.operations().count()
    }

    /// The operations of its steps. The first computes the first value after the inputs.
    pub fn operations(&self) -> impl Iterator<Item = Operation> {
        self.steps.iter().filter_map(|step| match step {
            Step::Compute(operation) => Some(*operation),
            _ => None,
        })
    }

    /// Whether something is done again and again.
    pub fn has_loops(&self) -> bool {
        self.steps.contains(&Step::Loop)
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

/// A listing, one operation a line, sections and loops indented.
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
        for step in self.steps.iter() {
            if matches!(step, Step::End | Step::Repeat) {
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
                Step::Loop => {
                    writeln!(f, "loop")?;
                    depth += 1;
                }
                Step::Grow { set, into } => writeln!(f, "{set} grows into {into}")?,
                Step::Repeat => writeln!(f, "repeat")?,
            }
        }
        writeln!(f, "outputs {}", values(&mut self.outputs.iter().copied()))
    }
}
