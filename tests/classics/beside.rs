//! A game beside a program of its own: random games in both, and counts of lines by both.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use proptest::prelude::*;
use regola::game::{Game, Rules, Turn};

use super::{count, results};

/// A position of a program that plays one game alone.
pub trait Board: Sized {
    type Ply;

    /// The legal plies, in any order.
    fn plies(&self) -> Vec<Self::Ply>;

    fn played(&self, ply: Self::Ply) -> Self;

    /// A ply as the rules write it.
    fn written(&self, ply: &Self::Ply) -> String;

    /// The results of the roles, in their order; nothing while the game goes on.
    fn results(&self) -> Option<Vec<u8>>;

    /// The lines of play of `depth` plies, which is 1 or more.
    fn count(&self, depth: usize) -> u64 {
        let plies = self.plies().into_iter();
        match depth {
            1 => plies.len() as u64,
            _ => plies.map(|ply| self.played(ply).count(depth - 1)).sum(),
        }
    }
}

/// Plays a random game to its end by the rules and by the other program.
pub fn plays_alike(rules: &Rules, mut board: impl Board, seed: u64) -> Result<(), TestCaseError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = rules.initial();
    loop {
        prop_assert_eq!(results(rules, &position), board.results());
        let Turn::Single(_, moves) = rules.turn(&position).expect("the rules can be followed")
        else {
            return Ok(());
        };
        let text = |played| {
            rules
                .notation(&position, played)
                .expect("it has a notation")
        };
        let listed: BTreeMap<String, _> =
            moves.iter().map(|played| (text(played), played)).collect();
        let plies = board
            .plies()
            .into_iter()
            .map(|ply| (board.written(&ply), ply));
        let legal: BTreeMap<String, _> = plies.collect();
        prop_assert_eq!(listed.len(), moves.len());
        prop_assert_eq!(
            listed.keys().collect::<Vec<_>>(),
            legal.keys().collect::<Vec<_>>()
        );
        let (chosen, ply) = random.choice(legal).expect("there is a move");
        position = rules
            .play(&position, &[listed[&chosen].clone()])
            .expect("it is legal");
        board = board.played(ply);
    }
}

/// Asserts how many lines there are from the start, by the rules and by the other program, each to its
/// depths. The first count is that of one ply.
pub fn grows_alike(
    rules: &Rules,
    board: &impl Board,
    counts: &[u64],
    by_rules: RangeInclusive<usize>,
    by_program: RangeInclusive<usize>,
) {
    for depth in by_rules {
        let counted = count(rules, &rules.initial(), depth);
        assert_eq!(counted, counts[depth - 1], "{depth} plies by the rules");
    }
    for depth in by_program {
        let counted = board.count(depth);
        assert_eq!(counted, counts[depth - 1], "{depth} plies by the program");
    }
}
