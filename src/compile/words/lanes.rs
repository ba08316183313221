//! Operations on several words at once, one a lane. The loops have a fixed length, so that the
//! compiler makes vector instructions of them.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::operation::truth;

/// So many words, each for itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes<const N: usize>(pub [u64; N]);

impl<const N: usize> Lanes<N> {
    pub const ZERO: Self = Self([0; N]);

    #[inline(always)]
    fn map(mut self, function: impl Fn(u64) -> u64) -> Self {
        self.0.iter_mut().for_each(|word| *word = function(*word));
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, function: impl Fn(u64, u64) -> u64) -> Self {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(word, other)| *word = function(*word, *other));
        self
    }

    #[inline(always)]
    pub fn any(self) -> Self {
        self.map(|word| truth(word != 0))
    }

    #[inline(always)]
    pub fn count(self) -> Self {
        self.map(|word| word.count_ones().into())
    }

    #[inline(always)]
    pub fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    pub fn subtract(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }

    #[inline(always)]
    pub fn multiply(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_mul)
    }

    #[inline(always)]
    pub fn equal(self, other: Self) -> Self {
        self.zip(other, |word, other| truth(word == other))
    }

    #[inline(always)]
    pub fn less(self, other: Self) -> Self {
        self.zip(other, |word, other| truth((word as i64) < other as i64))
    }

    /// Whether the word is zero in all lanes.
    #[inline(always)]
    pub fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the word is zero in no lane.
    #[inline(always)]
    pub fn is_nonzero(self) -> bool {
        self.0.iter().all(|word| *word != 0)
    }
}

impl<const N: usize> Not for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.map(|word| !word)
    }
}

impl<const N: usize> BitAnd for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |word, other| word & other)
    }
}

impl<const N: usize> BitOr for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |word, other| word | other)
    }
}

impl<const N: usize> BitXor for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |word, other| word ^ other)
    }
}

/// By 0 to 63 places; only the six lowest bits of the number count.
impl<const N: usize> Shl<u8> for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, places: u8) -> Self {
        self.map(|word| word.wrapping_shl(places.into()))
    }
}

/// By 0 to 63 places; only the six lowest bits of the number count.
impl<const N: usize> Shr<u8> for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, places: u8) -> Self {
        self.map(|word| word.wrapping_shr(places.into()))
    }
}
