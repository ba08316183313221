//! The segments of a large program, which are translated one after the other: a value that a later
//! segment uses lies on the stack in between. Knows nothing of native code.

use super::operation::Value;
use super::program::{Program, Step};
use super::section::last_uses;

/// How many steps a segment has at most.
const STEPS: usize = 256;

/// Where the segments of a program begin, and how far its values reach. A section or a loop consists of
/// whole segments.
pub(super) struct Segments {
    /// By step the number of its segment; and that of what comes after the last step.
    of_steps: Vec<usize>,
    /// By value the segment of its last use.
    last_uses: Vec<usize>,
}

impl Segments {
    pub fn new(program: &Program) -> Self {
        let (mut segment, mut length) = (0, 0);
        let mut of_steps = Vec::with_capacity(program.steps.len() + 1);
        for step in &program.steps {
            of_steps.push(segment);
            length += 1;
            let is_border = matches!(
                step,
                Step::Section(_) | Step::End | Step::Loop | Step::Repeat
            );
            if is_border || length == STEPS {
                (segment, length) = (segment + 1, 0);
            }
        }
        of_steps.push(segment);
        let last_uses = last_uses(program);
        Self {
            last_uses: last_uses.iter().map(|step| of_steps[*step]).collect(),
            of_steps,
        }
    }

    /// The segment of the step at this position.
    pub fn segment(&self, position: usize) -> usize {
        self.of_steps[position]
    }

    /// The segment that uses a value last; 0 for what is never used.
    pub fn last_use(&self, value: Value) -> usize {
        self.last_uses[value.number()]
    }
}
