//! What a search refuses, where it stops, and what it then says.

use std::fmt::Write;
use std::ops::ControlFlow;

use regola::game::{FastPaths, Game, Role, Turn};
use regola::search::{
    MAX_PLIES, Options, Progress, SearchError, SolveOptions, Solver, Strategy, TranspositionTable,
    UnknownStrategy, Unwatched, best, deepen_with, divide, perft, playout, shortest,
};
use thiserror::Error;

use super::search;
use crate::host_games::{Othello, Pile, RockPaperScissors, Sliding, TicTacToe};

/// A game whose rules are at fault: a role to move without a move, or an error.
#[derive(Clone)]
struct Faulty {
    has_moves: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the rules took too many steps")]
struct TooManySteps;

impl Game for Faulty {
    type Position = ();
    type Move = ();
    type Error = TooManySteps;

    fn role_count(&self) -> usize {
        1
    }

    fn initial(&self) {}

    fn turn(&self, _position: &()) -> Result<Turn<()>, TooManySteps> {
        Ok(Turn::Single(
            Role(0),
            if self.has_moves { vec![()] } else { vec![] },
        ))
    }

    fn play(&self, _position: &(), _moves: &[()]) -> Result<(), TooManySteps> {
        Err(TooManySteps)
    }

    fn goal(&self, _position: &(), _role: Role) -> Result<u8, TooManySteps> {
        Err(TooManySteps)
    }

    fn heuristic(&self, _name: &str) -> Option<usize> {
        None
    }

    fn evaluate(
        &self,
        _position: &(),
        _heuristic: usize,
        _role: Role,
    ) -> Result<i64, TooManySteps> {
        Err(TooManySteps)
    }
}

impl FastPaths for Faulty {}

fn options(strategy: Strategy, depth: usize) -> Options {
    Options {
        strategy,
        depth,
        ..Options::default()
    }
}

/// The strategies that look ahead for a number of plies.
fn looking_ahead() -> impl Iterator<Item = Strategy> {
    Strategy::ALL
        .into_iter()
        .filter(|strategy| strategy.has_depth())
}

#[test]
fn depth_is_bounded_by_the_line_and_not_by_the_option() {
    let (long, short) = (
        Pile {
            counters: 1_000_000,
            takes: vec![1],
        },
        TicTacToe::board("xox xo. ...", Role(0)),
    );
    for strategy in looking_ahead() {
        let options = options(strategy, 1_000_000);
        let found = best(&long, &long.initial(), &options, &mut Unwatched);
        assert_eq!(found, Err(SearchError::TooDeep), "{strategy}");
        assert!(best(&TicTacToe, &short, &options, &mut Unwatched).is_ok());
    }
    assert_eq!(
        perft(&long, &long.initial(), 1_000_000, &mut Unwatched),
        Err(SearchError::TooDeep)
    );
    assert_eq!(
        divide(&long, &long.initial(), 1_000_000, &mut Unwatched),
        Err(SearchError::TooDeep)
    );
}

#[test]
fn the_longest_line_is_followed_to_its_end() {
    let pile = Pile {
        counters: MAX_PLIES as u64,
        takes: vec![1],
    };
    for strategy in looking_ahead() {
        let best = search(&pile, &pile.initial(), strategy, usize::MAX);
        assert_eq!(best.line.len(), MAX_PLIES, "{strategy}");
    }
    assert_eq!(
        perft(&pile, &pile.initial(), MAX_PLIES, &mut Unwatched),
        Ok(1)
    );
}

/// A game with one move and a position that fills pages.
#[derive(Clone)]
struct Bulky;

impl Game for Bulky {
    type Position = [u8; 16_384];
    type Move = ();
    type Error = TooManySteps;

    fn role_count(&self) -> usize {
        1
    }

    fn initial(&self) -> Self::Position {
        [0; 16_384]
    }

    fn turn(&self, _position: &Self::Position) -> Result<Turn<()>, TooManySteps> {
        Ok(Turn::Single(Role(0), vec![()]))
    }

    fn play(
        &self,
        position: &Self::Position,
        _moves: &[()],
    ) -> Result<Self::Position, TooManySteps> {
        Ok(*position)
    }

    fn goal(&self, _position: &Self::Position, _role: Role) -> Result<u8, TooManySteps> {
        Ok(50)
    }

    fn heuristic(&self, _name: &str) -> Option<usize> {
        None
    }

