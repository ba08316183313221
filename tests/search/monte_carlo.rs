//! Monte-Carlo tree search: proofs, random choices, budgets, and several roles.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::slice;

use proptest::prelude::*;
use regola::game::{FastPaths, Game, Role, Turn};
use regola::search::{
    Best, Deepened, Options, Progress, SearchError, SolveOptions, Solver, Strategy,
    TranspositionTable, Unwatched, Value, Watch, deepen, deepen_with, playout,
};

use super::found;
use super::laws::random_tree;
use crate::host_games::{
    Hand, OPEN_LINES, Othello, Pile, RandomTree, RockPaperScissors, Sliding, TicTacToe,
};

const PLENTY: u64 = 20_000;

fn with_playouts(playouts: u64) -> Options {
    Options {
        strategy: Strategy::MonteCarlo,
        playouts,
        value_every_move: true,
        ..Options::default()
    }
}

fn watched<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Deepened<G::Move>, SearchError<G::Error>> {
    deepen(game, position, options, watch, &mut |_| {
        ControlFlow::Continue(())
    })
}

/// The goal that the role to move can force.
fn solved<G: FastPaths>(game: &G, position: &G::Position) -> Value {
    let mut solver = Solver::new(game, SolveOptions::default());
    let solution = solver
        .solve(position, &mut Unwatched)
        .expect("the game can be solved");
    Value::from_goal(solution.goals[solution.role.0])
}

fn after<G: Game>(game: &G, position: &G::Position, played: &G::Move) -> G::Position {
    game.play(position, slice::from_ref(played))
        .expect("the move is legal")
}

