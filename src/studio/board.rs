//! A board as the page gets it: its squares and pieces, and how they are drawn.

use std::collections::BTreeMap;

use super::protocol::{ShownBeside, ShownBoard, ShownName, ShownPiece, ShownSquare};
use crate::game;
use crate::picture::{Appearance, Scene, svg_of_piece};

/// Returns a board of a game with this appearance.
pub fn drawn(board: &game::Board, appearance: &Appearance) -> ShownBoard {
    let scene = Scene::new(board, appearance);
    let (mut squares, mut drawings) = (Vec::new(), BTreeMap::new());
    for (from_top, row) in (1..=board.rows).map(|line| board.line(line)).enumerate() {
        for column in 1..=board.columns {
            let (name, glyph) = (board.square_name(column, row), board.glyph(column, row));
            if name.is_none() && glyph.is_none() {
                continue;
            }
            let piece = glyph.and_then(|glyph| Some((glyph, appearance.piece(glyph)?)));
            let piece = piece.map(|(glyph, piece)| {
                drawings
                    .entry(glyph.to_owned())
                    .or_insert_with(|| svg_of_piece(&piece));
                ShownPiece {
                    glyph: glyph.to_owned(),
                    said: piece.to_string(),
                }
            });
            let (x, y) = scene.corner(column, row);
            squares.push(ShownSquare {
                column: column - 1,
                row: from_top,
                x,
                y,
                name: name.unwrap_or_default(),
                dark: appearance.is_dark(board, column, row),
                piece,
            });
        }
    }
    let size = scene.size();
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
        columns: board.columns,
        rows: board.rows,
        width: size.width,
        height: size.height,
        surface: appearance.surface().name(),
        outline: scene.outline(),
        beneath: scene.beneath(),
        upon: scene.upon(),
        names: names.collect(),
        squares,
        drawings,
        beside: beside.collect(),
    }
}
