//! A board as the page gets it: the piece on each square, and the ground.

use super::protocol::{PieceKind, ShownBoard, ShownPiece, ShownSquare};
use crate::game::{self, Rows};
use crate::picture::{self, Appearance, Ground};

/// Returns a board of a game with this appearance.
pub fn drawn(board: &game::Board, appearance: &Appearance) -> ShownBoard {
    let rows: Vec<usize> = match board.direction {
        Rows::TopDown => (1..=board.rows).collect(),
        Rows::BottomUp => (1..=board.rows).rev().collect(),
    };
    let mut squares = Vec::new();
    for (from_top, row) in rows.iter().enumerate() {
        for column in 1..=board.columns {
            let (name, glyph) = (board.square_name(column, *row), board.glyph(column, *row));
            if name.is_some() || glyph.is_some() {
                squares.push(ShownSquare {
                    column: column - 1,
                    row: from_top,
                    name: name.unwrap_or_default(),
                    dark: appearance.is_dark(board, column, *row),
                    piece: glyph
                        .and_then(|glyph| appearance.piece(glyph))
                        .map(shown_piece),
                });
            }
        }
    }
    let column_names = board.column_names();
    let row_names = column_names
        .as_ref()
        .map(|_| rows.iter().map(usize::to_string).collect());
    ShownBoard {
        columns: board.columns,
        rows: board.rows,
        column_names: column_names.unwrap_or_default(),
        row_names: row_names.unwrap_or_default(),
        ground: match appearance.ground() {
            Ground::Felt => "felt",
            Ground::Checkered => "checkered",
            Ground::Paper => "paper",
        },
        squares,
    }
}

fn shown_piece(piece: picture::Piece) -> ShownPiece {
    let said = piece.to_string();
    let kind = match piece {
        picture::Piece::Disc(colour) => PieceKind::Disc {
            colour: colour.name(),
        },
        picture::Piece::Man(colour) => PieceKind::Man {
            colour: colour.name(),
        },
        picture::Piece::King(colour) => PieceKind::King {
            colour: colour.name(),
        },
        picture::Piece::Chess(colour, man) => PieceKind::Chess {
            colour: colour.name(),
            man: man.name(),
        },
        picture::Piece::Cross => PieceKind::Cross,
        picture::Piece::Ring => PieceKind::Ring,
        picture::Piece::Wall => PieceKind::Wall,
        picture::Piece::Letters(letters) => PieceKind::Letters { letters },
    };
    ShownPiece { kind, said }
}