/// The goals of all roles that can come of a position where each role plays a move that is best for
/// it: several, since a role does not care which of its equally good moves it plays.
fn outcomes(game: &RandomTree, node: &<RandomTree as Game>::Position) -> BTreeSet<Vec<u8>> {
    let Turn::Single(role, moves) = game.turn(node).expect("the tree has turns") else {
        return [game.goals(node).expect("a finished game has goals")].into();
    };
    let below: Vec<BTreeSet<Vec<u8>>> = moves
        .iter()
        .map(|played| outcomes(game, &after(game, node, played)))
        .collect();
    // What the role gets at least from its best move.
    let least = |set: &BTreeSet<Vec<u8>>| set.iter().map(|goals| goals[role.0]).min();
    let sure = below.iter().filter_map(least).max();
    let is_possible = |goals: &Vec<u8>| Some(goals[role.0]) >= sure;
    below.into_iter().flatten().filter(is_possible).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_proven_value_is_that_of_the_solver(tree in random_tree(2..=2), seed: u64) {
        let root = tree.initial();
        let best = found(&tree, &root, &Options { seed, ..with_playouts(PLENTY) });
        prop_assert!(best.settled || tree.height > 4);
        prop_assume!(best.settled);
        if let Turn::Single(..) = tree.turn(&root).expect("the tree has turns") {
            prop_assert_eq!(best.value, solved(&tree, &root));
        }
    }

    #[test]
    fn three_roles_play_each_for_itself(tree in random_tree(3..=3), seed: u64) {
        let root = tree.initial();
        let best = found(&tree, &root, &Options { seed, ..with_playouts(PLENTY) });
        prop_assume!(best.settled);
        let goals: BTreeSet<Value> = outcomes(&tree, &root)
            .iter()
            .map(|goals| Value::from_goal(goals[best.role.0]))
            .collect();
        prop_assert!(goals.contains(&best.value), "{:?} is none of {goals:?}", best.value);
    }

    #[test]
    fn the_move_keeps_what_the_position_is_worth_in_tic_tac_toe(seed: u64, plies in 0..=8usize) {
        let reached = playout(&TicTacToe, &TicTacToe.initial(), plies, seed);
        let position = reached.expect("tic-tac-toe can be played").position;
        prop_assume!(!TicTacToe.over(&position).expect("the game goes on"));
        let best = found(&TicTacToe, &position, &Options { seed, ..with_playouts(PLENTY) });
        let next = after(&TicTacToe, &position, best.best_move().expect("the game goes on"));
        let goal = |position| {
            let mut solver = Solver::new(&TicTacToe, SolveOptions::default());
            let solution = solver.solve(position, &mut Unwatched).expect("it can be solved");
            solution.goals[best.role.0]
        };
        prop_assert_eq!(goal(&next), goal(&position));
    }

    #[test]
    fn a_tree_without_room_still_answers(seed: u64, table in 1..50usize) {
        let options = Options { seed, table, ..with_playouts(200) };
        let best = found(&TicTacToe, &TicTacToe.initial(), &options);
        prop_assert!(best.best_move().is_some() && best.playouts == 200);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_seed_gives_the_same_answer(seed: u64, playouts in 1..100u64) {
        let options = Options { seed, ..with_playouts(playouts) };
        let first = found(&Othello, &Othello.initial(), &options);
        prop_assert_eq!(&first, &found(&Othello, &Othello.initial(), &options));
        prop_assert_eq!(first.playouts, playouts);
        let sum: u64 = first.root_moves.iter().map(|root| root.playouts).sum();
        prop_assert_eq!(sum, first.playouts);
    }
}

#[test]
fn a_proven_position_needs_no_more_playouts() {
    let wins = TicTacToe::board("o.x ..o x.o", Role(0));
    let best = found(&TicTacToe, &wins, &with_playouts(PLENTY));
    assert!(best.settled && best.value == Value::WIN && best.playouts < 1000);
    let loses = TicTacToe::board("x.. .oo .ox", Role(0));
    let best = found(&TicTacToe, &loses, &with_playouts(PLENTY));
    assert!(best.settled && best.value == Value::LOSS && best.playouts < 1000);
}

#[test]
fn a_search_that_is_stopped_answers() {
    for playouts in [0, u64::MAX] {
        for nodes in [1, 10, 1000, 5000] {
            let mut watch = |progress: Progress| match progress.nodes < nodes {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            };
            let options = with_playouts(playouts);
            let found = watched(&Othello, &Othello.initial(), &options, &mut watch);
            let found = found.expect("an answer");
            assert!(found.is_stopped && found.best.best_move().is_some());
            assert!(found.best.playouts <= nodes && found.best.nodes >= nodes);
        }
    }
}

#[test]
fn the_number_of_playouts_has_a_usual_value() {
    // Nothing is ever proven where both move at once.
    let game = RockPaperScissors { rounds: 1 };
    let found = watched(&game, &game.initial(), &with_playouts(0), &mut Unwatched);
    let found = found.expect("an answer");
    assert_eq!((found.best.playouts, found.is_stopped), (10_000, false));
}

#[test]
fn a_line_is_legal_and_its_first_move_has_the_most_playouts() {
    let best = found(&Othello, &Othello.initial(), &with_playouts(600));
    let most = best.root_moves.iter().max_by_key(|root| root.playouts);
    assert_eq!(most.map(|root| &root.played), best.best_move());
    assert!(best.line.len() > 1);
    let mut position = Othello.initial();
    for played in &best.line {
        let Ok(Turn::Single(_, moves)) = Othello.turn(&position) else {
            panic!("the line goes on")
        };
        assert!(moves.contains(played));
        position = after(&Othello, &position, played);
    }
}

/// How often each hand is chosen, by the searches of many seeds.
fn hands(rounds: usize, role: Role) -> [usize; 3] {
    let game = RockPaperScissors { rounds };
    let mut counts = [0; 3];
    for seed in 0..300 {
        let options = Options {
            seed,
            role: Some(role),
            ..with_playouts(400)
        };
        let best = found(&game, &game.initial(), &options);
        assert_eq!(best.role, role);
        let hand = *best.best_move().expect("a hand");
        counts[[Hand::Rock, Hand::Paper, Hand::Scissors]
            .iter()
            .position(|other| *other == hand)
            .expect("there are three")] += 1;
    }
    counts
}

#[test]
fn rock_paper_scissors_is_played_by_thirds() {
    for (rounds, role) in [(1, Role(0)), (1, Role(1)), (2, Role(1))] {
        let counts = hands(rounds, role);
        assert!(
            counts.iter().all(|count| (70..=130).contains(count)),
            "a third of 300 each: {counts:?}"
        );
    }
}

#[test]
fn even_hands_are_worth_a_draw() {
    let game = RockPaperScissors { rounds: 1 };
    let best = found(&game, &game.initial(), &with_playouts(PLENTY));
    assert!(
        (best.value.expected_goal() - 50.0).abs() < 2.0,
        "{}",
        best.value
    );
    let sum: u64 = best.root_moves.iter().map(|root| root.playouts).sum();
    assert!(sum.abs_diff(best.playouts) <= 1);
    for root in best.root_moves {
        let share = root.playouts as f64 / best.playouts as f64;
        assert!(
            (share - 1.0 / 3.0).abs() < 0.05,
            "{:?}: {share}",
            root.played
        );
    }
}

#[test]
fn a_puzzle_is_solved_by_its_best_playout() {
    let puzzle = Sliding::from("123 _45");
    let best = found(&puzzle, &puzzle.initial(), &with_playouts(PLENTY));
    let end = best.line.iter().fold(puzzle.initial(), |position, played| {
        after(&puzzle, &position, played)
    });
    assert_eq!(
        (best.value, puzzle.goal(&end, Role(0))),
        (Value::WIN, Ok(100))
    );
    assert!(best.settled);
}

#[test]
fn a_lost_pile_is_proven_lost() {
    let pile = Pile::of_squares(22);
    let best = found(&pile, &pile.initial(), &with_playouts(PLENTY));
    assert_eq!((best.value, best.settled), (Value::LOSS, true));
}

#[test]
fn a_cut_playout_counts_what_the_heuristic_says() {
    let options = |cut| Options {
        heuristic: Some(OPEN_LINES),
        cut,
        ..with_playouts(1000)
    };
    let start = TicTacToe.initial();
    let (whole, cut) = (
        found(&TicTacToe, &start, &options(None)),
        found(&TicTacToe, &start, &options(Some(0))),
    );
    assert_ne!(whole.value, cut.value);
    assert!(cut.nodes < whole.nodes);
    // The middle of the board lies on the most lines.
    assert_eq!(cut.best_move(), Some(&4));
}

#[test]
fn each_of_the_first_playouts_chooses_anew() {
    let best = found(&TicTacToe, &TicTacToe.initial(), &with_playouts(9));
    let playouts = best.root_moves.iter().map(|root| root.playouts);
    assert_eq!(playouts.collect::<Vec<_>>(), [1; 9]);
}

#[test]
fn a_prior_tells_before_there_are_playouts() {
    let options = |prior| Options {
        heuristic: Some(OPEN_LINES),
        prior,
        ..with_playouts(30)
    };
    let start = TicTacToe.initial();
    let most = |prior| {
        let best = found(&TicTacToe, &start, &options(prior));
        let playouts = best.root_moves.iter().map(|root| root.playouts);
        (best.best_move().copied(), playouts.max())
    };
    // Without a prior a few playouts go to each square.
    let (square, playouts) = most(Some(200));
    assert_eq!(square, Some(4));
    assert!(playouts > most(None).1, "{playouts:?}");
}

/// Searches with the table, and gives the position after the best move and the first reply to it.
fn search_on<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    table: &mut TranspositionTable,
) -> (Best<G::Move>, G::Position) {
    let found = deepen_with(game, position, options, table, &mut Unwatched, &mut |_| {
        ControlFlow::Continue(())
    });
    let best = found.expect("the game can be searched").best;
    let next = after(game, position, best.best_move().expect("a move"));
    let Ok(Turn::Single(_, replies)) = game.turn(&next) else {
        panic!("the game goes on")
    };
    let next = after(game, &next, &replies[0]);
    (best, next)
}

