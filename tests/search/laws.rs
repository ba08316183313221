//! Laws of minimax and alpha-beta on random trees, in which ties abound, and on tic-tac-toe.

use proptest::prelude::*;
use regola::game::{Game, Role, Turn};
use regola::search::{Options, Strategy, Unwatched, Value, best};

use super::search;
use crate::host_games::{Pile, RandomTree, TicTacToe};

/// Minimax once more, written from its definition alone.
fn by_definition<G: Game>(game: &G, position: &G::Position, root: Role, depth: usize) -> (Value, Vec<G::Move>) {
    let turn = game.turn(position).expect("the game goes on");
    let Turn::Single(role, moves) = turn else {
        return (Value::from_goal(game.goal(position, root).expect("a finished game has goals")), Vec::new());
    };
    if depth == 0 {
        return (Value::from_estimate(game.evaluate(position, 0, root).expect("the heuristic is known")), Vec::new());
    }
    let mut lines = moves.into_iter().map(|played| {
        let child = game.play(position, std::slice::from_ref(&played)).expect("the move is legal");
        let (value, follow) = by_definition(game, &child, root, depth - 1);
        (value, std::iter::once(played).chain(follow).collect())
    });
    let first = lines.next().expect("there is a move");
    lines.fold(first, |best: (Value, Vec<G::Move>), line| {
        let better = if role == root { line.0 > best.0 } else { line.0 < best.0 };
        if better { line } else { best }
    })
}

/// Minimax with one rule for both sides of a zero-sum game: what is good for me is bad for you.
fn by_negation(game: &RandomTree, position: &<RandomTree as Game>::Position, side: Role, depth: usize) -> i64 {
    match game.turn(position).expect("the game goes on") {
        Turn::Single(role, _) if role != side => -by_negation(game, position, role, depth),
        Turn::Single(_, moves) if depth > 0 => moves
            .into_iter()
            .map(|played| by_negation(game, &game.play(position, &[played]).expect("legal"), side, depth - 1))
            .max()
            .expect("there is a move"),
        Turn::Single(..) => game.evaluate(position, 0, side).expect("the heuristic is known"),
        _ => Value::from_goal(game.goal(position, side).expect("a finished game has goals")).number(),
    }
}

/// The role to move; the first if the game is over.
fn mover<G: Game>(game: &G, position: &G::Position) -> Role {
    match game.turn(position) {
        Ok(Turn::Single(role, _)) => role,
        _ => Role(0),
    }
}

/// Minimax, alpha-beta and the definition agree on value, line and the value of each root move.
fn strategies_agree<G: Game>(game: &G, position: &G::Position, depth: usize) {
    let (value, line) = by_definition(game, position, mover(game, position), depth);
    let plain = search(game, position, Strategy::Minimax, depth);
    assert_eq!((plain.value, &plain.line), (value, &line), "minimax and its definition");

    let valued = search(game, position, Strategy::AlphaBeta, depth);
    assert_eq!((valued.value, &valued.line), (value, &line), "alpha-beta with every move valued");
    assert_eq!(valued.root_moves, plain.root_moves);

    let options = Options { strategy: Strategy::AlphaBeta, depth, heuristic: Some(0), value_every_move: false };
    let pruned = best(game, position, &options, &mut Unwatched).expect("the game can be searched");
    assert_eq!((pruned.value, &pruned.line), (value, &line), "alpha-beta");
    assert!(pruned.root_moves.is_empty());
    assert!(pruned.nodes <= valued.nodes && valued.nodes <= plain.nodes);
}

prop_compose! {
    fn random_tree(roles: std::ops::RangeInclusive<usize>)
        (seed: u64, roles in roles, branching in 1..=4u64, height in 0..=6usize) -> RandomTree {
        RandomTree { seed, roles, branching, height }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn alpha_beta_is_minimax_on_random_trees(tree in random_tree(1..=4), depth in 0..=6usize) {
        strategies_agree(&tree, &tree.initial(), depth);
    }

    #[test]
    fn alpha_beta_is_minimax_in_tic_tac_toe(seed: u64, plies in 3..=9usize) {
        let mut random = fastrand::Rng::with_seed(seed);
        let reached = regola::search::playout(&TicTacToe, &TicTacToe.initial(), plies, &mut random);
        let position = reached.expect("tic-tac-toe can be played").position;
        for depth in 0..=(9 - plies) {
            strategies_agree(&TicTacToe, &position, depth);
        }
    }

    #[test]
    fn minimax_is_the_negation_rule(tree in random_tree(2..=2), depth in 0..=6usize) {
        let root = tree.initial();
        let best = search(&tree, &root, Strategy::Minimax, depth);
        prop_assert_eq!(best.value.number(), by_negation(&tree, &root, best.role, depth));
    }

    #[test]
    fn the_line_leads_to_the_value(tree in random_tree(1..=3), depth in 0..=6usize) {
        let best = search(&tree, &tree.initial(), Strategy::AlphaBeta, depth);
        let end = best.line.iter().fold(tree.initial(), |position, played| {
            tree.play(&position, &[*played]).expect("the line is legal")
        });
        let (value, follow) = by_definition(&tree, &end, best.role, depth - best.line.len());
        prop_assert_eq!((value, follow), (best.value, vec![]));
    }
}

#[test]
fn a_lone_role_maximises_everywhere() {
    let tree = RandomTree { seed: 7, roles: 1, branching: 3, height: 6 };
    let best = search(&tree, &tree.initial(), Strategy::Minimax, 6);
    assert_eq!(best.value, best.root_moves.iter().map(|root_move| root_move.value).max().expect("there are moves"));
    assert_eq!(best.value, Value::WIN);
}

#[test]
fn the_lost_piles_of_squares_are_found() {
    let lost: Vec<u64> = (0..=24)
        .filter(|&counters| {
            let pile = Pile::of_squares(counters);
            search(&pile, &pile.initial(), Strategy::AlphaBeta, 24).value == Value::LOSS
        })
        .collect();
    assert_eq!(lost, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]);
}
