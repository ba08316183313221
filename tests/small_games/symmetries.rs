//! Symmetries: which positions play alike.

use std::collections::HashSet;
use std::fmt::Write;

use proptest::prelude::*;
use regola::game::{Game, Position, Rules};
use regola::search::playout;

use super::{FILETTO, TICTACTOE, TRIS, filetto, matrix, moves, results, shipped, state};

/// The eight maps of a board whose nine cells can be told apart would be these; three signs do for
/// a row.
#[test]
fn s3_23_s3_24_a_board_has_eight_images() {
    assert_eq!(
        [&*FILETTO, &*TICTACTOE, &*TRIS].map(Rules::symmetry_count)[0],
        8
    );
    let turned = ["ox. ... o..", "o.o x.. ...", "..o ... .xo", "... ..x o.o"];
    let mirrored = [".xo ... ..o", "o.o ..x ...", "o.. ... ox.", "... x.. o.o"];
    let images: HashSet<_> = turned
        .iter()
        .chain(&mirrored)
        .map(|rows| filetto(rows))
        .collect();
    assert_eq!(images.len(), 8);
    assert_eq!(
        FILETTO
            .orbit(&filetto("ox. ... o.."))
            .into_iter()
            .collect::<HashSet<_>>(),
        images
    );
    for rows in turned.iter().chain(&mirrored) {
        assert_eq!(
            FILETTO.canonical(&filetto(rows)),
            FILETTO.canonical(&filetto(turned[0])),
            "{rows}"
        );
    }
}

/// A page break in the lecture makes rows of two maps into one.
#[test]
fn s3_26_what_is_no_symmetry_is_none() {
    let (board, mixed) = (filetto("ox. ... o.."), filetto("... ... ox."));
    assert_eq!(
        FILETTO
            .orbit(&board)
            .iter()
            .filter(|image| **image == mixed)
            .count(),
        0
    );
    let (board, mixed) = (filetto("oxo .x. ..."), filetto("... .x. oxo"));
    assert_eq!(
        FILETTO.canonical(&board),
        FILETTO.canonical(&mixed),
        "upside down is one"
    );
}

#[test]
fn boards_that_are_terms_have_images_too() {
    assert_eq!(TICTACTOE.orbit(&matrix("XO./.../X..")).len(), 8);
    assert_eq!(TRIS.orbit(&state("oxo----x--")).len(), 8);
    assert_eq!(
        TICTACTOE.canonical(&matrix("XO./.../X..")),
        TICTACTOE.canonical(&matrix("X.X/O../..."))
    );
    assert_eq!(
        TRIS.canonical(&state("oxo----x--")),
        TRIS.canonical(&state("ox-xo-----"))
    );
    assert_ne!(
        TRIS.canonical(&state("xx---o----")),
        TRIS.canonical(&state("ox---o----")),
        "another side is to move"
    );
}

#[test]
fn a_game_without_symmetries_leaves_positions_as_they_are() {
    let change = shipped("change");
    assert_eq!(change.symmetry_count(), 1);
    assert_eq!(change.canonical(&change.initial()), change.initial());
}

/// Symmetries that are wrong where facts can hold any term: nothing can be checked before, save for
/// the position at the start.
#[test]
fn symmetries_of_terms_are_tried_on_the_start() {
    let game = "role(x). :- fluent at(_) -> _. init(at(a, 1)). init(at(b, 2)). legal(x, stay). \
                add(at(a, 2)). goal(x, 50).\n";
    let mut said = String::new();
    for symmetry in [
        "symmetry(grow, at(P, N), at(P, M)) :- M is N + 1.",
        "symmetry(fold, at(_, N), at(a, N)).",
        "symmetry(lose, at(P, _), at(P, 0)).",
        "symmetry(stray, at(_, _), nowhere).",
        "symmetry(fail, at(P, N), at(P, M)) :- M is N + P.",
        "symmetry(same, at(P, N), at(P, N)).\nsymmetry(fold, at(_, N), at(a, N)).\nsymmetry(lose, at(P, _), at(P, 0)).",
    ] {
        let failure = Rules::from_text(&format!("{game}{symmetry}\n")).expect_err(symmetry);
        writeln!(said, "{failure}\n").expect("a string can be written to");
    }
    assert_snapshot!("small_games__symmetry_faults", said);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_position_stands_for_all_images(seed: u64, plies in 0..=9usize) {
        for rules in [&*FILETTO, &*TICTACTOE, &*TRIS] {
            let reached = playout(rules, &rules.initial(), plies, seed);
            let position = reached.expect("it can be played").position;
            let orbit = rules.orbit(&position);
            prop_assert_eq!(&orbit[0], &position);
            prop_assert_eq!(orbit.iter().collect::<HashSet<_>>().len(), orbit.len());
            let standing = rules.canonical(&position);
            prop_assert!(orbit.contains(&standing));
            prop_assert_eq!(rules.canonical(&standing), standing.clone());
            let over = rules.over(&position).expect("it can be played");
            let count = moves(rules, &position).len();
            for image in &orbit {
                prop_assert_eq!(&rules.canonical(image), &standing);
                prop_assert_eq!(rules.over(image).expect("it can be played"), over);
                prop_assert_eq!(moves(rules, image).len(), count);
                if over {
                    prop_assert_eq!(results(rules, image), results(rules, &position));
                }
            }
        }
    }

    /// The moves of an image lead to the images of where the moves lead.
    #[test]
    fn images_go_on_alike(seed: u64, plies in 0..=8usize) {
        for rules in [&*FILETTO, &*TICTACTOE, &*TRIS] {
            let reached = playout(rules, &rules.initial(), plies, seed);
            let position = reached.expect("it can be played").position;
            let ahead = |position: &Position| {
                let children = super::children(rules, position);
                children.iter().map(|child| rules.canonical(child)).collect::<HashSet<_>>()
            };
            let expected = ahead(&position);
            for image in rules.orbit(&position) {
                prop_assert_eq!(&ahead(&image), &expected);
            }
        }
    }
}
