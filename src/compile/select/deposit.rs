//! By the instruction that deposits bits at the places of a mask (PDEP), where the processor has it. AMD's
//! before Zen 3 have it as microcode, a step for each bit of the mask: correct there, and not quicker.

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::_pdep_u64;

use super::Selected;
use super::broadword::{ONES, byte_of};

/// The most words that are looked at together. More are found as soon by arithmetic.
pub(super) const MOST_WORDS: usize = 4;

/// Whether the processor has the instruction.
#[inline]
pub(super) fn is_there() -> bool {
    is_x86_feature_detected!("bmi2")
}

/// The place of the set bit of that number; see [`super::nth_bit`].
#[target_feature(enable = "bmi2")]
pub(super) fn nth_bit(word: u64, number: usize) -> u32 {
    _pdep_u64(1 << number, word).trailing_zeros()
}

/// The set bit of that number; see [`super::nth_bit_of_several`]. There are [`MOST_WORDS`] words at most,
/// in which [`MOST`](super::broadword::MOST) bits are set at most.
#[target_feature(enable = "bmi2")]
pub(super) fn nth_bit_of_several(
    words: impl Iterator<Item = u64> + Clone,
    number: usize,
) -> Selected {
    let (first, rest) = byte_of(words.clone(), number as u64);
    // A byte for each place, in which each word has one bit.
    let deposited = words
        .enumerate()
        .map(|(number, word)| _pdep_u64(word >> first, ONES << number));
    let here = deposited.fold(0, |here, bits| here | bits);
    let place = nth_bit(here, rest as usize);
    Selected {
        bit: first + place / 8,
        word: place as usize % 8,
    }
}
