//! Nim: who wins is known from the piles.

use regola::game::{Game, Role};
use regola::search::{SolveOptions, Solver, Unwatched};

use super::{shipped, stated};

/// Bouton (1901): who is to move loses where the numbers of counters, combined by exclusive or,
/// make 0.
#[test]
fn the_solver_agrees_with_bouton() {
    let nim = shipped("nim");
    let mut solver = Solver::new(
        &nim,
        SolveOptions {
            symmetries: true,
            ..SolveOptions::default()
        },
    );
    let piles =
        (0..=3).flat_map(|a| (0..=3).flat_map(move |b| (0..=5).map(move |c| [a, b, c, 5 - c])));
    for [a, b, c, d] in piles {
        let facts =
            format!("control(second). left(1, {a}). left(2, {b}). left(3, {c}). left(4, {d}).");
        let position = stated(&nim, &facts);
        let winner = Role(usize::from(a ^ b ^ c ^ d != 0));
        for role in [Role(0), Role(1)] {
            assert_eq!(
                solver.wins(&position, role, &mut Unwatched),
                Ok(role == winner),
                "{facts}"
            );
        }
        let said = nim.heuristic("bouton").expect("it is there");
        assert_eq!(nim.evaluate(&position, said, winner), Ok(1), "{facts}");
    }
}
