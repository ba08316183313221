//! Searches on several threads: the same answers as on one.

use std::ops::ControlFlow;

use proptest::prelude::*;
use regola::game::{FastPaths, Game, Role, Turn};
use regola::search::{
    Best, Options, Progress, SearchError, SolveOptions, Solver, Strategy, TranspositionTable,
    Unwatched, Value, best, deepen, deepen_with, divide, divide_on, perft, perft_on, playout,
    playouts, playouts_on,
};

use super::found;
use super::laws::any_options;
use crate::host_games::{Othello, Pile, RandomTree, RockPaperScissors, TicTacToe};
use thiserror::Error;

/// The same options for a number of threads.
fn on(threads: usize, options: &Options) -> Options {
    Options {
        threads,
        ..options.clone()
    }
}

/// What does not depend on the number of threads.
fn certain<M: Clone>(best: &Best<M>) -> (Role, Value, Option<M>, bool, Vec<(M, Value)>) {
    let root_moves = best.root_moves.iter();
    (
        best.role,
        best.value,
        best.best_move().cloned(),
        best.settled,
        root_moves
            .map(|root| (root.played.clone(), root.value))
            .collect(),
    )
}

/// Searches with each number of threads and compares the answers. Returns the positions searched by
/// one thread.
fn threads_agree<G: FastPaths>(game: &G, position: &G::Position, options: &Options) -> u64 {
    let alone = found(game, position, options);
    for threads in [2, 5] {
        let together = found(game, position, &on(threads, options));
        assert_eq!(
            certain(&together),
            certain(&alone),
            "{threads} threads, {options:?}"
        );
    }
    alone.nodes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn principal_variation_search_gives_the_same_on_random_trees(
        seed: u64, roles in 1..=3usize, value_every_move: bool, shuffle: Option<u64>, options in any_options()
    ) {
        let tree = RandomTree { seed, roles, branching: 7, height: 40, width: RandomTree::WIDE };
        let options = Options { depth: 8, table: 1 << 16, value_every_move, shuffle, ..options };
        threads_agree(&tree, &tree.initial(), &options);
    }

    #[test]
    fn principal_variation_search_gives_the_same_where_lines_meet(seed: u64, options in any_options()) {
        let tree = RandomTree { seed, roles: 2, branching: 7, height: 40, width: 3000 };
        let options = Options { depth: 9, table: 1 << 16, ..options };
        threads_agree(&tree, &tree.initial(), &options);
    }
}

#[test]
fn principal_variation_search_gives_the_same_in_othello() {
    let mut longest = 0;
    for seed in 0..2 {
        let start = playout(&Othello, &Othello.initial(), 12, seed).expect("it can be played");
        for value_every_move in [false, true] {
            let options = Options {
                depth: 5,
                heuristic: Some(0),
                value_every_move,
                ..Options::default()
            };
            longest = longest.max(threads_agree(&Othello, &start.position, &options));
        }
    }
    assert!(longest > 1 << 13, "no search was long enough for threads");
}

#[test]
fn the_solver_gives_the_same() {
    for (seed, results) in [(1, true), (2, false)] {
        let tree = RandomTree {
            seed,
            roles: 2,
            branching: 6,
            height: 60,
            width: 20_000,
        };
        let start = tree.initial();
        let with = |threads| SolveOptions {
            threads,
            ..SolveOptions::default()
        };
        let solved = |threads| {
            let mut solver = Solver::new(&tree, with(threads));
            let solution = solver.solve(&start, &mut Unwatched);
            let solution = solution.expect("the game can be solved");
            (solution.goals, solution.line)
        };
        let scored = |threads| {
            let mut solver = Solver::new(&tree, with(threads));
            let score = solver.score(&start, 0, &mut Unwatched);
            let score = score.expect("the game can be solved");
            let positions = score.positions;
            ((score.score, score.line), positions)
        };
        if results {
            assert_eq!(solved(3), solved(1), "{seed}");
            continue;
        }
        let (alone, positions) = scored(1);
        assert!(positions > 1 << 14, "the search was too short for threads");
        assert_eq!(scored(3).0, alone, "{seed}");
    }
}

