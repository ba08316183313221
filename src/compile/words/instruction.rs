//! What an interpreter does in one go: an operation, or several that are often found together
//! (superinstructions; T. A. Proebsting, "Optimizing an ANSI C Interpreter with Superoperators",
//! 1995).

use super::operation::{Operation, Value};

/// One instruction; `R` says where its operands and its result are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction<R> {
    pub opcode: Opcode,
    /// By how much a shift goes, 0 to 63.
    pub places: u8,
    pub to: R,
    /// As many as the opcode has operands; the rest are never read.
    pub from: [R; 3],
}

/// What an instruction computes from its operands `a`, `b` and `c`. A shift is that of the last
/// operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opcode {
    Not,
    ShiftLeft,
    ShiftRight,
    Any,
    Count,

    And,
    AndNot,
    Or,
    Xor,
    Add,
    Subtract,
    Multiply,
    Equal,
    Less,

    /// `a & shifted b`, and so on.
    AndLeft,
    AndRight,
    AndNotLeft,
    AndNotRight,
    OrLeft,
    OrRight,
    XorLeft,
    XorRight,

    /// `a & (b & c)`, and so on.
    AndAnd,
    AndAndLeft,
    AndAndRight,
    AndAndNot,
    AndAndNotLeft,
    AndAndNotRight,
    AndOr,
    AndOrLeft,
    AndOrRight,
    AndNotOr,
    AndNotOrLeft,
    AndNotOrRight,
    OrAnd,
    OrAndLeft,
    OrAndRight,
    OrAndNot,
    OrAndNotLeft,
    OrAndNotRight,
    OrOr,
    OrOrLeft,
    OrOrRight,
}

impl Opcode {
    /// How many operands it has.
    pub fn arity(self) -> usize {
        use Opcode::*;
        match self {
            Not | ShiftLeft | ShiftRight | Any | Count => 1,
            And | AndNot | Or | Xor | Add | Subtract | Multiply | Equal | Less => 2,
            AndLeft | AndRight | AndNotLeft | AndNotRight | OrLeft | OrRight | XorLeft
            | XorRight => 2,
            _ => 3,
        }
    }

    /// The same with the last operand shifted left, and with it shifted right, if there are such.
    pub fn shifted(self) -> Option<[Self; 2]> {
        use Opcode::*;
        match self {
            And => Some([AndLeft, AndRight]),
            AndNot => Some([AndNotLeft, AndNotRight]),
            Or => Some([OrLeft, OrRight]),
            Xor => Some([XorLeft, XorRight]),
            AndAnd => Some([AndAndLeft, AndAndRight]),
            AndAndNot => Some([AndAndNotLeft, AndAndNotRight]),
            AndOr => Some([AndOrLeft, AndOrRight]),
            AndNotOr => Some([AndNotOrLeft, AndNotOrRight]),
            OrAnd => Some([OrAndLeft, OrAndRight]),
            OrAndNot => Some([OrAndNotLeft, OrAndNotRight]),
            OrOr => Some([OrOrLeft, OrOrRight]),
            _ => None,
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
            // A copy.
            Growing(a) => (Opcode::Or, 0, [a, a]),
        };
        let [a, b] = from;
        Some(Self {
            opcode,
            places,
            to,
            from: [a, b, b],
        })
    }
}

impl<R: Copy> Instruction<R> {
    pub fn operands(&self) -> impl Iterator<Item = R> {
        self.from.into_iter().take(self.opcode.arity())
    }
}
