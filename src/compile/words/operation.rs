//! What can be computed from words, one operation at a time.

use std::fmt;

/// A value of a program: an input, or the result of one operation. Values are numbered in the order
/// in which they come to be, the inputs first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(u32);

impl Value {
    pub(super) fn new(number: usize) -> Self {
        Self(
            u32::try_from(number).expect("four thousand million operations fill the memory before"),
        )
    }

    /// The number of the value.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// An operation on 64-bit words. What is true or false is a word of ones or of zeros; numbers are
/// in two's complement and wrap around.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// This word.
    Constant(u64),
    /// Each bit inverted.
    Not(Value),
    /// The bits of both.
    And(Value, Value),
    /// The bits of the first that are not in the second.
    AndNot(Value, Value),
    /// The bits of either.
    Or(Value, Value),
    /// The bits of one, not of both.
    Xor(Value, Value),
    /// Towards higher bits, by 0 to 63 places; zeros come in.
    ShiftLeft(Value, u8),
    /// Towards lower bits, by 0 to 63 places; zeros come in.
    ShiftRight(Value, u8),
    /// Whether any bit is set.
    Any(Value),
    /// How many bits are set.
    Count(Value),
    /// The sum.
    Add(Value, Value),
    /// The difference.
    Subtract(Value, Value),
    /// The product.
    Multiply(Value, Value),
    /// Whether both are the same.
    Equal(Value, Value),
    /// Whether the first is less than the second, as signed numbers.
    Less(Value, Value),
    /// A set that may grow in a loop and begins with these bits.
    Growing(Value),
}

use Operation::*;

impl Operation {
    /// The values that it works on, in order.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        let (first, second) = match self {
            Constant(_) => (None, None),
            Not(a) | ShiftLeft(a, _) | ShiftRight(a, _) | Any(a) | Count(a) | Growing(a) => {
                (Some(a), None)
            }
            And(a, b) | AndNot(a, b) | Or(a, b) | Xor(a, b) | Add(a, b) | Subtract(a, b) => {
                (Some(a), Some(b))
            }
            Multiply(a, b) | Equal(a, b) | Less(a, b) => (Some(a), Some(b)),
        };
        first.into_iter().chain(second)
    }

    /// The same operation on other values.
    pub(super) fn map(self, mut other: impl FnMut(Value) -> Value) -> Self {
        match self {
            Constant(word) => Constant(word),
            Not(a) => Not(other(a)),
            And(a, b) => And(other(a), other(b)),
            AndNot(a, b) => AndNot(other(a), other(b)),
            Or(a, b) => Or(other(a), other(b)),
            Xor(a, b) => Xor(other(a), other(b)),
            ShiftLeft(a, places) => ShiftLeft(other(a), places),
            ShiftRight(a, places) => ShiftRight(other(a), places),
            Any(a) => Any(other(a)),
            Count(a) => Count(other(a)),
            Add(a, b) => Add(other(a), other(b)),
            Subtract(a, b) => Subtract(other(a), other(b)),
            Multiply(a, b) => Multiply(other(a), other(b)),
            Equal(a, b) => Equal(other(a), other(b)),
            Less(a, b) => Less(other(a), other(b)),
            Growing(a) => Growing(other(a)),
        }
    }

    /// The result, given the words of its operands; of a set that grows, its first bits.
    pub(super) fn evaluate(self, word: impl Fn(Value) -> u64) -> u64 {
        match self {
            Constant(constant) => constant,
            Not(a) => !word(a),
            And(a, b) => word(a) & word(b),
            AndNot(a, b) => word(a) & !word(b),
            Or(a, b) => word(a) | word(b),
            Xor(a, b) => word(a) ^ word(b),
            ShiftLeft(a, places) => word(a) << places,
            ShiftRight(a, places) => word(a) >> places,
            Any(a) => truth(word(a) != 0),
            Count(a) => word(a).count_ones().into(),
            Add(a, b) => word(a).wrapping_add(word(b)),
            Subtract(a, b) => word(a).wrapping_sub(word(b)),
            Multiply(a, b) => word(a).wrapping_mul(word(b)),
            Equal(a, b) => truth(word(a) == word(b)),
            Less(a, b) => truth((word(a) as i64) < word(b) as i64),
            Growing(a) => word(a),
        }
    }
}

/// All ones, or all zeros.
pub(super) fn truth(holds: bool) -> u64 {
    u64::from(holds).wrapping_neg()
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant(word) => write!(f, "constant {word:#x}"),
            Not(a) => write!(f, "not {a}"),
            And(a, b) => write!(f, "and {a}, {b}"),
            AndNot(a, b) => write!(f, "and_not {a}, {b}"),
            Or(a, b) => write!(f, "or {a}, {b}"),
            Xor(a, b) => write!(f, "xor {a}, {b}"),
            ShiftLeft(a, places) => write!(f, "shift_left {a}, {places}"),
            ShiftRight(a, places) => write!(f, "shift_right {a}, {places}"),
            Any(a) => write!(f, "any {a}"),
            Count(a) => write!(f, "count {a}"),
            Add(a, b) => write!(f, "add {a}, {b}"),
            Subtract(a, b) => write!(f, "subtract {a}, {b}"),
            Multiply(a, b) => write!(f, "multiply {a}, {b}"),
            Equal(a, b) => write!(f, "equal {a}, {b}"),
            Less(a, b) => write!(f, "less {a}, {b}"),
            Growing(a) => write!(f, "growing {a}"),
        }
    }
}
