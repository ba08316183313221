//! By arithmetic on all bytes of a word at once (S. Vigna, "Broadword Implementation of Rank/Select
//! Queries", 2008).

use super::Selected;

/// Every byte 1.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// The highest bit of every byte.
const HIGHEST: u64 = ONES << 7;

/// In each byte the bit of the byte's own number.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// Numbers up to this one have a byte without its highest bit, which tells the greater of two.
pub const MOST: usize = 127;

/// The set bit of that number; see [`super::nth_bit_of_several`].
#[inline]
pub fn nth_bit_of_several(
    words: impl Iterator<Item = u64> + Clone,
    number: usize,
    count: usize,
) -> Selected {
    let (mut first, mut rest) = (0, number as u64);
    if count <= MOST {
        (first, rest) = byte_of(words.clone(), rest);
        let here = words
            .clone()
            .fold(0, |all: u64, word| all + spread(word >> first & 0xff));
        let upto = here.wrapping_mul(ONES);
        let place = reached(upto, rest);
        rest -= upto << 8 >> (8 * place) & 0xff;
        first += place;
        // Which word it is of the first 64: a branch for each word is one that no processor foresees.
        let of_words = words.clone().take(64).enumerate();
        let here = of_words.fold(0, |here, (number, word)| {
            here | (word >> first & 1) << number
        });
        if rest < u64::from(here.count_ones()) {
            return Selected {
                bit: first,
                word: super::nth_bit(here, rest as usize) as usize,
            };
        }
    }
    loop {
        for (number, word) in words.clone().enumerate() {
            if word >> first & 1 == 1 {
                if rest == 0 {
                    return Selected {
                        bit: first,
                        word: number,
                    };
                }
                rest -= 1;
            }
        }
        first += 1;
    }
}

/// The first bit of the byte, at the same place in all words, that has the set bit of that number; and its
/// number among those of this byte. At most [`MOST`] bits are set, more than the number.
#[inline]
pub(super) fn byte_of(words: impl Iterator<Item = u64>, number: u64) -> (u32, u64) {
    let upto = words
        .fold(0, |all: u64, word| all + in_bytes(word))
        .wrapping_mul(ONES);
    let first = 8 * reached(upto, number);
    (first, number - (upto << 8 >> first & 0xff))
}

/// For each byte of a word, in that byte, how many bits are set.
#[inline]
fn in_bytes(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// For each bit of a byte, in a byte of its own, whether it is set.
#[inline]
fn spread(byte: u64) -> u64 {
    ((byte.wrapping_mul(ONES) & DIAGONAL) + (HIGHEST - ONES)) >> 7 & ONES
}

/// In how many bytes, which grow, a number is reached: the byte is not greater than it. All are
/// below 128.
#[inline]
fn reached(bytes: u64, number: u64) -> u32 {
    let are_reached = (((number * ONES) | HIGHEST) - bytes) & HIGHEST;
    ((are_reached >> 7).wrapping_mul(ONES) >> 56) as u32
}
