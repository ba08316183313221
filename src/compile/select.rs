//! Finding a bit by its number among those that are set, without a look at each (S. Vigna,
//! "Broadword Implementation of Rank/Select Queries", 2008). Knows nothing of moves.
#![allow(unsafe_code)]

/// Every byte 1.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The highest bit of every byte.
const HIGHEST: u64 = ONES << 7;

/// In each byte the bit of the byte's own number.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// The number of a bit up to which it is quicker to pass over the others one by one.
const NEAR: usize = 8;

/// Up to this many words of many are looked at without those that are empty.
const SEVERAL: usize = 8;

/// A bit of one of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Selected {
    /// Its place in the word, 0 to 63.
    pub bit: u32,
    /// Which word, from 0.
    pub word: usize,
}

/// The place of the set bit of that number, from 0; more are set.
#[inline]
pub(super) fn nth_bit(mut word: u64, number: usize) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if std::arch::is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has the instruction.
        return unsafe { nth_bit_by_deposit(word, number) };
    }
    // The first ones are found sooner one by one.
    if number > NEAR {
        return nth_bit_of_several(std::iter::once(word), number, 64).bit;
    }
    for _ in 0..number {
        word &= word - 1;
    }
    word.trailing_zeros()
}

/// The place of the set bit of that number, by one instruction: a random number of steps would be a
/// branch that no processor foresees.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "bmi2")]
fn nth_bit_by_deposit(word: u64, number: usize) -> u32 {
    std::arch::x86_64::_pdep_u64(1 << number, word).trailing_zeros()
}

/// The set bit of that number, from 0, in some words: those at the lowest place come first, each
/// word's in the order of the words, then those at the next place, and so on. So many are set in
/// all, more than the number.
#[inline]
pub(super) fn nth_bit_of_several(
    words: impl Iterator<Item = u64> + Clone,
    number: usize,
    count: usize,
) -> Selected {
    let (mut first, mut rest) = (0, number as u64);
    // Numbers up to this one have a byte without its highest bit, which tells the greater of two.
    if count < 128 {
        let upto = words
            .clone()
            .fold(0, |all: u64, word| all + in_bytes(word))
            .wrapping_mul(ONES);
        first = 8 * reached(upto, rest);
        rest -= upto << 8 >> first & 0xff;
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
                word: nth_bit(here, rest as usize) as usize,
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

/// The same for many words, most of which are empty.
pub(super) fn nth_bit_of_many(
    words: impl Iterator<Item = u64> + Clone,
    number: usize,
    count: usize,
) -> Selected {
    let (mut some, mut numbers, mut filled) = ([0; SEVERAL], [0; SEVERAL], 0);
    for (place, word) in words.clone().enumerate() {
        if filled == SEVERAL {
            return nth_bit_of_several(words, number, count);
        }
        (some[filled], numbers[filled]) = (word, place);
        filled += usize::from(word != 0);
    }
    let Selected { bit, word } = nth_bit_of_several(some[..filled].iter().copied(), number, count);
    Selected {
        bit,
        word: numbers[word],
    }
}

/// Calls `found` with the numbers of the words that are not empty, in order. Most are: a branch for each
/// word is one that no processor foresees.
#[inline]
pub(super) fn each_filled(words: &[u64], mut found: impl FnMut(usize)) {
    for (chunk, words) in words.chunks(64).enumerate() {
        let filled = words.iter().enumerate();
        let filled = filled.map(|(number, word)| u64::from(*word != 0) << number);
        let mut filled = filled.fold(0, |all, bit| all | bit);
        while filled != 0 {
            found(64 * chunk + filled.trailing_zeros() as usize);
            filled &= filled - 1;
        }
    }
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