#[test]
fn a_solver_on_threads_stops_when_told_to() {
    let tree = RandomTree {
        seed: 2,
        roles: 2,
        branching: 6,
        height: 60,
        width: RandomTree::WIDE,
    };
    let options = SolveOptions {
        threads: 3,
        ..SolveOptions::default()
    };
    let mut watch = |progress: Progress| match progress.nodes < 100_000 {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let stopped = Solver::new(&tree, options).score(&tree.initial(), 0, &mut watch);
    assert!(
        matches!(stopped, Err(SearchError::Stopped { nodes }) if nodes >= 100_000),
        "{stopped:?}"
    );
}

#[test]
fn a_table_serves_searches_on_any_number_of_threads() {
    let options = Options {
        depth: 5,
        heuristic: Some(0),
        ..Options::default()
    };
    let mut table = TranspositionTable::new(1);
    let mut answers = Vec::new();
    for threads in [1, 3, 2, 1] {
        let options = on(threads, &options);
        let found = deepen_with(
            &Othello,
            &Othello.initial(),
            &options,
            &mut table,
            &mut Unwatched,
            &mut |_| ControlFlow::Continue(()),
        );
        answers.push(certain(&found.expect("it can be searched").best));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[test]
fn all_threads_stop_when_told_to() {
    for strategy in [Strategy::PrincipalVariation, Strategy::MonteCarlo] {
        let options = Options {
            strategy,
            depth: 30,
            heuristic: Some(0),
            playouts: u64::MAX,
            threads: 4,
            ..Options::default()
        };
        let mut watch = |progress: Progress| match progress.nodes < 50_000 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let start = Othello.initial();
        let stopped = deepen(&Othello, &start, &options, &mut watch, &mut |_| {
            ControlFlow::Continue(())
        });
        let stopped = stopped.expect("there was time for an answer");
        assert!(stopped.is_stopped, "{strategy}");
        assert!(stopped.best.best_move().is_some(), "{strategy}");
    }
}

/// A game whose rules are at fault far from the start.
#[derive(Clone)]
struct FaultyAtLast;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the rules cannot be followed")]
struct Fault;

impl Game for FaultyAtLast {
    /// The plies and the moves so far.
    type Position = (usize, u64);
    type Move = u64;
    type Error = Fault;

    fn role_count(&self) -> usize {
        2
    }

    fn initial(&self) -> Self::Position {
        (0, 0)
    }

    fn turn(&self, &(plies, _): &Self::Position) -> Result<Turn<u64>, Fault> {
        Ok(Turn::Single(Role(plies % 2), vec![0, 1, 2]))
    }

    fn play(
        &self,
        &(plies, so_far): &Self::Position,
        moves: &[u64],
    ) -> Result<Self::Position, Fault> {
        match plies {
            18 => Err(Fault),
            _ => Ok((plies + 1, 3 * so_far + moves[0])),
        }
    }

    fn goal(&self, _: &Self::Position, _: Role) -> Result<u8, Fault> {
        Err(Fault)
    }

    fn heuristic(&self, _: &str) -> Option<usize> {
        None
    }

    fn evaluate(&self, &(_, so_far): &Self::Position, _: usize, _: Role) -> Result<i64, Fault> {
        Ok((so_far.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as i64)
    }
}

impl FastPaths for FaultyAtLast {}

#[test]
fn a_fault_of_the_rules_is_told() {
    for threads in [1, 4] {
        let options = Options {
            depth: 20,
            heuristic: Some(0),
            threads,
            ..Options::default()
        };
        let mut nodes = 0;
        let mut watch = |progress: Progress| {
            nodes = progress.nodes;
            ControlFlow::Continue(())
        };
        let found = best(&FaultyAtLast, &(0, 0), &options, &mut watch);
        assert!(matches!(found, Err(SearchError::Game(Fault))), "{found:?}");
        assert!(nodes > 10_000, "the search was too short for threads");
    }
}

fn with_playouts(playouts: u64, threads: usize) -> Options {
    Options {
        strategy: Strategy::MonteCarlo,
        playouts,
        value_every_move: true,
        threads,
        ..Options::default()
    }
}

#[test]
fn trees_share_the_playouts_and_give_the_same_answer_again() {
    let start = Othello.initial();
    let start = playout(&Othello, &start, 9, 4).expect("it can be played");
    let options = with_playouts(2001, 3);
    let together = found(&Othello, &start.position, &options);
    let root_playouts = together.root_moves.iter().map(|root| root.playouts);
    assert_eq!((together.playouts, root_playouts.sum()), (2001, 2001));
    assert_eq!(found(&Othello, &start.position, &options), together);
    let alone = found(&Othello, &start.position, &with_playouts(2001, 1));
    assert_ne!(alone.root_moves, together.root_moves);
}

#[test]
fn few_playouts_are_not_shared() {
    let start = Othello.initial();
    let alone = found(&Othello, &start, &with_playouts(900, 1));
    assert_eq!(found(&Othello, &start, &with_playouts(900, 4)), alone);
}

#[test]
fn a_proof_of_one_tree_is_a_proof_of_all() {
    let lost = Pile {
        counters: 9,
        takes: vec![1, 2],
    };
    let best = found(&lost, &lost.initial(), &with_playouts(u64::MAX, 3));
    assert!(best.settled && best.value.is_loss());
    let winning = TicTacToe::board("xx. oo. ...", Role(0));
    let best = found(&TicTacToe, &winning, &with_playouts(u64::MAX, 3));
    assert!(best.settled && best.value.is_win());
    let won = best.best_move().expect("a move");
    let after = TicTacToe.play(&winning, &[*won]).expect("it is legal");
    assert_eq!(TicTacToe.over(&after), Ok(true));
}

#[test]
fn trees_are_kept_for_each_thread() {
    let options = with_playouts(2000, 2);
    let mut table = TranspositionTable::new(1);
    let mut position = Othello.initial();
    for earlier in [0, 1] {
        let found = deepen_with(
            &Othello,
            &position,
            &options,
            &mut table,
            &mut Unwatched,
            &mut |_| ControlFlow::Continue(()),
        );
        let best = found.expect("it can be searched").best;
        let at_root: u64 = best.root_moves.iter().map(|root| root.playouts).sum();
        assert!(at_root > 1999 + earlier, "{at_root}");
        assert_eq!(at_root == 2000, earlier == 0);
        for played in &best.line[..2] {
            position = Othello.play(&position, &[*played]).expect("it is legal");
        }
    }
}

#[test]
fn hands_are_thirds_on_several_threads() {
    let game = RockPaperScissors { rounds: 1 };
    let best = found(&game, &game.initial(), &with_playouts(30_000, 3));
    for root in &best.root_moves {
        assert!((8_500..11_500).contains(&root.playouts), "{best:?}");
    }
}

#[test]
fn counts_and_random_games_are_those_of_one_thread() {
    let start = Othello.initial();
    for threads in [2, 5] {
        for depth in 0..6 {
            assert_eq!(
                perft_on(threads, &Othello, &start, depth, &mut Unwatched),
                perft(&Othello, &start, depth, &mut Unwatched)
            );
            assert_eq!(
                divide_on(threads, &Othello, &start, depth, &mut Unwatched),
                divide(&Othello, &start, depth, &mut Unwatched)
            );
        }
        for games in [0, 1, 3, 50] {
            let seeds: Vec<u64> = (7..7 + games).collect();
            assert_eq!(
                playouts_on(threads, &Othello, &start, 100, &seeds),
                playouts(&Othello, &start, 100, &seeds)
            );
        }
    }
}

#[test]
fn lines_that_end_before_threads_share_them_are_counted() {
    let start = TicTacToe::board("xx. oo. ...", Role(0));
    for depth in 0..6 {
        assert_eq!(
            perft_on(3, &TicTacToe, &start, depth, &mut Unwatched),
            perft(&TicTacToe, &start, depth, &mut Unwatched)
        );
    }
}

#[test]
fn a_count_on_threads_stops_when_told_to_and_tells_of_all_positions() {
    let start = Othello.initial();
    let mut last = 0;
    let mut watch = |progress: Progress| {
        last = progress.nodes;
        match progress.nodes < 3000 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let stopped = perft_on(3, &Othello, &start, 8, &mut watch);
    let Err(SearchError::Stopped { nodes }) = stopped else {
        panic!("it was not stopped: {stopped:?}");
    };
    assert!(nodes >= last && last >= 3000, "{nodes} {last}");
}

#[test]
fn a_fault_of_the_rules_ends_a_count_on_threads() {
    for threads in [1, 4] {
        let counted = perft_on(threads, &FaultyAtLast, &(10, 0), 9, &mut Unwatched);
        assert_eq!(counted, Err(SearchError::Game(Fault)), "{threads} threads");
    }
}
