//! What an interpreter does in one go: one operation.

use super::operation::{Operation, Value};

/// One instruction; `R` says where its operands and its result are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction<R> {
    pub opcode: Opcode,
    /// By how much a shift goes, 0 to 63.
    pub places: u8,
    pub to: R,
    pub from: [R; 2],
}

/// What an instruction computes from its operands `a` and `b`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opcode {
    Not,
    And,
    AndNot,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Any,
    Count,
    Add,
    Subtract,
    Multiply,
    Equal,
    Less,
}

impl Opcode {
    /// How many operands it has.
    pub fn arity(self) -> usize {
        match self {
            Self::Not | Self::ShiftLeft | Self::ShiftRight | Self::Any | Self::Count => 1,
            _ => 2,
        }
    }
}

impl Instruction<Value> {
    /// The instruction for an operation; none for a constant.
    pub fn new(to: Value, operation: Operation) -> Option<Self> {
        use Operation::*;
        let (opcode, places, from) = match operation {
            Constant(_) => return None,
            Not(a) => (Opcode::Not, 0, [a, a]),
            And(a, b) => (Opcode::And, 0, [a, b]),
            AndNot(a, b) => (Opcode::AndNot, 0, [a, b]),
            Or(a, b) => (Opcode::Or, 0, [a, b]),
            Xor(a, b) => (Opcode::Xor, 0, [a, b]),
            ShiftLeft(a, places) => (Opcode::ShiftLeft, places, [a, a]),
            ShiftRight(a, places) => (Opcode::ShiftRight, places, [a, a]),
            Any(a) => (Opcode::Any, 0, [a, a]),
            Count(a) => (Opcode::Count, 0, [a, a]),
            Add(a, b) => (Opcode::Add, 0, [a, b]),
            Subtract(a, b) => (Opcode::Subtract, 0, [a, b]),
            Multiply(a, b) => (Opcode::Multiply, 0, [a, b]),
            Equal(a, b) => (Opcode::Equal, 0, [a, b]),
            Less(a, b) => (Opcode::Less, 0, [a, b]),
        };
        Some(Self { opcode, places, to, from })
    }
}

impl<R: Copy> Instruction<R> {
    pub fn operands(&self) -> impl Iterator<Item = R> {
        self.from.into_iter().take(self.opcode.arity())
    }
}
