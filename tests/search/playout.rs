//! Random games.

use proptest::prelude::*;
use regola::game::FastPaths;
use regola::search::{Playout, playout};

use crate::host_games::{Othello, Pile, RockPaperScissors, TicTacToe};

fn random_game<G: FastPaths>(game: &G, limit: usize, seed: u64) -> Playout<G::Position> {
    playout(game, &game.initial(), limit, seed).expect("the game can be played")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_seed_gives_the_same_game(seed: u64) {
        prop_assert_eq!(random_game(&TicTacToe, 9, seed), random_game(&TicTacToe, 9, seed));
    }

    #[test]
    fn games_end_and_goals_add_up(seed: u64) {
        let game = random_game(&TicTacToe, 9, seed);
        prop_assert!((5..=9).contains(&game.plies));
        let goals = game.goals.expect("nine plies fill the board");
        prop_assert_eq!(goals[0] + goals[1], 100);
        prop_assert_eq!(game.plies % 2 == 0, goals[1] == 100, "the second player wins with even plies alone");
    }

    #[test]
    fn roles_that_move_at_once_choose_each_on_its_own(seed: u64) {
        let game = random_game(&RockPaperScissors { rounds: 3 }, 10, seed);
        prop_assert_eq!(game.plies, 3);
        prop_assert_eq!(game.goals.expect("three rounds are few").len(), 2);
    }
}

#[test]
fn every_result_of_a_round_comes_up() {
    let game = RockPaperScissors { rounds: 1 };
    let goals: std::collections::BTreeSet<_> = (0..50)
        .map(|seed| random_game(&game, 1, seed).goals)
        .collect();
    assert_eq!(goals.len(), 3);
}

#[test]
fn moves_are_chosen_evenly() {
    let pile = Pile {
        counters: 3,
        takes: vec![1, 2, 3],
    };
    let at_once = (0..3000)
        .filter(|seed| random_game(&pile, 9, *seed).plies == 1)
        .count();
    assert!(
        (900..1100).contains(&at_once),
        "a third of 3000, got {at_once}"
    );
}

#[test]
fn a_game_may_end_exactly_at_the_limit() {
    let pile = Pile {
        counters: 4,
        takes: vec![1],
    };
    assert_eq!(random_game(&pile, 4, 0).goals, Some(vec![0, 100]));
    let cut = random_game(&pile, 3, 0);
    assert_eq!((cut.plies, cut.goals), (3, None));
}

#[test]
fn a_long_game_needs_no_deep_stack() {
    let pile = Pile {
        counters: 200_000,
        takes: vec![1],
    };
    assert_eq!(random_game(&pile, 1_000_000, 0).plies, 200_000);
}

#[test]
fn othello_ends_within_sixty_discs_and_some_passes() {
    let game = random_game(&Othello, 120, 1);
    assert!(game.goals.is_some());
}
