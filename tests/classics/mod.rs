//! Well-known games that ship, in what neither their session files nor the counts in `tests/perft`
//! show: positions too large to be typed, boards of another size, and laws.

mod amazons;
mod beside;
mod chess;
mod chess_endings;
mod chess_mates;
mod connect_four;
mod dodgem;
mod draughts;
mod go;
mod gomoku;
mod goofspiel;
mod hex;
mod kalah;
mod knights_tour;
mod lines_of_action;
mod morris;
mod nim;

use regola::game::{Game, Position, Role, Rules};
use regola::search::{Unwatched, perft};

fn shipped(name: &str) -> Rules {
    let path = format!("{}/games/{name}.rules", env!("CARGO_MANIFEST_DIR"));
    Rules::load(path).unwrap_or_else(|failure| panic!("{failure}"))
}

/// A game with one part of its text replaced.
fn variant(text: &str, old: &str, new: &str) -> Rules {
    assert_eq!(text.matches(old).count(), 1, "`{old}` is there once");
    Rules::from_text(&text.replace(old, new)).unwrap_or_else(|failure| panic!("{failure}"))
}

fn stated(rules: &Rules, facts: &str) -> Position {
    rules
        .position("<position>", facts)
        .unwrap_or_else(|failure| panic!("{failure}"))
}

fn count(rules: &Rules, position: &Position, depth: usize) -> u64 {
    perft(rules, position, depth, &mut Unwatched).expect("the rules can be followed")
}

/// The results of the roles, in their order; nothing while the game goes on.
fn results(rules: &Rules, position: &Position) -> Option<Vec<u8>> {
    let goal = |role| {
        rules
            .goal(position, Role(role))
            .expect("a finished game has results")
    };
    rules
        .over(position)
        .expect("the rules can be followed")
        .then(|| (0..rules.role_count()).map(goal).collect())
}