    fn evaluate(
        &self,
        _position: &Self::Position,
        _heuristic: usize,
        _role: Role,
    ) -> Result<i64, TooManySteps> {
        Ok(0)
    }
}

impl FastPaths for Bulky {}

#[test]
fn bulky_positions_do_not_fill_the_stack() {
    for strategy in looking_ahead() {
        let best = search(&Bulky, &Bulky.initial(), strategy, MAX_PLIES);
        assert_eq!(best.line.len(), MAX_PLIES, "{strategy}");
    }
    assert_eq!(
        perft(&Bulky, &Bulky.initial(), MAX_PLIES, &mut Unwatched),
        Ok(1)
    );
    let options = Options {
        depth: MAX_PLIES,
        order: true,
        table: 100,
        ..Options::default()
    };
    assert_eq!(
        best(&Bulky, &Bulky.initial(), &options, &mut Unwatched).map(|best| best.line.len()),
        Ok(MAX_PLIES)
    );
}

#[test]
fn a_search_stops_when_told_to() {
    for strategy in looking_ahead() {
        let mut watch = |progress: Progress| {
            if progress.nodes < 1000 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let found = best(
            &Othello,
            &Othello.initial(),
            &options(strategy, 60),
            &mut watch,
        );
        assert_eq!(
            found,
            Err(SearchError::Stopped { nodes: 1000 }),
            "{strategy}"
        );
    }
    let mut watch = |_| ControlFlow::Break(());
    assert_eq!(
        perft(&TicTacToe, &TicTacToe.initial(), 9, &mut watch),
        Err(SearchError::Stopped { nodes: 1 })
    );
}

#[test]
fn progress_is_told_position_by_position() {
    let mut told = Vec::new();
    let mut watch = |progress: Progress| {
        told.push(progress);
        ControlFlow::Continue(())
    };
    let found = best(
        &TicTacToe,
        &TicTacToe.initial(),
        &options(Strategy::Minimax, 2),
        &mut watch,
    );
    let nodes = found.expect("tic-tac-toe can be searched").nodes;
    assert_eq!(told.len() as u64, nodes);
    assert_eq!(
        told[0],
        Progress {
            nodes: 1,
            depth: 2,
            ..Progress::default()
        }
    );
    assert_eq!(
        told[81],
        Progress {
            nodes: 82,
            depth: 2,
            root_done: 8,
            root_total: 9,
            table_percent: 0,
        }
    );
    assert!(told.is_sorted_by_key(|progress| (progress.nodes, progress.root_done)));
}

#[test]
fn a_watcher_hears_how_full_the_table_is() {
    let mut shares = Vec::new();
    let mut watch = |progress: Progress| {
        shares.push(progress.table_percent);
        ControlFlow::Continue(())
    };
    let solving = SolveOptions {
        table: 1 << 10,
        ..SolveOptions::default()
    };
    Solver::new(&TicTacToe, solving)
        .solve(&TicTacToe.initial(), &mut watch)
        .expect("the game can be solved");
    assert_eq!(shares.iter().min(), Some(&0));
    assert!(
        (20..=100).contains(shares.iter().max().expect("it looked")),
        "{shares:?}"
    );
    let mut shares = Vec::new();
    let mut watch = |progress: Progress| {
        shares.push(progress.table_percent);
        ControlFlow::Continue(())
    };
    let options = options(Strategy::PrincipalVariation, 5);
    let table = &mut TranspositionTable::of_positions(256);
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    deepen_with(
        &Othello,
        &Othello.initial(),
        &options,
        table,
        &mut watch,
        go_on,
    )
    .expect("Othello can be searched");
    assert!((10..=100).contains(shares.iter().max().expect("it looked")));
}

#[test]
fn strategies_are_found_by_name() {
    for strategy in Strategy::ALL {
        assert_eq!(strategy.to_string().parse(), Ok(strategy));
    }
    assert_eq!(
        "Minimax".parse::<Strategy>(),
        Err(UnknownStrategy {
            name: "Minimax".to_owned()
        })
    );
}

#[test]
fn errors_say_what_is_wrong() {
    let joint = RockPaperScissors { rounds: 1 };
    let long = Pile {
        counters: 1_000_000,
        takes: vec![1],
    };
    let empty = Faulty { has_moves: false };
    let broken = Faulty { has_moves: true };
    let deep = options(Strategy::AlphaBeta, 1000);

    let mut said = String::new();
    let mut note = |name: &str, message: Option<String>| {
        writeln!(said, "{name}: {}", message.expect(name)).expect("a string can be written to");
    };
    note(
        "joint turn",
        best(&joint, &joint.initial(), &deep, &mut Unwatched)
            .err()
            .map(|error| error.to_string()),
    );
    note(
        "too deep",
        best(&long, &long.initial(), &deep, &mut Unwatched)
            .err()
            .map(|error| error.to_string()),
    );
    note(
        "no moves",
        best(&empty, &(), &deep, &mut Unwatched)
            .err()
            .map(|error| error.to_string()),
    );
    note(
        "no moves in perft",
        perft(&empty, &(), 3, &mut Unwatched)
            .err()
            .map(|error| error.to_string()),
    );
    note(
        "no moves in a playout",
        playout(&empty, &(), 3, 0)
            .err()
            .map(|error| error.to_string()),
    );
    note(
        "the game's own",
        best(&broken, &(), &deep, &mut Unwatched)
            .err()
            .map(|error| error.to_string()),
    );
    let mut solver = Solver::new(&long, SolveOptions::default());
    note(
        "unsettled",
        solver
            .wins(&long.initial(), Role(0), &mut Unwatched)
            .err()
            .map(|error| error.to_string()),
    );
    let mut solver = Solver::new(&joint, SolveOptions::default());
    note(
        "joint turn to solve",
        solver
            .solve(&joint.initial(), &mut Unwatched)
            .err()
            .map(|error| error.to_string()),
    );
    note(
        "no puzzle",
        shortest(&long, &long.initial(), 9, &mut Unwatched)
            .err()
            .map(|error| error.to_string()),
    );
    let restless = Sliding::from("123 4_5");
    let puzzled = shortest(&restless, &restless.initial(), 2, &mut Unwatched);
    note(
        "too many positions",
        puzzled.err().map(|error| error.to_string()),
    );
    note(
        "never quiet",
        Some(SearchError::<TooManySteps>::NeverQuiet.to_string()),
    );
    note(
        "stopped",
        Some(SearchError::<TooManySteps>::Stopped { nodes: 1000 }.to_string()),
    );
    note(
        "strategy",
        "maximin"
            .parse::<Strategy>()
            .err()
            .map(|error| error.to_string()),
    );
    assert_snapshot!("search__errors", said);
}
