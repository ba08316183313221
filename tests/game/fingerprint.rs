//! Fingerprints, which stand for positions.

use std::collections::HashSet;

use regola::game::Fingerprint;

/// Each half is a hash by itself: a change of one word changes both.
#[test]
fn fingerprints_differ_in_both_halves() {
    let wide: Vec<u128> = (0..1000_u64)
        .flat_map(|number| [[number, 0, 0], [0, number + 1, 0], [0, 0, number + 1]])
        .map(|words| Fingerprint::of_words(&words))
        .collect();
    for shift in [0, 64] {
        let halves: HashSet<u64> = wide.iter().map(|wide| (wide >> shift) as u64).collect();
        assert_eq!(halves.len(), wide.len(), "the half above bit {shift}");
    }
}
