//! The images of compiled positions under the symmetries of their game.
//!
//! Every fact is one bit of a position, and a symmetry is a permutation of facts. So the image of a
//! position is put together from the images of its bytes, which are looked up.

use super::code::Layout;
use super::position::FEW;
use crate::game::{FactImage, Fingerprint, Rules};

/// The most memory that the tables of a game take, in bytes. Games with larger ones do without.
const MOST_BYTES: usize = 4 << 20;
/// The bytes of a word.
const BYTES: usize = size_of::<u64>();
/// The values of a byte.
const VALUES: usize = 1 << 8;

/// The images of all bytes at all places, for each symmetry except the identity.
#[derive(Clone, Debug)]
pub(super) struct Images {
    /// The words of a position.
    words: usize,
    symmetries: Vec<ByteImages>,
}

/// The images under one symmetry: by place and value of a byte, the words of its image.
#[derive(Clone, Debug)]
struct ByteImages(Vec<u64>);

impl Images {
    /// Computes the images of bytes; `None` if they take too much memory, or if the game has
    /// symmetries that are no permutations.
    pub fn new(rules: &Rules, layout: &Layout) -> Option<Self> {
        let words = layout.words();
        let bytes = rules
            .symmetry_count()
            .saturating_mul(words * BYTES * VALUES * words * BYTES);
        if bytes > MOST_BYTES {
            return None;
        }
        let symmetries = rules.fact_images()?;
        let symmetries = symmetries
            .iter()
            .map(|images| ByteImages::new(images, layout));
        Some(Self {
            words,
            symmetries: symmetries.collect(),
        })
    }

    /// The least fingerprint of the images of a position: the same for all of them.
    pub fn least_fingerprint(&self, position: &[u64]) -> u128 {
        let mut few = [0; FEW];
        let mut many = Vec::new();
        let image = match few.get_mut(..self.words) {
            Some(few) => few,
            None => {
                many.resize(self.words, 0);
                &mut many[..]
            }
        };
        let mut least = Fingerprint::of_words(position);
        for symmetry in &self.symmetries {
            symmetry.write_image(position, image);
            least = least.min(Fingerprint::of_words(image));
        }
        least
    }
}

impl ByteImages {
    fn new(images: &[FactImage], layout: &Layout) -> Self {
        let words = layout.words();
        let mut table = vec![0; words * BYTES * VALUES * words];
        for FactImage { fact, image } in images {
            let [bit, to] = [fact, image].map(|(cell, content)| layout.bit(*cell as u32, *content));
            for value in (0..VALUES).filter(|value| value >> (bit % 8) & 1 == 1) {
                table[(bit / 8 * VALUES + value) * words + to / 64] |= 1 << (to % 64);
            }
        }
        Self(table)
    }

    /// Writes the image of a position.
    #[inline]
    fn write_image(&self, position: &[u64], image: &mut [u64]) {
        image.fill(0);
        let of_place = VALUES * position.len();
        let bytes = position.iter().flat_map(|word| word.to_le_bytes());
        for (place, value) in bytes.enumerate().filter(|(_, value)| *value != 0) {
            let first = place * of_place + usize::from(value) * position.len();
            for (word, part) in image.iter_mut().zip(&self.0[first..]) {
                *word |= part;
            }
        }
    }
}
