//! Finding a bit by its number among those that are set, without a look at each: a random number of
//! steps would be a branch that no processor foresees. Knows nothing of moves.
#![allow(unsafe_code)]

pub mod broadword;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod deposit;

/// The number of a bit up to which it is quicker to pass over the others one by one.
const NEAR: usize = 8;

/// Up to this many words of many are looked at without those that are empty.
const SEVERAL: usize = 8;

/// A bit of one of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selected {
    /// Its place in the word, 0 to 63.
    pub bit: u32,
    /// Which word, from 0.
    pub word: usize,
}

/// The place of the set bit of that number, from 0; more are set.
#[inline]
pub fn nth_bit(mut word: u64, number: usize) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if deposit::is_there() {
        // SAFETY: the processor has the instruction.
        return unsafe { deposit::nth_bit(word, number) };
    }
    // The first ones are found sooner one by one.
    if number > NEAR {
        return broadword::nth_bit_of_several(std::iter::once(word), number, 64).bit;
    }
    for _ in 0..number {
        word &= word - 1;
    }
    word.trailing_zeros()
}

/// The set bit of that number, from 0, in some words: those at the lowest place come first, each
/// word's in the order of the words, then those at the next place, and so on. `count` bits are set in
/// all, more than the number.
#[inline]
pub fn nth_bit_of_several(
    words: impl ExactSizeIterator<Item = u64> + Clone,
    number: usize,
    count: usize,
) -> Selected {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if words.len() <= deposit::MOST_WORDS && count <= broadword::MOST && deposit::is_there() {
        // SAFETY: the processor has the instruction.
        return unsafe { deposit::nth_bit_of_several(words, number) };
    }
    broadword::nth_bit_of_several(words, number, count)
}

/// The same for many words, most of which are empty. By arithmetic: of those that are left there are seldom
/// few enough to deposit their bytes side by side.
pub fn nth_bit_of_many(
    words: impl Iterator<Item = u64> + Clone,
    number: usize,
    count: usize,
) -> Selected {
    let (mut some, mut numbers, mut filled) = ([0; SEVERAL], [0; SEVERAL], 0);
    for (place, word) in words.clone().enumerate() {
        if filled == SEVERAL {
            return broadword::nth_bit_of_several(words, number, count);
        }
        (some[filled], numbers[filled]) = (word, place);
        filled += usize::from(word != 0);
    }
    let some = some[..filled].iter().copied();
    let Selected { bit, word } = broadword::nth_bit_of_several(some, number, count);
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
