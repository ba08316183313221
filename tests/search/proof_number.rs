//! Games solved by proof numbers, against the definition and against the other methods.

use proptest::prelude::*;
use regola::game::{Game, Role, Turn};
use regola::search::{LineEnd, SearchError, SolveMethod, SolveOptions, Solver, Unwatched};

use super::retrograde::{any_graph, endless, goals_in_plies, has_strategy, play, stop_anywhere};
use super::solve::solve;
use crate::host_games::{Pile, RandomGraph, RandomTree, TicTacToe};

fn by_proof() -> SolveOptions {
    SolveOptions {
        method: SolveMethod::ProofNumber,
        ..SolveOptions::default()
    }
}

/// No win of a graph of 14 positions takes more plies.
fn within_plies(depth: usize) -> SolveOptions {
    SolveOptions {
        depth,
        ..by_proof()
    }
}

/// The role to move; the first if the game is over.
fn mover(graph: &RandomGraph, position: u64) -> usize {
    match graph.turn(&position) {
        Ok(Turn::Single(role, _)) => role.0,
        _ => 0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_can_be_forced_is_found(graph in any_graph(1..=3)) {
        let by_role: Vec<_> = (0..graph.roles).map(|role| goals_in_plies(&graph, Role(role))).collect();
        for position in 0..graph.positions {
            let expected: Vec<_> = by_role.iter().map(|values| values[position as usize]).collect();
            let goals: Vec<u8> = expected.iter().map(|value| value.goal).collect();
            let found = Solver::new(&graph, within_plies(20)).solve(&position, &mut Unwatched);
            let Ok(solution) = found else {
                prop_assert_eq!(found, Err(SearchError::Unsettled { plies: 20 }));
                let goal = goals[mover(&graph, position)];
                let is_open = goal == endless(&graph) || (1..100).contains(&goal);
                prop_assert!(is_open, "the role to move wins or loses");
                continue;
            };
            prop_assert!(!solution.open.contains(&solution.role));
            for (role, (found, expected)) in solution.goals.iter().zip(&goals).enumerate() {
                let is_open = solution.open.contains(&Role(role));
                prop_assert!(found == expected || is_open && found < expected);
            }
            prop_assert_eq!(solution.method, SolveMethod::ProofNumber);
            let last = play(&graph, &position, &solution.line);
            let role = solution.role;
            prop_assert_eq!(graph.goal(&last, role), Ok(goals[role.0]));
            // Plies do not count to an end that is worth as much as play without an end.
            if solution.line_end == LineEnd::Quickest && goals[role.0] != endless(&graph) {
                prop_assert_eq!(solution.line.len() as u64, expected[role.0].plies);
            }
        }
    }

    #[test]
    fn strategies_win(graph in any_graph(1..=3)) {
        for role in (0..graph.roles).map(Role) {
            let values = goals_in_plies(&graph, role);
            let mut solver = Solver::new(&graph, within_plies(20));
            for position in 0..graph.positions {
                let wins = values[position as usize].goal == 100;
                match solver.wins(&position, role, &mut Unwatched) {
                    Ok(found) => prop_assert_eq!(found, wins),
                    Err(_) => prop_assert!(!wins),
                }
                has_strategy(&mut solver, &graph, position, role, wins);
            }
        }
    }

    #[test]
    fn games_without_circles_are_solved_as_by_a_search(
        seed: u64, roles in 1..=4usize, branching in 1..=3u64, height in 0..=6usize, width in 1..=30u64
    ) {
        let tree = RandomTree { seed, roles, branching, height, width };
        let by_search = solve(&tree, &tree.initial(), SolveOptions::default());
        let found = solve(&tree, &tree.initial(), by_proof());
        prop_assert_eq!(&by_search.goals, &found.goals);
        let role = by_search.role;
        let [one, other] = [&by_search.line, &found.line]
            .map(|line| tree.goal(&play(&tree, &tree.initial(), line), role));
        prop_assert_eq!(one, other);
        let quickest = solve(&tree, &tree.initial(), SolveOptions {
            method: SolveMethod::Retrograde,
            ..SolveOptions::default()
        });
        // Plies do not count to an end that is worth as much as play without end.
        let is_endless = found.goals[role.0] == if roles == 1 { 0 } else { 50 };
        if found.line_end == LineEnd::Quickest && !is_endless {
            prop_assert_eq!(found.line.len(), quickest.line.len());
        }
        for depth in 1..=height {
            let found = Solver::new(&tree, within_plies(depth)).solve(&tree.initial(), &mut Unwatched);
            prop_assert!(found.is_ok_and(|found| found.goals == quickest.goals) || depth < height);
        }
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let tried = |symmetries, table| {
        let options = SolveOptions {
            symmetries,
            table,
            ..by_proof()
        };
        solve(&TicTacToe, &TicTacToe.initial(), options)
    };
    let [plain, symmetric] = [false, true].map(|symmetries| tried(symmetries, 1 << 20));
    assert_eq!(plain.goals, [50, 50]);
    assert_eq!(symmetric.goals, [50, 50]);
    assert!(symmetric.positions < plain.positions);
    let forgetful = tried(false, 64);
    assert_eq!(forgetful.goals, [50, 50]);
    assert!(forgetful.positions > plain.positions);
}

#[test]
fn a_line_is_followed_to_its_end_even_if_it_is_long() {
    let long = Pile {
        counters: 400,
        takes: vec![1, 2],
    };
    let solution = solve(&long, &long.initial(), by_proof());
    let by_search = solve(&long, &long.initial(), SolveOptions::default());
    assert_eq!(solution.goals, by_search.goals);
    let endless = Pile {
        counters: 1_000_000,
        takes: vec![1],
    };
    let found = Solver::new(&endless, within_plies(30)).solve(&endless.initial(), &mut Unwatched);
    assert_eq!(found, Err(SearchError::Unsettled { plies: 30 }));
}

#[test]
fn scores_are_found_by_search() {
    let score = |options| {
        Solver::new(&TicTacToe, options)
            .score(&TicTacToe.initial(), 0, &mut Unwatched)
            .expect("it can be solved")
    };
    assert_eq!(score(by_proof()), score(SolveOptions::default()));
}

#[test]
fn the_watcher_stops_the_search_anywhere() {
    stop_anywhere(&by_proof(), |mut solver, solved| {
        assert_eq!(solved.goals, [50, 50]);
        let again = solver.solve(&TicTacToe.initial(), &mut Unwatched);
        assert_eq!(again.map(|found| found.goals), Ok(vec![50, 50]));
    });
}
