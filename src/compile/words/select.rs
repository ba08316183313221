//! Instruction selection: an operation whose result serves one other operation alone is done
//! together with that one, where there is an instruction for both (maximal munch, from the last
//! operation back).

use super::instruction::{Instruction, Opcode};
use super::operation::Operation::{self, *};
use super::operation::Value;
use super::program::{Program, Step};
use super::section::Section;

/// A step of a program once its operations are instructions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Selected {
    Instruction(Instruction<Value>),
    /// The section of this number begins.
    Section(usize),
    /// The section of this number ends.
    End(usize),
    /// A loop begins.
    Loop,
    /// A set has become another one.
    Grow {
        set: Value,
        into: Value,
    },
    /// The innermost loop ends.
    Repeat,
}

/// The instructions for a program's steps; constants need none.
pub(super) fn select(program: &Program, sections: &[Section]) -> Vec<Selected> {
    let mut selection = Selection::new(program, sections);
    let mut selected = plain(program);
    for step in selected.iter_mut().rev() {
        if let Some(Selected::Instruction(instruction)) = step {
            *step = selection.take(*instruction).map(Selected::Instruction);
        }
    }
    selected.into_iter().flatten().collect()
}

/// An instruction for each operation.
fn plain(program: &Program) -> Vec<Option<Selected>> {
    let (mut values, mut begun, mut open) = ((program.inputs..).map(Value::new), 0, Vec::new());
    let select = |step: &Step| match step {
        Step::Compute(operation) => {
            Instruction::new(values.next()?, *operation).map(Selected::Instruction)
        }
        Step::Section(_) => {
            open.push(begun);
            begun += 1;
            Some(Selected::Section(begun - 1))
        }
        Step::End => open.pop().map(Selected::End),
        Step::Loop => Some(Selected::Loop),
        Step::Grow { set, into } => Some(Selected::Grow {
            set: *set,
            into: *into,
        }),
        Step::Repeat => Some(Selected::Repeat),
    };
    program.steps.iter().map(select).collect()
}

/// What is left to select, from the end back.
struct Selection {
    /// By value; nothing for inputs.
    operations: Vec<Option<Operation>>,
    /// Whether the value serves one operation alone, which may do it.
    is_single: Vec<bool>,
    /// Whether the value is done together with another.
    is_taken: Vec<bool>,
}

/// An instruction for an operation and for some of its operands.
struct Tile {
    instruction: Instruction<Value>,
    taken: Vec<Value>,
}

impl Selection {
    fn new(program: &Program, sections: &[Section]) -> Self {
        let operations: Vec<_> = (0..program.inputs)
            .map(|_| None)
            .chain(program.operations().map(Some))
            .collect();
        let mut uses = vec![0_usize; operations.len()];
        program
            .operations()
            .flat_map(Operation::operands)
            .for_each(|operand| uses[operand.number()] += 1);
        // What is looked at otherwise is a value of its own: two uses at least.
        let guards = sections.iter().map(|section| &section.guard);
        let results = sections.iter().flat_map(|section| &section.results);
        guards
            .chain(results)
            .chain(&program.outputs)
            .for_each(|value| uses[value.number()] += 2);
        for step in program.steps.iter() {
            if let Step::Grow { set, into } = step {
                uses[set.number()] += 2;
                uses[into.number()] += 2;
            }
        }
        let is_taken = vec![false; operations.len()];
        Self {
            operations,
            is_single: uses.iter().map(|uses| *uses == 1).collect(),
            is_taken,
        }
    }

    /// The instruction for a value that a plain instruction would compute; none if it is done with
    /// another.
    fn take(&mut self, plain: Instruction<Value>) -> Option<Instruction<Value>> {
        if self.is_taken[plain.to.number()] {
            return None;
        }
        let Some(Tile { instruction, taken }) = self
            .tiles(plain)
            .into_iter()
            .max_by_key(|tile| tile.taken.len())
        else {
            return Some(plain);
        };
        taken
            .iter()
            .for_each(|value| self.is_taken[value.number()] = true);
        Some(instruction)
    }

