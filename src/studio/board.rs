//! A board as the page gets it: its squares and pieces, and how they are drawn.

use std::collections::BTreeMap;

use super::protocol::{ShownBeside, ShownBoard, ShownName, ShownPiece, ShownSquare};
use crate::game;
use crate::picture::{Appearance, Scene, svg_of_piece};

/// Returns a board of a game with this appearance.
pub fn drawn(board: &game::Board, appearance: &Appearance) -> ShownBoard {
    let mut drawings = BTreeMap::new();
    let standing = |column, row| {
        let glyph = board.glyph(column, row)?;
        let piece = appearance.piece(glyph)?;
        drawings
            .entry(glyph.to_owned())
            .or_insert_with(|| svg_of_piece(&piece));
        Some(ShownPiece {
            glyph: glyph.to_owned(),
            said: piece.to_string(),
        })
    };
    let squares = squares(board, appearance, standing);
    let scene = Scene::new(board, appearance);
    let names = scene.edge_names().into_iter().map(|name| ShownName {
        text: name.text,
        x: name.x,
        y: name.y,
    });
    let beside = board.beside().iter().map(|beside| ShownBeside {
        role: beside.role.clone(),
        label: beside.label.clone(),
        value: beside.value.clone(),
    });
    ShownBoard {
        names: names.collect(),
        drawings,
        beside: beside.collect(),
        ..surface(scene, board, appearance, squares)
    }
}

/// Returns a board without pieces, names and what stands beside it.
pub fn ground(board: &game::Board, appearance: &Appearance) -> ShownBoard {
    let squares = squares(board, appearance, |_, _| None);
    surface(Scene::new(board, appearance), board, appearance, squares)
}

/// What lies under the pieces, with these squares.
fn surface(
    scene: Scene<'_>,
    board: &game::Board,
    appearance: &Appearance,
    squares: Vec<ShownSquare>,
) -> ShownBoard {
    let (size, surface) = (scene.size(), appearance.surface());
    ShownBoard {
        columns: board.columns,
        rows: board.rows,
        width: size.width,
        height: size.height,
        surface: surface.name(),
        open: surface.is_open(),
        outline: scene.outline(),
        beneath: scene.beneath(),
        upon: scene.upon(),
        names: Vec::new(),
        squares,
        drawings: BTreeMap::new(),
        beside: Vec::new(),
    }
}

/// The squares that are part of the board, or on which something stands nevertheless, row by row from
/// the top.
fn squares(
    board: &game::Board,
    appearance: &Appearance,
    mut standing: impl FnMut(usize, usize) -> Option<ShownPiece>,
) -> Vec<ShownSquare> {
    let scene = Scene::new(board, appearance);
    let mut squares = Vec::new();
    for (from_top, row) in (1..=board.rows).map(|line| board.line(line)).enumerate() {
        for column in 1..=board.columns {
            let piece = standing(column, row);
            if piece.is_none() && board.is_off_board(column, row) {
                continue;
            }
            let (x, y) = scene.corner(column, row);
            squares.push(ShownSquare {
                column: column - 1,
                row: from_top,
                x,
                y,
                name: board.square_name(column, row).unwrap_or_default(),
                dark: appearance.is_dark(board, column, row),
                piece,
            });
        }
    }
    squares
}
