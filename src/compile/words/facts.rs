//! What is known of the results of operations, whatever the inputs are.

use super::operation::Operation::{self, *};
use super::operation::Value;

/// What is known of a value. All of it is true of zero as well, so it holds past the end of a
/// section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// The bits that may be set.
    pub bits: u64,
    /// Whether it is all ones or zero.
    pub is_truth: bool,
}

impl Facts {
    pub const ANYTHING: Self = Self {
        bits: u64::MAX,
        is_truth: false,
    };
    const TRUTH: Self = Self {
        bits: u64::MAX,
        is_truth: true,
    };

    /// What follows for the result of an operation from what is known of its operands.
    pub fn of(operation: Operation, known: impl Fn(Value) -> Self) -> Self {
        let bits = |bits| Self {
            bits,
            is_truth: bits == 0,
        };
        match operation {
            Constant(word) => Self {
                bits: word,
                is_truth: word == 0 || word == u64::MAX,
            },
            Not(a) => Self {
                bits: u64::MAX,
                is_truth: known(a).is_truth,
            },
            And(a, b) => known(a).both(known(b), known(a).bits & known(b).bits),
            AndNot(a, b) => known(a).both(known(b), known(a).bits),
            Or(a, b) | Xor(a, b) => known(a).both(known(b), known(a).bits | known(b).bits),
            ShiftLeft(a, places) => bits(known(a).bits << places),
            ShiftRight(a, places) => bits(known(a).bits >> places),
            Any(_) | Equal(..) | Less(..) => Self::TRUTH,
            Count(a) => bits(up_to(u64::from(known(a).bits.count_ones()))),
            Add(a, b) => bits(
                known(a)
                    .bits
                    .checked_add(known(b).bits)
                    .map_or(u64::MAX, up_to),
            ),
            Multiply(a, b) => bits(
                known(a)
                    .bits
                    .checked_mul(known(b).bits)
                    .map_or(u64::MAX, up_to),
            ),
            Subtract(..) | Growing(_) => Self::ANYTHING,
        }
    }

    /// A bitwise operation of two truths is a truth.
    fn both(self, other: Self, bits: u64) -> Self {
        Self {
            bits,
            is_truth: bits == 0 || self.is_truth && other.is_truth,
        }
    }
}

/// The bits that a number up to this one may have.
fn up_to(most: u64) -> u64 {
    u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0)
}
