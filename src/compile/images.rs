//! The images of compiled positions under the symmetries of their game.
//!
//! Every fact is one bit of a position, or some digits of a number that a symmetry leaves as it is, and a
//! symmetry is a permutation of facts. So the images of a position are put together from the images of its bytes,
//! which are looked up. The images of a difference are the differences of the images, so a search that knows the
//! images of one position looks up those of the next one by the few bytes that a move has changed.

use super::code::Layout;
use crate::game::{FactImage, Fingerprint, Rules};

/// The most memory that the tables of a game take, in bytes. Games with larger ones do without.
const MOST_BYTES: usize = 4 << 20;
/// The bytes of a word.
const BYTES: usize = size_of::<u64>();
/// The values of a byte.
const VALUES: usize = 1 << 8;

/// The images of all bytes at all places, under each symmetry except the identity.
#[derive(Clone, Debug)]
pub(super) struct Images {
    /// The words of a position.
    words: usize,
    /// The words of all images of a position, one image after another.
    length: usize,
    /// By place and value of a byte, the words of its images.
    of_bytes: Vec<u64>,
}

impl Images {
    /// Computes the images of bytes; `None` if they take too much memory, or if the game has
    /// symmetries that are no permutations.
    pub fn new(rules: &Rules, layout: &Layout) -> Option<Self> {
        let words = layout.words();
        let length = rules.symmetry_count().saturating_mul(words);
        let rows = words * BYTES * VALUES;
        if rows.saturating_mul(length * BYTES) > MOST_BYTES {
            return None;
        }
        let symmetries = rules.fact_images()?;
        let length = symmetries.len() * words;
        let mut images = Self {
            words,
            length,
            of_bytes: vec![0; rows * length],
        };
        for (number, symmetry) in symmetries.iter().enumerate() {
            images.add_symmetry(number * words, symmetry, layout)?;
        }
        Some(images)
    }

    /// Adds the images of bytes under one symmetry, from the word `first` of all images on; `None` if it
    /// changes numbers that positions have in digits.
    fn add_symmetry(
        &mut self,
        first: usize,
        symmetry: &[FactImage],
        layout: &Layout,
    ) -> Option<()> {
        for FactImage { fact, image } in symmetry {
            let [from, to] =
                [fact, image].map(|(cell, content)| layout.place(*cell as u32, *content));
            if (from.digits, from.number) != (to.digits, to.number) {
                return None;
            }
            for (bit, to) in from.bits().zip(to.bits()) {
                for value in (0..VALUES).filter(|value| value >> (bit % 8) & 1 == 1) {
                    let row = (bit / 8 * VALUES + value) * self.length;
                    self.of_bytes[row + first + to / 64] |= 1 << (to % 64);
                }
            }
        }
        Some(())
    }

    /// The number of words of all images of a position.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Changes the images of one position to those of another one, given where the two differ: by
    /// word, the bits that do.
    #[inline]
    pub fn change(&self, difference: impl Iterator<Item = u64>, images: &mut [u64]) {
        for (word, mut rest) in difference.enumerate() {
            while rest != 0 {
                let byte = rest.trailing_zeros() as usize / 8;
                let value = (rest >> (8 * byte)) as usize % VALUES;
                rest &= !(0xff << (8 * byte));
                let row = ((word * BYTES + byte) * VALUES + value) * self.length;
                for (image, part) in images.iter_mut().zip(&self.of_bytes[row..]) {
                    *image ^= part;
                }
            }
        }
    }

    /// The least fingerprint of a position and of its images: the same for all of them.
    #[inline]
    pub fn least_fingerprint(&self, position: &[u64], images: &[u64]) -> u128 {
        let own = Fingerprint::of_words(position);
        let images = images.chunks_exact(self.words).map(Fingerprint::of_words);
        images.fold(own, u128::min)
    }

    /// The least fingerprint of a position of which no images are known.
    pub fn least_fingerprint_anew(&self, position: &[u64]) -> u128 {
        let mut images = vec![0; self.length];
        self.change(position.iter().copied(), &mut images);
        self.least_fingerprint(position, &images)
    }
}