    /// The ways to do it.
    fn tiles(&self, plain: Instruction<Value>) -> Vec<Tile> {
        let to = plain.to;
        let Some(operation) = self.operations[to.number()] else {
            return Vec::new();
        };
        match operation {
            And(a, b) => {
                let inner = [
                    (Opcode::And, Opcode::AndAnd),
                    (Opcode::AndNot, Opcode::AndAndNot),
                    (Opcode::Or, Opcode::AndOr),
                ];
                [(a, b), (b, a)]
                    .into_iter()
                    .flat_map(|(a, b)| self.nested(to, Opcode::And, &inner, a, b))
                    .collect()
            }
            Or(a, b) => {
                let inner = [
                    (Opcode::And, Opcode::OrAnd),
                    (Opcode::AndNot, Opcode::OrAndNot),
                    (Opcode::Or, Opcode::OrOr),
                ];
                [(a, b), (b, a)]
                    .into_iter()
                    .flat_map(|(a, b)| self.nested(to, Opcode::Or, &inner, a, b))
                    .collect()
            }
            Xor(a, b) => [(a, b), (b, a)]
                .into_iter()
                .map(|(a, b)| self.tile(to, Opcode::Xor, &[a, b], None))
                .collect(),
            AndNot(a, b) => {
                let mut tiles =
                    self.nested(to, Opcode::AndNot, &[(Opcode::Or, Opcode::AndNotOr)], a, b);
                match self.single(a) {
                    // (c & d) & !b = c & (d & !b), and (c & !d) & !b = c & !(d | b)
                    Some(And(c, d)) => {
                        tiles.push(self.tile(to, Opcode::AndAndNot, &[c, d, b], Some(a)))
                    }
                    Some(AndNot(c, d)) => {
                        tiles.push(self.tile(to, Opcode::AndNotOr, &[c, d, b], Some(a)))
                    }
                    _ => {}
                }
                tiles
            }
            _ => Vec::new(),
        }
    }

    /// The tiles for `a` with `b`, by the opcode, where the operation of `b` may be one of the
    /// inner ones: then they are done together by the opcode beside it.
    fn nested(
        &self,
        to: Value,
        opcode: Opcode,
        inner: &[(Opcode, Opcode)],
        a: Value,
        b: Value,
    ) -> Vec<Tile> {
        let mut tiles = vec![self.tile(to, opcode, &[a, b], None)];
        let Some(Instruction {
            opcode: second,
            from: [c, d, _],
            ..
        }) = self
            .single(b)
            .and_then(|operation| Instruction::new(b, operation))
        else {
            return tiles;
        };
        let Some((_, together)) = inner.iter().find(|(inner, _)| *inner == second) else {
            return tiles;
        };
        tiles.push(self.tile(to, *together, &[a, c, d], Some(b)));
        if second != Opcode::AndNot {
            tiles.push(self.tile(to, *together, &[a, d, c], Some(b)));
        }
        tiles
    }

    /// A tile of this opcode, or of the one that shifts the last operand if that is a shift.
    fn tile(&self, to: Value, opcode: Opcode, from: &[Value], taken: Option<Value>) -> Tile {
        let mut tile = Tile {
            instruction: Instruction {
                opcode,
                places: 0,
                to,
                from: [from[0]; 3],
            },
            taken: taken.into_iter().collect(),
        };
        tile.instruction.from[..from.len()].copy_from_slice(from);
        let last = from[from.len() - 1];
        if let (Some([left, right]), Some(shift)) = (opcode.shifted(), self.single(last)) {
            let (opcode, places, inner) = match shift {
                ShiftLeft(inner, places) => (left, places, inner),
                ShiftRight(inner, places) => (right, places, inner),
                _ => return tile,
            };
            tile.instruction.opcode = opcode;
            tile.instruction.places = places;
            tile.instruction.from[from.len() - 1] = inner;
            tile.taken.push(last);
        }
        tile
    }

    /// The operation of a value that serves one other alone.
    fn single(&self, value: Value) -> Option<Operation> {
        // A set has a place of its own, also where it never grows.
        let is_alone = |operation: &Operation| !matches!(operation, Constant(_) | Growing(_));
        self.operations[value.number()]
            .filter(|operation| self.is_single[value.number()] && is_alone(operation))
    }
}
