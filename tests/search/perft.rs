//! Counts of lines of play.

use proptest::prelude::*;
use regola::game::{FastPaths, Game, Role};
use regola::search::{Unwatched, divide, perft};

use crate::host_games::{Othello, Pile, RandomTree, RockPaperScissors, TicTacToe};

fn counts<G: FastPaths>(game: &G, depths: std::ops::RangeInclusive<usize>) -> Vec<u64> {
    depths
        .map(|depth| {
            perft(game, &game.initial(), depth, &mut Unwatched).expect("the game can be played")
        })
        .collect()
}

/// Games won after 5, 6, 7 and 8 plies number 1440, 5328, 47952 and 72576; each goes on counting as
/// one line. So depth 6 has 54720 lines of six plies and 1440 shorter ones, and so on up to all
/// 255168 games.
#[test]
fn tic_tac_toe_is_counted_to_its_end() {
    assert_eq!(
        counts(&TicTacToe, 0..=6),
        [1, 9, 72, 504, 3024, 15120, 54720 + 1440]
    );
    assert_eq!(
        counts(&TicTacToe, 7..=9),
        [148_176 + 1440 + 5328, 255_168, 255_168]
    );
}

#[test]
fn othello_grows_as_known() {
    assert_eq!(counts(&Othello, 1..=5), [4, 12, 56, 244, 1396]);
}

#[test]
fn joint_moves_count_in_all_combinations() {
    let game = RockPaperScissors { rounds: 2 };
    assert_eq!(counts(&game, 0..=3), [1, 9, 81, 81]);
    let shares = divide(&game, &game.initial(), 2, &mut Unwatched).expect("the game can be played");
    assert_eq!(shares.len(), 9);
    assert!(
        shares
            .iter()
            .all(|share| share.moves.len() == 2 && share.lines == 9)
    );
    assert_eq!(
        format!("{:?} {:?}", shares[1].moves, shares[3].moves),
        "[Rock, Paper] [Paper, Rock]"
    );
}

#[test]
fn a_finished_game_is_one_line_without_a_first_ply() {
    let won = TicTacToe::board("xxx oo. ...", Role(1));
    assert_eq!(perft(&TicTacToe, &won, 4, &mut Unwatched), Ok(1));
    assert_eq!(divide(&TicTacToe, &won, 4, &mut Unwatched), Ok(vec![]));
    assert_eq!(
        divide(&TicTacToe, &TicTacToe.initial(), 0, &mut Unwatched),
        Ok(vec![])
    );
}

#[test]
fn the_lines_of_a_small_pile_can_be_listed() {
    let pile = Pile {
        counters: 4,
        takes: vec![1, 2],
    };
    assert_eq!(counts(&pile, 4..=4), [5], "1111, 112, 121, 211, 22");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn shares_add_up(seed: u64, depth in 1..=5usize) {
        let tree = RandomTree { seed, roles: 2, branching: 4, height: 5, width: RandomTree::WIDE };
        let total = perft(&tree, &tree.initial(), depth, &mut Unwatched).expect("a tree can be walked");
        let shares = divide(&tree, &tree.initial(), depth, &mut Unwatched).expect("a tree can be walked");
        let sum: u64 = shares.iter().map(|share| share.lines).sum();
        prop_assert_eq!(total, if shares.is_empty() { 1 } else { sum });
    }
}
