//! Connect Four: two ways to solve it agree.

use regola::compile::{Compilation, Compiled, Position};
use regola::game::Game;
use regola::search::{SolveMethod, SolveOptions, Solver, Unwatched, playout};

use super::shipped;

/// The plies of the random games before the positions that are solved.
const OPENING: usize = 20;

#[test]
fn proof_numbers_and_alpha_beta_agree() {
    let rules = shipped("connect-four");
    let compilation = Compilation::quick_or_thorough(&rules).expect("the game is compiled");
    let game = Compiled::new(&rules, compilation);
    let solve = |position: &Position, method| {
        let options = SolveOptions {
            method,
            symmetries: true,
            ..SolveOptions::default()
        };
        let mut solver = Solver::new(&game, options);
        solver
            .solve(position, &mut Unwatched)
            .expect("it is solved")
    };
    let mut nodes = 0;
    for seed in 0..10 {
        let opening = playout(&game, &game.initial(), OPENING, seed).expect("it is played");
        let [by_search, by_proof] = [SolveMethod::Search, SolveMethod::ProofNumber]
            .map(|method| solve(&opening.position, method));
        assert_eq!(by_search.goals, by_proof.goals, "{seed}");
        nodes += by_proof.positions;
    }
    assert!(nodes > 100_000, "{nodes}: some of them are hard");
}
