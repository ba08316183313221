//! Fingerprints: hashes of positions that are wide enough to stand for them.

use std::hash::{Hash, Hasher};

/// A multiplier without a pattern in its bits: the fraction of the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// The same for the second half: the fraction of the square root of two.
const SQUARE_ROOT_OF_TWO: u64 = 0x6a09_e667_f3bc_c909;

/// Computes a fingerprint of 128 bits: two hashes of the same data with other constants. Each step
/// folds a product of 128 bits (W. Yi, "wyhash", 2019).
#[derive(Clone, Copy, Debug)]
pub struct Fingerprint {
    halves: [u64; 2],
}

impl Default for Fingerprint {
    fn default() -> Self {
        Self {
            halves: [SQUARE_ROOT_OF_TWO, GOLDEN],
        }
    }
}

impl Fingerprint {
    /// The fingerprint of a value.
    pub fn of<T: Hash + ?Sized>(value: &T) -> u128 {
        let mut fingerprint = Self::default();
        value.hash(&mut fingerprint);
        fingerprint.finish_wide()
    }

    /// The fingerprint of words. Up to two words are told apart without fail.
    #[must_use]
    #[inline]
    pub fn of_words(words: &[u64]) -> u128 {
        match *words {
            [] => 0,
            [only] => u128::from(only),
            [first, second] => u128::from(first) << 64 | u128::from(second),
            _ => {
                let mut fingerprint = Self::default();
                words.iter().for_each(|word| fingerprint.write_u64(*word));
                fingerprint.finish_wide()
            }
        }
    }

    /// The fingerprint of bytes.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> u128 {
        let mut fingerprint = Self::default();
        fingerprint.write(bytes);
        fingerprint.finish_wide()
    }

    /// The fingerprint of all that was written.
    #[must_use]
    pub fn finish_wide(&self) -> u128 {
        u128::from(self.halves[0]) << 64 | u128::from(self.halves[1])
    }
}

impl Hasher for Fingerprint {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let [first, second] = self.halves;
        self.halves = [
            folded(first ^ word, GOLDEN) ^ second.rotate_left(23),
            folded(second.wrapping_add(word), SQUARE_ROOT_OF_TWO) ^ first.rotate_left(41),
        ];
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.halves[0]
    }
}

/// The product, its two halves exclusive-or'ed.
pub(crate) fn folded(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    (product >> 64) as u64 ^ product as u64
}
