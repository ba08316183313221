//! Best line, on the Othello position in which its choices were worked out by hand.

use regola::game::{Game, Role};
use regola::search::{Best, Options, Strategy, Unwatched, Value, best, perft};

use super::root_values;
use crate::host_games::{FEW_ENEMIES, LEAD, Othello, Pile, RandomTree};

type Position = <Othello as Game>::Position;

/// The position after moves written like `f-4 d-3`.
fn after(moves: &str) -> Position {
    moves
        .split_whitespace()
        .fold(Othello.initial(), |position, written| {
            let Ok(regola::game::Turn::Single(_, legal)) = Othello.turn(&position) else {
                panic!("nobody can play {written}");
            };
            let played = legal
                .into_iter()
                .find(|played| format!("{played:?}") == written)
                .expect(written);
            Othello
                .play(&position, &[played])
                .expect("the move is legal")
        })
}

fn search(strategy: Strategy, heuristic: usize, depth: usize) -> Best<<Othello as Game>::Move> {
    let options = Options {
        strategy,
        depth,
        heuristic: Some(heuristic),
        value_every_move: true,
        ..Options::default()
    };
    best(
        &Othello,
        &after("f-4 d-3 c-6 g-4 f-3 e-2 c-4"),
        &options,
        &mut Unwatched,
    )
    .expect("Othello can be searched")
}

#[test]
fn the_last_own_move_counts_alone_and_replies_help() {
    for (depth, scores) in [
        (1, [3, 1, 3, 3, 1]),
        (3, [4, 4, 3, 3, 3]),
        (5, [5, 5, 5, 4, 5]),
    ] {
        let best = search(Strategy::BestLine, FEW_ENEMIES, depth);
        assert_eq!(root_values(&best), scores, "depth {depth}");
        assert_eq!(format!("{:?}", best.best_move()), "Some(b-4)");
        assert_eq!((best.role, best.line.len()), (Role(1), depth));
    }
}

#[test]
fn positions_are_counted_with_the_root() {
    let counts = [1, 3, 5].map(|depth| perft(&Othello, &Othello.initial(), depth, &mut Unwatched));
    assert_eq!(counts, [Ok(4), Ok(56), Ok(1396)]);
    let nodes = [1, 2, 3].map(|depth| search(Strategy::BestLine, FEW_ENEMIES, depth).nodes);
    assert_eq!(nodes, [1 + 5, 1 + 5 + 34, 1 + 5 + 34 + 213]);
}

#[test]
fn an_even_depth_scores_the_last_own_move_before_the_reply() {
    let odd = search(Strategy::BestLine, FEW_ENEMIES, 1);
    let even = search(Strategy::BestLine, FEW_ENEMIES, 2);
    assert_eq!(root_values(&odd), root_values(&even));
}

#[test]
fn minimax_is_not_fooled_by_helpful_replies() {
    let helped = search(Strategy::BestLine, FEW_ENEMIES, 3);
    let sound = search(Strategy::AlphaBeta, LEAD, 3);
    assert_ne!(root_values(&helped), root_values(&sound));
    assert_eq!(
        sound.root_moves,
        search(Strategy::Minimax, LEAD, 3).root_moves
    );
}

#[test]
fn without_a_heuristic_the_first_move_is_taken() {
    let tree = RandomTree {
        seed: 3,
        roles: 2,
        branching: 3,
        height: 6,
        width: RandomTree::WIDE,
    };
    let options = Options {
        strategy: Strategy::BestLine,
        depth: 4,
        ..Options::default()
    };
    let best =
        best(&tree, &tree.initial(), &options, &mut Unwatched).expect("a tree can be searched");
    assert_eq!((best.best_move(), best.value), (Some(&0), Value::DRAW));
}

#[test]
fn a_line_that_ends_early_scores_too() {
    let pile = Pile {
        counters: 2,
        takes: vec![1, 2],
    };
    let best = super::search(&pile, &pile.initial(), Strategy::BestLine, 9);
    assert_eq!(best.root_moves.len(), 2);
    assert_eq!((best.line, best.value), (vec![1, 1], Value::DRAW));
}
