//! The set bit of a number in several words, against a look at each bit.

use proptest::collection::vec;
use proptest::prelude::*;
use regola::compile::select::{self, Selected, broadword};

/// The set bits of some words: those at the lowest place first, each word's in the order of the words.
fn all(words: &[u64]) -> Vec<Selected> {
    let places = (0..64).flat_map(|bit| (0..words.len()).map(move |word| Selected { bit, word }));
    places
        .filter(|Selected { bit, word }| words[*word] >> bit & 1 == 1)
        .collect()
}

/// Words of which some are empty, and others sparse or dense.
fn words(most: usize) -> impl Strategy<Value = Vec<u64>> {
    let word = prop_oneof![
        Just(0),
        (any::<u64>(), any::<u64>()).prop_map(|(one, other)| one & other),
        any::<u64>()
    ];
    vec(word, 1..=most)
}

proptest! {
    #[test]
    fn arithmetic_finds_each_bit_of_some_words(words in words(12)) {
        let all = all(&words);
        for (number, selected) in all.iter().enumerate() {
            let found = broadword::nth_bit_of_several(words.iter().copied(), number, all.len());
            prop_assert_eq!(found, *selected);
        }
    }

    /// By an instruction, where the processor has it.
    #[test]
    fn each_bit_of_few_words_is_found(words in words(4)) {
        let all = all(&words);
        for (number, selected) in all.iter().enumerate() {
            let found = select::nth_bit_of_several(words.iter().copied(), number, all.len());
            prop_assert_eq!(found, *selected);
        }
    }

    #[test]
    fn each_bit_of_a_word_is_found(word in any::<u64>()) {
        for (number, selected) in all(&[word]).iter().enumerate() {
            prop_assert_eq!(select::nth_bit(word, number), selected.bit);
        }
    }

    /// Most of which are empty, and more than are looked at one by one.
    #[test]
    fn each_bit_of_many_words_is_found(words in vec(prop_oneof![4 => Just(0), 1 => any::<u64>()], 1..60)) {
        let all = all(&words);
        for (number, selected) in all.iter().enumerate() {
            let found = select::nth_bit_of_many(words.iter().copied(), number, all.len());
            prop_assert_eq!(found, *selected);
        }
    }
}
