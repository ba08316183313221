//! Games in which positions come back, solved backwards from their ends.

use std::ops::ControlFlow;

use proptest::prelude::*;
use regola::game::{Game, Role, Turn};
use regola::search::{
    LineEnd, SearchError, Solution, SolveMethod, SolveOptions, Solver, Unwatched, shortest,
};

use super::solve::{solve, strategy_wins};
use crate::host_games::{Pile, RandomGraph, RandomTree, RockPaperScissors, Sliding, TicTacToe};

fn backwards() -> SolveOptions {
    SolveOptions {
        method: SolveMethod::Retrograde,
        ..SolveOptions::default()
    }
}

/// The values of all positions of a graph for a role, written from the definition alone: at first
/// play has no end, then it is looked further and further ahead until nothing changes. A value one
/// ply further away is `later`.
fn values_by_definition<T: Ord + Copy>(
    graph: &RandomGraph,
    role: Role,
    endless: T,
    end: impl Fn(u64) -> T,
    later: impl Fn(T) -> T,
) -> Vec<T> {
    let mut values = vec![endless; graph.positions as usize];
    loop {
        let value = |position: u64| {
            let Turn::Single(mover, moves) = graph.turn(&position).expect("it has rules") else {
                return end(position);
            };
            let after = |played: u64| {
                let child = graph.play(&position, &[played]).expect("the move is legal");
                later(values[child as usize])
            };
            let values = moves.into_iter().map(after);
            match mover == role {
                true => values.max(),
                false => values.min(),
            }
            .expect("there is a move")
        };
        let next: Vec<T> = (0..graph.positions).map(value).collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

fn goal(graph: &RandomGraph, position: u64, role: Role) -> u8 {
    graph.goal(&position, role).expect("the graph says so")
}

/// The goal that play without an end counts for.
pub fn endless(graph: &RandomGraph) -> u8 {
    match graph.roles {
        1 => 0,
        _ => 50,
    }
}

/// A goal and the plies to it, as far as they count: the sooner an end comes the more it differs from
/// play without an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalInPlies {
    pub goal: u8,
    pub plies: u64,
}

/// The value of each position for a role.
pub fn goals_in_plies(graph: &RandomGraph, role: Role) -> Vec<GoalInPlies> {
    const STEP: i64 = 1000;
    let endless = i64::from(endless(graph));
    let end = |position| STEP * (i64::from(goal(graph, position, role)) - endless);
    let later = |value: i64| value - value.signum();
    let values = values_by_definition(graph, role, 0, end, later);
    let parted = |value: i64| {
        let steps = (value.abs() + STEP - 1) / STEP;
        GoalInPlies {
            goal: u8::try_from(endless + value.signum() * steps).expect("a goal"),
            plies: (steps * STEP - value.abs()).unsigned_abs(),
        }
    };
    values.into_iter().map(parted).collect()
}

/// Whether one side can force an end that is worth as much to it as play without an end, or more.
fn can_force_an_end(graph: &RandomGraph, role: Role, position: u64) -> bool {
    let end = |position| 2 * i32::from(goal(graph, position, role));
    let even = 2 * i32::from(endless(graph));
    let value = |endless| values_by_definition(graph, role, endless, end, |value| value);
    let [own, others] = [even - 1, even + 1].map(|endless| value(endless)[position as usize]);
    own >= even || others <= even
}

pub fn play<G: Game>(game: &G, position: &G::Position, line: &[G::Move]) -> G::Position {
    line.iter().fold(position.clone(), |position, played| {
        match game.turn(&position).expect("it has rules") {
            Turn::Single(_, moves) => assert!(moves.contains(played), "a move is not legal"),
            _ => panic!("the line goes on beyond the end"),
        }
        game.play(&position, std::slice::from_ref(played))
            .expect("the move is legal")
    })
}

pub fn any_graph(roles: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = RandomGraph> {
    let sizes = (1..=14u64, 1..=3u64, 2..=7u64);
    (any::<u64>(), roles, sizes, any::<bool>()).prop_map(
        |(seed, roles, (positions, branching, between_ends), is_zero_sum)| RandomGraph {
            seed,
            roles,
            positions,
            branching,
            between_ends,
            is_zero_sum,
        },
    )
}

/// The solver has a strategy that wins, if the role can win. One against many answers may be too large.
pub fn has_strategy(
    solver: &mut Solver<RandomGraph>,
    graph: &RandomGraph,
    position: u64,
    role: Role,
    wins: bool,
) {
    if let Ok(found) = solver.strategy(&position, role, 10_000, &mut Unwatched) {
        assert_eq!(found.is_some(), wins);
        if let Some(tree) = found {
            strategy_wins(graph, &tree, 0);
        }
    }
}

/// Solves tic-tac-toe to its end, then stops it at fifty moments, and hands each stopped solver on.
pub fn stop_anywhere(
    options: &SolveOptions,
    mut stopped: impl FnMut(Solver<TicTacToe>, &Solution<usize>),
) {
    let start = TicTacToe.initial();
    let mut total = 0;
    let mut count = |_| {
        total += 1;
        ControlFlow::Continue(())
    };
    let solved = Solver::new(&TicTacToe, options.clone())
        .solve(&start, &mut count)
        .expect("it can be solved");
    for moment in (1..total).step_by(total / 50) {
        let mut looks = 0;
        let mut watch = |_| {
            looks += 1;
            match looks == moment {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let mut solver = Solver::new(&TicTacToe, options.clone());
        let found = solver.solve(&start, &mut watch);
        assert!(
            matches!(found, Err(SearchError::Stopped { .. })),
            "{moment}: {found:?}"
        );
        stopped(solver, &solved);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn goals_are_those_of_the_definition(graph in any_graph(1..=3)) {
        let by_role: Vec<Vec<GoalInPlies>> =
            (0..graph.roles).map(|role| goals_in_plies(&graph, Role(role))).collect();
        for position in 0..graph.positions {
            let solution = solve(&graph, &position, backwards());
            let goals: Vec<u8> = by_role.iter().map(|values| values[position as usize].goal).collect();
            prop_assert_eq!(&solution.goals, &goals);
            let by_search = solve(&graph, &position, SolveOptions::default());
            prop_assert_eq!(&by_search.goals, &goals);
        }
    }

    #[test]
    fn lines_are_the_quickest_or_come_back(graph in any_graph(1..=3)) {
        for position in 0..graph.positions {
            let Solution { role, goals, line, line_end, .. } = solve(&graph, &position, backwards());
            let goal = goals[role.0];
            let last = play(&graph, &position, &line);
            let is_forced = can_force_an_end(&graph, role, position);
            match line_end {
                LineEnd::Quickest => {
                    prop_assert!(is_forced);
                    prop_assert_eq!(graph.goal(&last, role), Ok(goal));
                    let plies = goals_in_plies(&graph, role)[position as usize].plies;
                    if goal != endless(&graph) {
                        prop_assert_eq!(line.len() as u64, plies);
                    }
                }
                LineEnd::ComesBack { plies } => {
                    prop_assert!(!is_forced);
                    prop_assert_eq!(goal, endless(&graph));
                    prop_assert!(plies < line.len());
                    prop_assert_eq!(play(&graph, &position, &line[..plies]), last);
                }
                LineEnd::Over => prop_assert!(false, "retrograde analysis finds the quickest way"),
            }
        }
    }

    #[test]
    fn scores_are_those_of_the_definition(graph in any_graph(2..=3)) {
        for position in 0..graph.positions {
            let found = Solver::new(&graph, backwards()).score(&position, 0, &mut Unwatched)
                .expect("the graph can be solved");
            let end = |position| graph.evaluate(&position, 0, found.role).expect("the graph says so");
            let values = values_by_definition(&graph, found.role, 0, end, |value| value);
            prop_assert_eq!(found.score, values[position as usize]);
            let last = play(&graph, &position, &found.line);
            if found.line_end == LineEnd::Quickest {
                prop_assert_eq!(end(last), found.score);
            }
            let by_search = Solver::new(&graph, SolveOptions::default()).score(&position, 0, &mut Unwatched);
            prop_assert_eq!(by_search.map(|found| found.score), Ok(found.score));
        }
    }

    #[test]
    fn strategies_win_as_quickly_as_can_be(graph in any_graph(1..=3)) {
        for role in (0..graph.roles).map(Role) {
            let values = goals_in_plies(&graph, role);
            let mut solver = Solver::new(&graph, backwards());
            for position in 0..graph.positions {
                let GoalInPlies { goal, plies } = values[position as usize];
                prop_assert_eq!(solver.wins(&position, role, &mut Unwatched), Ok(goal == 100));
                let found = solver.strategy(&position, role, 10_000, &mut Unwatched);
                // A long strategy against many answers may be too large.
                if let Ok(found) = found {
                    prop_assert_eq!(found.is_some(), goal == 100);
                    if let Some(tree) = found {
                        strategy_wins(&graph, &tree, 0);
                        prop_assert_eq!(tree.depth() as u64, plies);
                    }
                }
            }
        }
    }

    #[test]
    fn strategies_by_search_win_too(graph in any_graph(1..=3)) {
        for role in (0..graph.roles).map(Role) {
            for position in 0..graph.positions {
                let mut solver = Solver::new(&graph, SolveOptions::default());
                let wins = solver.wins(&position, role, &mut Unwatched).expect("it can be solved");
                has_strategy(&mut solver, &graph, position, role, wins);
            }
        }
    }

    #[test]
    fn games_without_circles_are_solved_alike_by_both_methods(
        seed: u64, roles in 1..=4usize, branching in 1..=3u64, height in 0..=6usize, width in 1..=30u64
    ) {
        let tree = RandomTree { seed, roles, branching, height, width };
        let by_search = solve(&tree, &tree.initial(), SolveOptions::default());
        let backwards = solve(&tree, &tree.initial(), backwards());
        prop_assert_eq!(by_search.method, SolveMethod::Search);
        prop_assert_eq!(backwards.method, SolveMethod::Retrograde);
        prop_assert_eq!(by_search.goals, backwards.goals);
        prop_assert_eq!(backwards.line_end, LineEnd::Quickest);
        let role = by_search.role;
        let [one, other] = [by_search.line, backwards.line]
            .map(|line| tree.goal(&play(&tree, &tree.initial(), &line), role));
        prop_assert_eq!(one, other);
    }
}

#[test]
fn tic_tac_toe_has_5478_positions_and_765_up_to_symmetry() {
    for (symmetries, positions) in [(false, 5478), (true, 765)] {
        let options = SolveOptions {
            symmetries,
            ..backwards()
        };
        let solution = solve(&TicTacToe, &TicTacToe.initial(), options);
        assert_eq!(solution.goals, [50, 50]);
        assert_eq!(solution.positions, positions);
        assert_eq!(solution.line_end, LineEnd::Quickest, "either can end it");
    }
}

#[test]
fn a_game_for_one_role_is_played_to_its_best_end() {
    let sliding = Sliding::from("45_ 123");
    let solution = solve(&sliding, &sliding.initial(), backwards());
    let shortest = shortest(&sliding, &sliding.initial(), 1000, &mut Unwatched)
        .expect("the puzzle is small")
        .expect("it can be solved");
    assert_eq!(solution.method, SolveMethod::Retrograde);
    assert_eq!((solution.goals, solution.line), (vec![100], shortest.line));
    let stuck = Sliding::from("213 45_");
    let solution = solve(&stuck, &stuck.initial(), backwards());
    assert_eq!(solution.goals, [0]);
    assert!(matches!(solution.line_end, LineEnd::ComesBack { .. }));
}

#[test]
fn what_was_listed_once_is_not_listed_again() {
    let mut solver = Solver::new(&TicTacToe, backwards());
    let mut looked = 0;
    let mut watch = |_| {
        looked += 1;
        ControlFlow::Continue(())
    };
    let start = TicTacToe.initial();
    let first = solver.solve(&start, &mut watch);
    let before = looked;
    let mut watch = |_| {
        looked += 1;
        ControlFlow::Continue(())
    };
    let later = play(&TicTacToe, &start, &[0, 4]);
    assert_eq!(first.map(|solution| solution.positions), Ok(5478));
    assert!(solver.solve(&later, &mut watch).is_ok());
    assert!(looked - before < 20, "{}", looked - before);
}

#[test]
fn bounds_are_kept() {
    let found =
        |options| Solver::new(&TicTacToe, options).solve(&TicTacToe.initial(), &mut Unwatched);
    let kept = |table| SolveOptions {
        table,
        ..backwards()
    };
    assert_eq!(
        found(kept(5477)),
        Err(SearchError::TooManyPositions { limit: 5477 })
    );
    assert!(found(kept(5478)).is_ok());
    let deep = |depth| SolveOptions {
        depth,
        ..backwards()
    };
    assert_eq!(found(deep(8)), Err(SearchError::Unsettled { plies: 8 }));
    assert!(found(deep(9)).is_ok());
    let joint = RockPaperScissors { rounds: 1 };
    let found = Solver::new(&joint, backwards()).solve(&joint.initial(), &mut Unwatched);
    assert_eq!(found, Err(SearchError::JointTurn { ply: 0 }));
    let long = Pile {
        counters: 1_000_000,
        takes: vec![1],
    };
    let found = Solver::new(&long, backwards()).solve(&long.initial(), &mut Unwatched);
    assert_eq!(found, Err(SearchError::Unsettled { plies: 500 }));
}

#[test]
fn the_watcher_stops_the_analysis_anywhere() {
    stop_anywhere(&backwards(), |mut solver, solved| {
        let again = solver.solve(&TicTacToe.initial(), &mut Unwatched);
        let again = again.expect("a stopped solver can be asked again");
        assert_eq!(again, *solved);
    });
}