fn sum_of_playouts<M>(best: &Best<M>) -> u64 {
    best.root_moves.iter().map(|root| root.playouts).sum()
}

#[test]
fn a_kept_tree_is_where_the_next_search_begins() {
    let options = with_playouts(300);
    let mut table = TranspositionTable::new(1);
    let (first, next) = search_on(&Othello, &Othello.initial(), &options, &mut table);
    let (second, next) = search_on(&Othello, &next, &options, &mut table);
    assert_eq!(sum_of_playouts(&first), 300);
    assert!(second.playouts == 300 && sum_of_playouts(&second) > 300);
    // The third search begins with what both knew.
    let (third, _) = search_on(&Othello, &next, &options, &mut table);
    assert!(third.playouts == 300 && sum_of_playouts(&third) > 300);
    // Other options, or a position that is nowhere in the tree, need a new one.
    let others = with_playouts(250);
    let (other, _) = search_on(&Othello, &next, &others, &mut table);
    assert_eq!(sum_of_playouts(&other), 250);
    let (far, _) = search_on(&Othello, &Othello.initial(), &others, &mut table);
    assert_eq!(sum_of_playouts(&far), 250);
}

#[test]
fn a_kept_tree_gives_the_same_answers_in_two_games() {
    let game = |seed| {
        let options = Options {
            seed,
            ..with_playouts(100)
        };
        let mut table = TranspositionTable::new(1);
        let mut position = Othello.initial();
        let mut answers = Vec::new();
        for _ in 0..6 {
            let (best, next) = search_on(&Othello, &position, &options, &mut table);
            answers.push(best);
            position = next;
        }
        answers
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn the_tree_of_a_search_that_was_stopped_is_not_kept() {
    let options = with_playouts(300);
    let mut table = TranspositionTable::new(1);
    let (first, next) = search_on(&Othello, &Othello.initial(), &options, &mut table);
    let mut watch = |progress: Progress| match progress.nodes < 6_000 {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let stopped = deepen_with(
        &Othello,
        &next,
        &options,
        &mut table,
        &mut watch,
        &mut |_| ControlFlow::Continue(()),
    );
    assert!(stopped.expect("an answer").is_stopped);
    let (second, _) = search_on(&Othello, &next, &options, &mut table);
    // It begins as if nothing had been searched in between.
    let mut table = TranspositionTable::new(1);
    let (_, same) = search_on(&Othello, &Othello.initial(), &options, &mut table);
    assert_eq!(second, search_on(&Othello, &same, &options, &mut table).0);
    assert_eq!(first.playouts, 300);
}

#[test]
fn hands_are_still_thirds_with_a_kept_tree() {
    let game = RockPaperScissors { rounds: 2 };
    let options = with_playouts(2000);
    let mut table = TranspositionTable::new(1);
    let mut position = game.initial();
    for kept in [0, 100] {
        let found = deepen_with(
            &game,
            &position,
            &options,
            &mut table,
            &mut Unwatched,
            &mut |_| ControlFlow::Continue(()),
        );
        let best = found.expect("the game can be searched").best;
        for root in &best.root_moves {
            let share = root.playouts as f64 / best.playouts as f64;
            assert!(
                (share - 1.0 / 3.0).abs() < 0.1,
                "{:?}: {share}",
                root.played
            );
        }
        assert!(best.playouts == 2000, "{kept}");
        let hands = [Hand::Rock, Hand::Paper];
        position = game.play(&position, &hands).expect("both may be played");
    }
}
