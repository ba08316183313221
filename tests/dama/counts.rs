//! How many lines of play there are from the start, against the counts kept in `tests/perft`.

use std::fs;

use regola::game::{Game, Rules};
use regola::search::{Unwatched, perft};

use super::{FEDERATION, PADOVA};

/// Deeper counts are for optimised builds.
const DEPTHS: usize = 5;

fn counts_as_kept(rules: &Rules, path: &str) {
    let kept = fs::read_to_string(path).expect("the counts are kept");
    for line in kept.lines().take(DEPTHS) {
        let (depth, leaves) = line.split_once(' ').expect("a depth and a count");
        let depth = depth.parse().expect("the depth is a number");
        let counted = perft(rules, &rules.initial(), depth, &mut Unwatched)
            .expect("the rules can be followed");
        assert_eq!(counted.to_string(), leaves, "{path} at depth {depth}");
    }
}

#[test]
fn the_federations_game_counts_as_kept() {
    counts_as_kept(&FEDERATION, "tests/perft/dama.perft");
}

#[test]
fn the_game_of_padova_counts_as_kept() {
    counts_as_kept(&PADOVA, "tests/perft/dama-padova.perft");
}
