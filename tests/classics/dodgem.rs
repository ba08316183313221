//! Dodgem: who wins is known for small boards.

use regola::engine::Engine;
use regola::game::{Game, Rules};
use regola::search::{LineEnd, Solution, SolveMethod, SolveOptions, Unwatched};

use super::variant;

const TEXT: &str = include_str!("../../games/dodgem.rules");

fn of_size(size: usize) -> Rules {
    variant(TEXT, "size(3).", &format!("size({size})."))
}

fn solved(rules: &Rules) -> Solution<regola::game::Move> {
    let solution =
        Engine::quickest(rules).solve(&rules.initial(), &SolveOptions::default(), &mut Unwatched);
    solution.unwrap_or_else(|error| panic!("{error}"))
}

/// E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways for your Mathematical Plays", 1982: the
/// first player wins on three by three squares. The positions and the plies are those of a program
/// for this game alone.
#[test]
fn the_first_player_wins_on_three_by_three() {
    let solution = solved(&of_size(3));
    assert_eq!(solution.method, SolveMethod::Retrograde);
    assert_eq!((solution.goals, solution.positions), (vec![100, 0], 1963));
    assert_eq!(
        (solution.line.len(), solution.line_end),
        (19, LineEnd::Quickest)
    );
}

/// D. desJardins, 1996: on four by four squares nobody can force an end.
#[test]
fn nobody_wins_on_four_by_four() {
    let solution = solved(&of_size(4));
    assert_eq!(
        (solution.goals, solution.positions),
        (vec![50, 50], 393_900)
    );
    assert!(matches!(solution.line_end, LineEnd::ComesBack { .. }));
}
