//! Known facts of tic-tac-toe, valued by open lines.

use regola::game::{Game, Role};
use regola::search::{Options, Strategy, Unwatched, Value, best};

use super::{root_values, search};
use crate::host_games::TicTacToe;

const CENTRE: usize = 4;

#[test]
fn the_centre_is_best_at_small_depths() {
    let start = TicTacToe.initial();
    for (depth, value) in [(1, 4), (2, 1), (3, 3), (4, 1)] {
        for strategy in [Strategy::Minimax, Strategy::AlphaBeta] {
            let best = search(&TicTacToe, &start, strategy, depth);
            assert_eq!(
                (best.best_move(), best.value.number()),
                (Some(&CENTRE), value),
                "{strategy} to depth {depth}"
            );
        }
    }
}

#[test]
fn openings_are_told_apart_by_depth_one_and_two() {
    let start = TicTacToe.initial();
    let one = search(&TicTacToe, &start, Strategy::Minimax, 1);
    assert_eq!(root_values(&one), [3, 2, 3, 2, 4, 2, 3, 2, 3]);
    assert_eq!(one.nodes, 1 + 9);
    let two = search(&TicTacToe, &start, Strategy::Minimax, 2);
    assert_eq!(root_values(&two), [-1, -2, -1, -2, 1, -2, -1, -2, -1]);
    assert_eq!(two.nodes, 1 + 9 + 72);
}

#[test]
fn the_whole_game_is_a_draw_and_the_first_square_is_the_first_of_equals() {
    let start = TicTacToe.initial();
    let plain = search(&TicTacToe, &start, Strategy::Minimax, 9);
    assert_eq!((plain.best_move(), plain.value), (Some(&0), Value::DRAW));
    assert_eq!(plain.nodes, 549_946);

    let options = Options {
        strategy: Strategy::AlphaBeta,
        depth: 9,
        ..Options::default()
    };
    let pruned =
        best(&TicTacToe, &start, &options, &mut Unwatched).expect("the game can be searched");
    assert_eq!((pruned.value, pruned.line), (plain.value, plain.line));
    assert!(pruned.nodes < 30_000, "{} positions", pruned.nodes);
}

#[test]
fn against_the_centre_the_first_corner_is_best() {
    let position = TicTacToe::board("... .o. ...", Role(0));
    for (depth, value, nodes) in [(1, -1, 9), (2, -3, 65), (9, 0, 55_505)] {
        let best = search(&TicTacToe, &position, Strategy::Minimax, depth);
        assert_eq!(
            (best.best_move(), best.value.number(), best.nodes),
            (Some(&0), value, nodes)
        );
    }
}

#[test]
fn looking_one_move_ahead_misses_the_win() {
    let position = TicTacToe::board("xo. .x. ..o", Role(0));
    let naive = search(&TicTacToe, &position, Strategy::AlphaBeta, 1);
    assert_eq!(root_values(&naive), [2, 1, 2, 2, 2]);
    assert_eq!(naive.best_move(), Some(&2));
    let full = search(&TicTacToe, &position, Strategy::AlphaBeta, 9);
    let values: Vec<Value> = full
        .root_moves
        .iter()
        .map(|root_move| root_move.value)
        .collect();
    assert_eq!(
        values,
        [
            Value::DRAW,
            Value::WIN,
            Value::DRAW,
            Value::WIN,
            Value::DRAW
        ]
    );
    assert_eq!(full.best_move(), Some(&3));
}

#[test]
fn values_speak_for_the_role_to_move() {
    let position = TicTacToe::board("xx. .o. x.o", Role(1));
    let best = search(&TicTacToe, &position, Strategy::AlphaBeta, 9);
    assert_eq!((best.role, best.value), (Role(1), Value::LOSS));
    assert_eq!(best.line.len(), 2);
}

#[test]
fn the_second_player_takes_a_win_at_once() {
    let position = TicTacToe::board("xx. oo. x..", Role(1));
    let best = search(&TicTacToe, &position, Strategy::AlphaBeta, 1);
    assert_eq!((best.line, best.value), (vec![5], Value::WIN));
}

#[test]
fn a_win_in_one_is_found_at_every_depth() {
    let position = TicTacToe::board("x.o .o. x.o", Role(0));
    for depth in 1..=4 {
        let best = search(&TicTacToe, &position, Strategy::AlphaBeta, depth);
        assert_eq!((best.line, best.value), (vec![3], Value::WIN));
    }
}

#[test]
fn a_finished_game_has_a_value_but_no_move() {
    let full = TicTacToe::board("xox xoo oxx", Role(1));
    let won = TicTacToe::board("xxx oo. ...", Role(1));
    for strategy in Strategy::ALL {
        let best = search(&TicTacToe, &full, strategy, 5);
        assert_eq!(
            (best.best_move(), best.value, best.nodes),
            (None, Value::DRAW, 1)
        );
    }
    assert_eq!(
        search(&TicTacToe, &won, Strategy::Minimax, 5).value,
        Value::WIN
    );
}

#[test]
fn depth_zero_is_a_static_value_without_a_move() {
    let position = TicTacToe::board("x.. ... ...", Role(1));
    for strategy in [Strategy::Minimax, Strategy::AlphaBeta] {
        let best = search(&TicTacToe, &position, strategy, 0);
        assert_eq!((best.best_move(), best.value.number()), (None, -3));
        assert!(best.root_moves.is_empty());
    }
}
