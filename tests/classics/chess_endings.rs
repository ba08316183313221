//! Chess endings with few men, solved backwards. Without the count of idle plies, positions come back.

use regola::compile::{Compilation, Compiled, Position};
use regola::game::{Game, Role, RuleGame, Rules, Turn};
use regola::search::{SolveMethod, SolveOptions, Solver, Unwatched, playout};

use super::{stated, variant};

const TEXT: &str = include_str!("../../games/chess.rules");

/// Chess in which play may go on without an end.
fn endless_chess() -> Rules {
    variant(
        TEXT,
        "add(idle(N))           :- does(_, M)",
        "add(idle(N))           :- fail, does(_, M)",
    )
}

/// The number of random positions that are solved for each ending.
const SAMPLE: u64 = 500;

/// Solves an ending from a position that takes longest, and from positions of random games. No
/// position takes longer.
fn takes_longest(facts: &str, plies: usize) {
    let rules = endless_chess();
    let compilation = Compilation::quick_or_thorough(&rules).expect("chess is compiled");
    let game = Compiled::new(&rules, compilation);
    let options = SolveOptions {
        method: SolveMethod::Retrograde,
        ..SolveOptions::default()
    };
    let mut solver = Solver::new(&game, options);
    let mut plies_from = |position: &Position| {
        let solution = solver.solve(position, &mut Unwatched).expect("it is small");
        (solution.goals == [100, 0]).then_some(solution.line.len())
    };
    let start = game.position(&stated(&rules, facts));
    assert_eq!(plies_from(&start), Some(plies));
    for seed in 0..SAMPLE {
        let random_game = playout(&game, &start, 2 * (1 + seed as usize % 20), seed);
        let position = random_game.expect("chess can be played").position;
        // White to move wins as long as there is a piece to mate with.
        if let Ok(Turn::Single(Role(0), _)) = game.turn(&position) {
            let found = plies_from(&position).expect("White wins");
            assert!(found <= plies, "{found} plies");
        }
    }
}

/// K. Thompson, 1986: with a rook it takes 16 moves at most.
#[test]
#[ignore = "takes about half a minute"]
fn king_and_rook_mate_in_sixteen_moves() {
    takes_longest(
        "control(white). cell(1, 1, white-king). cell(2, 2, white-rook). cell(3, 3, black-king).",
        31,
    );
}

/// With a queen it takes 10 moves at most.
#[test]
#[ignore = "takes about half a minute"]
fn king_and_queen_mate_in_ten_moves() {
    takes_longest(
        "control(white). cell(1, 1, white-king). cell(2, 2, white-queen). cell(6, 5, black-king).",
        19,
    );
}
