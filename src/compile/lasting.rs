//! The lasting fingerprints of compiled positions: those that the rules compute from the facts.
//!
//! The fingerprint of a set of facts is the exclusive or of the fingerprints of the facts, and every
//! fact is one bit of a position or the digits of a number. So the fingerprints of a position and of its images under
//! symmetries are put together from those of its bytes and numbers, which are looked up.

use indexmap::IndexMap;

use super::code::{FactPlace, Layout, Region};
use crate::game::Rules;
use crate::logic::{Storage, cell_fingerprint};

/// The most memory that the table of a game takes, in bytes. Games with a larger one do without.
const MOST_BYTES: usize = 4 << 20;
/// The bytes of a word.
const BYTES: usize = size_of::<u64>();
/// The values of a byte.
const VALUES: usize = 1 << 8;

/// The fingerprints of all bytes at all places, under each symmetry.
#[derive(Clone, Debug)]
pub(super) struct LastingFingerprints {
    /// The number of symmetries, including the identity.
    order: usize,
    /// By place and value of a byte and by symmetry.
    of_bytes: Vec<u128>,
    /// The fingerprints of cells whose numbers positions have in digits, by the first bit.
    of_numbers: IndexMap<usize, OfNumbers>,
}

/// The fingerprints of all numbers of a cell.
#[derive(Clone, Debug)]
struct OfNumbers {
    /// Where the cell has one of them.
    place: FactPlace,
    /// By number and by symmetry.
    fingerprints: Vec<u128>,
}

impl LastingFingerprints {
    /// Computes the fingerprints of bytes; `None` if they take too much memory, or if the game has
    /// symmetries that are no permutations.
    pub fn new(rules: &Rules, layout: &Layout) -> Option<Self> {
        let rows = layout.words() * BYTES * VALUES;
        let numbers: usize = layout.in_digits().map(Region::facts).sum();
        let most = (rows + numbers).saturating_mul(rules.symmetry_count());
        if most.saturating_mul(size_of::<u128>()) > MOST_BYTES {
            return None;
        }
        let symmetries = rules.fact_images()?;
        let order = symmetries.len() + 1;
        let mut fingerprints = Self {
            order,
            of_bytes: vec![0; rows * order],
            of_numbers: IndexMap::new(),
        };
        for fact in dense_facts(rules) {
            fingerprints.add(0, layout, fact, fact);
        }
        for (number, symmetry) in symmetries.iter().enumerate() {
            for both in symmetry {
                fingerprints.add(number + 1, layout, both.fact, both.image);
            }
        }
        Some(fingerprints)
    }

    /// Adds the fingerprint of the image of a fact under a symmetry to the bytes that have its bit, or to its number.
    fn add(&mut self, symmetry: usize, layout: &Layout, fact: (usize, u16), image: (usize, u16)) {
        let place = layout.place(fact.0 as u32, fact.1);
        let fingerprint = cell_fingerprint(image.0, image.1);
        let Some(bit) = place.single_bit() else {
            let of_cell = self.of_numbers.entry(place.bit);
            let of_cell = of_cell.or_insert_with(|| OfNumbers {
                place,
                fingerprints: vec![0; self.order << place.digits],
            });
            of_cell.fingerprints[usize::from(place.number) * self.order + symmetry] = fingerprint;
            return;
        };
        for value in (0..VALUES).filter(|value| value >> (bit % 8) & 1 == 1) {
            let row = (bit / 8 * VALUES + value) * self.order;
            self.of_bytes[row + symmetry] ^= fingerprint;
        }
    }

    /// The least fingerprint of a position and of its images.
    pub fn least(&self, words: &[u64]) -> u128 {
        let fingerprint = |symmetry| self.fingerprint(words, symmetry);
        let least = (0..self.order).map(fingerprint).min();
        least.expect("the identity is a symmetry")
    }

    /// The fingerprint of the image of a position under a symmetry.
    fn fingerprint(&self, words: &[u64], symmetry: usize) -> u128 {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        let of_byte = |(place, value): (usize, u8)| {
            let row = (place * VALUES + usize::from(value)) * self.order;
            self.of_bytes[row + symmetry]
        };
        let bytes = bytes.enumerate().map(of_byte);
        let of_number = |OfNumbers {
                             place,
                             fingerprints,
                         }: &OfNumbers| {
            let number = usize::from(place.number_in(words));
            fingerprints[number * self.order + symmetry]
        };
        let numbers = self.of_numbers.values().map(of_number);
        bytes.chain(numbers).fold(0, |all, one| all ^ one)
    }
}

/// The facts of positions, each as a cell and its content.
fn dense_facts(rules: &Rules) -> impl Iterator<Item = (usize, u16)> {
    let relations = rules.schema().relations().iter();
    relations.flat_map(|relation| {
        let Storage::Dense(dense) = &relation.storage else {
            return Vec::new();
        };
        let contents = dense.contents() as u16;
        let cells = dense.offset..dense.offset + dense.size;
        let of_cell = |cell| (1..=contents).map(move |content| (cell, content));
        cells.flat_map(of_cell).collect()
    })
}
