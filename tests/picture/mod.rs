//! Positions, games and game trees as pictures.

#[cfg(feature = "cli")]
mod album;
mod appearance;
#[cfg(feature = "cli")]
mod command;
mod forms;
mod layout;
mod scene;
mod xml;

use regola::game::{Board, Game, Position, Rules};
use regola::picture::{Appearance, Picture};
use regola::search::{Equivalence, TreeOptions, Unwatched, tree};

const FILETTO: &str = "games/filetto.rules";

/// Filetto after these moves.
fn filetto(moves: &str) -> (Rules, Position) {
    let rules = Rules::load(FILETTO).expect("it ships");
    let mut position = rules.initial();
    for typed in moves.split_whitespace() {
        let legal = rules
            .legal_moves(&position)
            .expect("the rules can be followed");
        let played = rules
            .find_move(&position, &legal, typed)
            .expect("it is legal");
        position = rules
            .play(&position, &[played])
            .expect("the rules can be followed");
    }
    (rules, position)
}

/// The board of a game's start.
fn first_board(rules: &Rules) -> Board {
    rules
        .board(&rules.initial())
        .expect("it can be drawn")
        .expect("there is a board")
}

/// X to move, who wins at the centre: `O.X / ..O / X.O`.
const WON: &str = "a1 c1 c2 a3 c3";
/// X to move, who loses: `X.. / .OO / .OX`. One of the reflections leaves it as it is.
const LOST: &str = "b2 a1 c2 c3 b3";
/// O to move: `XO. / XXO / O..`.
const SHORT: &str = "b1 a1 c2 a2 a3 b2";

fn drawn(rules: &Rules, position: &Position, options: &TreeOptions) -> Picture {
    let grown = tree(rules, position, options, &mut Unwatched).expect("it has a tree");
    Picture::new(rules, Appearance::of(rules), &grown, None).expect("it can be drawn")
}

/// The whole tree after some moves of Filetto.
fn whole(moves: &str, equivalence: Equivalence) -> Picture {
    let (rules, position) = filetto(moves);
    drawn(
        &rules,
        &position,
        &TreeOptions {
            depth: 9,
            equivalence,
            ..TreeOptions::default()
        },
    )
}
