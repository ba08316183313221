//! Boards as shapes: where places lie, what lies under them, and the pieces.

use std::fs;

use regola::game::{Colour, Game, Piece, Rules};
use regola::picture::{Appearance, Scene, svg_of_piece};
use regola::search::Equivalence;

use super::xml::assert_well_formed;
use super::{LOST, first_board, whole};
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
                  card(10,clubs) card(\"A\",diamonds) card(\"K\",hearts) card(\"Q\",spades) die(5) die(6) letters(\"a<b\") shape(green,\"M10,10h20v20z\")";
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

/// A shape of one's own does not leave its square by more than a margin.
#[test]
fn shapes_are_cut_off_around_their_square() {
    let svg = svg_of_piece(&Piece::Shape(Colour::Red, "M0 0h9999v9999z".to_owned()));
    assert!(
        svg.starts_with("<svg x=\"-4\" y=\"-4\" width=\"48\" height=\"48\""),
        "{svg}"
    );
}

/// Borders and tints do not lie where no board is.
#[test]
fn what_is_cut_off_has_no_border_and_no_tint() {
    let text = "
        role(solo).  :- fluent done.  legal(solo, go).  add(done).  goal(solo, 100).
        grid(3, 2).  surface(felt).  off_board(2, 1).  border(top, red).
        tint(2, 1, red).  tint(1, 1, red).";
    let rules = Rules::from_text(text).expect("it is a game");
    let (appearance, board) = (Appearance::of(&rules), first_board(&rules));
    let upon = Scene::new(&board, &appearance).upon();
    assert_eq!(upon.matches("class=\"tint").count(), 1, "{upon}");
    assert!(upon.contains("d=\"M6 6L46 6M86 6L126 6\""), "{upon}");
}

/// Pictures have the light colours of the page.
#[test]
fn pictures_and_the_page_have_the_same_colours() {
    let css = fs::read_to_string("src/studio/page/style/colours.css").expect("it is there");
    let (light, _) = css.split_once("@media").expect("it has dark colours too");
    let svg = whole(LOST, Equivalence::None).svg();
    for (class, property, name) in [
        ("felt", "fill", "felt"),
        ("felt", "stroke", "felt-line"),
        ("dark", "fill", "wood-dark"),
        ("light", "fill", "wood-light"),
        ("paper", "fill", "sheet"),
        ("paper", "stroke", "sheet-line"),
        ("hexagons", "fill", "cell"),
        ("hexagons", "stroke", "cell-line"),
        ("wood", "fill", "board"),
        ("upright", "fill", "rack"),
        ("hollow", "fill", "hollow"),
        ("hollow", "stroke", "hollow-line"),
        ("hole", "fill", "paper"),
        ("hole", "stroke", "rack-line"),
        ("lines", "stroke", "board-line"),
        ("point", "fill", "board-line"),
        ("border.white", "stroke", "border-white"),
        ("border.yellow", "stroke", "piece-yellow"),
        ("black", "fill", "piece-black"),
        ("black", "stroke", "piece-black-edge"),
        ("white", "fill", "piece-white"),
        ("red", "fill", "piece-red"),
        ("red", "stroke", "piece-red-edge"),
        ("yellow", "fill", "piece-yellow"),
        ("blue", "fill", "piece-blue"),
        ("green", "fill", "piece-green"),
        ("man.white", "stroke", "chessman-white-edge"),
        ("groove", "stroke", "piece-groove"),
        ("crown", "fill", "crown"),
        ("cross", "stroke", "sign-cross"),
        ("ring", "stroke", "sign-ring"),
        ("wall", "fill", "faint"),
        ("seed", "fill", "seed"),
        ("seed", "stroke", "seed-edge"),
        ("count", "stroke", "seed"),
        ("card", "fill", "sheet"),
        ("pip", "fill", "ink"),
        ("dark-suit", "fill", "ink"),
        ("red-suit", "fill", "suit-red"),
    ] {
        let variable = format!("--{name}: ");
        let colour = light
            .lines()
            .find_map(|line| line.trim().strip_prefix(&variable))
            .unwrap_or_else(|| panic!("no {name}"))
            .trim_end_matches(';');
        let rule = svg
            .lines()
            .find(|line| {
                line.starts_with(&format!(".{class}")) && line.contains(&format!("{property}: #"))
            })
            .unwrap_or_else(|| panic!("no {class}"));
        assert!(
            rule.contains(&format!("{property}: {colour}")),
            "{rule}: {name}"
        );
    }
}
