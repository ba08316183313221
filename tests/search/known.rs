//! What a solver knows when it is stopped: true at every moment, and more as time goes by.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use proptest::prelude::*;
use regola::game::{FastPaths, Game, Role};
use regola::search::{
    Known, KnownValue, Progress, SearchError, SolveMethod, SolveOptions, Solver, Value, Watch,
    shortest,
};

use super::retrograde::{any_graph, endless, goals_in_plies};
use crate::host_games::{Pile, Sliding, TicTacToe};

/// Stops at a look, and keeps what it is told.
struct Stopping {
    left: u64,
    notes: Vec<Known>,
}

impl Stopping {
    fn after(looks: u64) -> Self {
        Self {
            left: looks,
            notes: Vec::new(),
        }
    }
}

impl Watch for Stopping {
    fn look(&mut self, _progress: Progress) -> ControlFlow<()> {
        match self.left.checked_sub(1) {
            None => ControlFlow::Break(()),
            Some(left) => {
                self.left = left;
                ControlFlow::Continue(())
            }
        }
    }

    fn note(&mut self, known: Known) {
        self.notes.push(known);
    }
}

fn by(method: SolveMethod) -> SolveOptions {
    SolveOptions {
        method,
        depth: 20,
        ..SolveOptions::default()
    }
}

/// What is told last when a game is stopped after more and more looks, until it is solved. What is told
/// several times in a row is written once.
fn told<G: FastPaths>(game: &G, method: SolveMethod, step: usize) -> String {
    let mut text = String::new();
    let mut last = String::new();
    for looks in (0..).step_by(step) {
        let mut watch = Stopping::after(looks);
        let found = Solver::new(game, by(method)).solve(&game.initial(), &mut watch);
        let told = watch
            .notes
            .last()
            .copied()
            .map_or_else(String::new, in_words);
        if told != last {
            writeln!(text, "{}, {looks:>5} looks: {told}", method.name()).expect("there is room");
            last = told;
        }
        match found {
            Ok(_) => break,
            Err(SearchError::Stopped { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    text
}

fn in_words(known: Known) -> String {
    match known {
        Known::Listed { positions, waiting } => format!("{positions} listed, {waiting} waiting"),
        Known::Value(KnownValue {
            role,
            at_least,
            at_most,
            plies,
            no_win_within,
            no_loss_within,
        }) => {
            let [least, most] = [at_least, at_most].map(|value| value.goal().unwrap_or(50));
            format!(
                "role {}: goal {least} to {most}, plies {plies:?}, no win within {no_win_within}, \
                 no loss within {no_loss_within}",
                role.0
            )
        }
    }
}

#[test]
fn the_more_is_searched_the_more_is_known() {
    let pile = Pile {
        counters: 12,
        takes: vec![1, 2],
    };
    let text = [
        told(&TicTacToe, SolveMethod::Search, 20),
        told(&TicTacToe, SolveMethod::ProofNumber, 100),
        told(&TicTacToe, SolveMethod::Retrograde, 1000),
        told(&pile, SolveMethod::Search, 1),
        told(&pile, SolveMethod::Retrograde, 5),
    ];
    assert_snapshot!("search__known", text.join("\n"));
}

#[test]
fn a_puzzle_that_is_stopped_has_no_solution_within_some_plies() {
    let sliding = Sliding::from("45_ 123");
    let solved = shortest(
        &sliding,
        &sliding.initial(),
        1000,
        &mut Stopping::after(u64::MAX),
    )
    .expect("the puzzle is small")
    .expect("it can be solved");
    let mut within = Vec::new();
    for looks in 0..solved.positions / 2 {
        let mut watch = Stopping::after(looks);
        let found = shortest(&sliding, &sliding.initial(), 1000, &mut watch);
        assert!(found.is_err(), "it was stopped");
        let [Known::Value(known)] = watch.notes[..] else {
            panic!("{:?}", watch.notes)
        };
        within.push(known.no_win_within);
    }
    assert!(within.is_sorted());
    let last = *within.last().expect("there are moments");
    assert!(0 < last && last < solved.line.len(), "{within:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_told_is_true(graph in any_graph(1..=3), looks in 0..200_u64) {
        let by_role: BTreeMap<_, _> = (0..graph.roles)
            .map(|role| (role, goals_in_plies(&graph, Role(role))))
            .collect();
        for method in SolveMethod::ALL {
            for position in 0..graph.positions {
                let mut watch = Stopping::after(looks);
                // Each answer and each error leaves notes.
                let _ = Solver::new(&graph, by(method)).solve(&position, &mut watch);
                for note in watch.notes {
                    let Known::Value(known) = note else { continue };
                    let expected = by_role[&known.role.0][position as usize];
                    let value = Value::from_goal(expected.goal);
                    prop_assert!(known.at_least <= value && value <= known.at_most, "{:?} {:?}", note, expected);
                    let plies = expected.plies as usize;
                    if expected.goal == 100 {
                        prop_assert!(known.no_win_within < plies.max(1), "{:?} {:?}", note, expected);
                    }
                    if expected.goal == 0 && endless(&graph) > 0 {
                        prop_assert!(known.no_loss_within < plies.max(1), "{:?} {:?}", note, expected);
                    }
                    if let Some(told) = known.plies && expected.goal != endless(&graph) {
                        prop_assert_eq!(told, plies);
                    }
                }
            }
        }
    }
}
