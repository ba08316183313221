//! Boards as shapes: where places lie, what lies under them, and the pieces.

use regola::game::{Game, Rules};
use regola::picture::{Appearance, Scene, svg_of_piece};

use super::first_board;
use super::xml::assert_well_formed;
use crate::game::shipped;

/// The scene of a game's start, as text: its size, what lies under the pieces, and some places.
fn start(name: &str) -> String {
    let rules = shipped(name);
    let appearance = Appearance::of(&rules);
    let board = first_board(&rules);
    let scene = Scene::new(&board, &appearance);
    let size = scene.size();
    let places: Vec<(usize, usize)> = scene.places().collect();
    let mut text = format!(
        "{} by {}\noutline {}\nbeneath {}\nupon {}\n",
        size.width,
        size.height,
        scene.outline(),
        scene.beneath(),
        scene.upon().replace("/>", "/>\n")
    );
    for (column, row) in [
        places[0],
        places[places.len() / 2],
        places[places.len() - 1],
    ] {
        let (at, class) = (scene.corner(column, row), scene.class(column, row));
        text += &format!("{column}, {row}: {class} at {at:?}\n");
    }
    text
}

#[test]
fn each_surface_has_its_shapes() {
    for name in [
        "hex",
        "go",
        "morris",
        "kalah",
        "connect-four",
        "chess",
        "nim",
    ] {
        assert_snapshot!(format!("scene__{name}"), start(name));
    }
}

#[test]
fn what_stands_beside_a_board_is_drawn_below_it() {
    let rules = shipped("morris");
    let text = rules
        .picture(&rules.initial(), &[], None)
        .expect("it can be drawn");
    assert_snapshot!("scene__morris_as_text", text);
}

/// Places of a board do not leave it, and no two lie on one another.
#[test]
fn places_lie_side_by_side_within_the_board() {
    for name in crate::shipped::names() {
        let rules = shipped(&name);
        let Some(board) = rules.board(&rules.initial()).expect("it can be drawn") else {
            continue;
        };
        let appearance = Appearance::of(&rules);
        let scene = Scene::new(&board, &appearance);
        let (size, mut corners) = (scene.size(), Vec::new());
        for (column, row) in scene.places() {
            let (x, y) = scene.corner(column, row);
            assert!(x >= 0 && y >= 0, "{name}: {column}, {row}");
            assert!(
                x + 40 <= size.width && y + 40 <= size.height,
                "{name}: {column}, {row}"
            );
            corners.push((x, y));
        }
        for (at, (x, y)) in corners.iter().enumerate() {
            // Rows of hexagons overlap by the slanted parts of their outlines.
            let is_on = |(a, b): &(i64, i64)| (a - x).abs() < 20 && (b - y).abs() < 35;
            assert!(!corners[at + 1..].iter().any(is_on), "{name}: {x}, {y}");
        }
        assert_well_formed(&format!("<g>{}{}</g>", scene.beneath(), scene.upon()));
    }
}

#[test]
fn every_piece_that_can_be_declared_is_drawn() {
    let pieces = "disc(red) stone(black) dot(green) man(white) crowned(blue) king(white) queen(white) rook(white) \
                  bishop(black) knight(black) pawn(yellow) arrow(red,left) cross ring wall seeds(3) seeds(40) card(7) \
                  die(5) die(6) letters(\"a<b\") shape(green,\"M10,10h20v20z\")";
    let declared: String = pieces
        .split_whitespace()
        .enumerate()
        .map(|(number, piece)| format!("looks_like({number}, {piece}).\n"))
        .collect();
    let rules = Rules::from_text(&format!(
        "role(solo).\n:- fluent done.\nlegal(solo, finish) :- \\+ done.\nadd(done) :- does(solo, finish).\n\
         goal(solo, 100).\ngrid(1, 1).\n{declared}"
    ))
    .expect("it is a game");
    let appearance = Appearance::of(&rules);
    let mut drawn = String::new();
    for (number, piece) in pieces.split_whitespace().enumerate() {
        let meant = appearance
            .piece(&number.to_string())
            .expect("it is declared");
        let svg = svg_of_piece(&meant);
        assert_well_formed(&svg);
        drawn += &format!("{piece}: {meant}\n    {svg}\n");
    }
    assert_snapshot!("scene__pieces", drawn);
}
