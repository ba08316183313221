//! A board as shapes: the surface, where each place lies and which outline it has, the names, and
//! the pieces. Pictures of positions, trees and the studio draw from the same scene.
//!
//! Lengths are in units of which a place is 40 wide and high. Colours are CSS classes: who draws a
//! scene brings a style sheet, as `STYLE` is one. This module knows nothing of documents and pages.
//!
//! ```text
//! ground    what lies under the pieces, without its places
//! names     the names of columns and rows at the edges
//! pieces    pieces as SVG
//! chessmen  the shapes of chessmen
//! ```

mod cards;
mod chessmen;
mod ground;
mod names;
mod pieces;

use crate::game::{Board, Surface};
use crate::picture::appearance::Appearance;

pub use names::{EDGE, EdgeName};
pub use pieces::svg_of_piece;

/// The side of a place, in units.
pub const SIDE: i64 = 40;

/// The distance between two rows of hexagons, in units: from the upper end of a hexagon's left side to
/// its lowest corner, where the row below begins.
const HEXAGON_ROW: i64 = 35;

/// The room around places that are no squares, for borders and the ends of lines, in units.
const RIM: i64 = 6;

/// The colours of a scene on a light page.
pub const STYLE: &str = "\
.felt { fill: #8db79b; stroke: #6f9a7e }
.dark { fill: #b0916c }
.light { fill: #eadfca }
.paper { fill: #ffffff; stroke: #cfccc2 }
.hexagons { fill: #f3eee0; stroke: #8c8471 }
.crossings, .points, .pits, .rack, .bare { fill: none }
.wood { fill: #e0bc7c }
.upright { fill: #2f66b5 }
.hollow { fill: #b98d4c; stroke: #96703a }
.hole { fill: #f5f4f0; stroke: #244f8c }
.lines { fill: none; stroke: #4a3a22; stroke-width: 1.2 }
.point { fill: #4a3a22 }
.border { fill: none; stroke-width: 6; stroke-linejoin: round; stroke-linecap: round }
.border.black { stroke: #26282c }
.border.white { stroke: #c9c5b9 }
.border.red { stroke: #c8402f }
.border.yellow { stroke: #f0bf2f }
.border.blue { stroke: #2f66b5 }
.border.green { stroke: #3c8a4e }
.tint { stroke: none; opacity: .3 }
.black { fill: #26282c; stroke: #0e0f11 }
.white { fill: #faf8f2; stroke: #6d6a62 }
.red { fill: #c8402f; stroke: #7e2117 }
.yellow { fill: #f0bf2f; stroke: #977109 }
.blue { fill: #2f66b5; stroke: #183d73 }
.green { fill: #3c8a4e; stroke: #1f5230 }
.man { stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round }
.man.white { stroke: #3a3c42 }
.detail { fill: none }
.black .detail { stroke: #d8d6d0 }
.shine { fill: #ffffff; stroke: none; opacity: .18 }
.groove { fill: none; stroke: #8d9199; stroke-width: 1 }
.crown { fill: #d9a521; stroke: #7a5a08; stroke-width: 1; stroke-linejoin: round }
.cross { fill: none; stroke: #2b5c8a; stroke-width: 5; stroke-linecap: round }
.ring { fill: none; stroke: #b4532e; stroke-width: 5 }
.wall { fill: #686b73 }
.seed { fill: #f4ead2; stroke: #7c6334; stroke-width: .8 }
.count { font-size: 13px; font-weight: bold; text-anchor: middle; fill: #22242a; stroke: #f4ead2; stroke-width: 3; paint-order: stroke }
.card { fill: #ffffff; stroke: #8e8a80 }
.pip { fill: #22242a }
.letters { text-anchor: middle; font-weight: bold }
.dark-suit { fill: #22242a }
.red-suit { fill: #c62f24 }
";

/// A board with an appearance, as shapes.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'b> {
    board: &'b Board,
    appearance: &'b Appearance,
}

/// A width and a height, in units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneSize {
    /// From left to right.
    pub width: i64,
    /// From top to bottom.
    pub height: i64,
}

impl<'b> Scene<'b> {
    /// The scene of a board in a game with this appearance.
    #[must_use]
    pub fn new(board: &'b Board, appearance: &'b Appearance) -> Self {
        Self { board, appearance }
    }

    /// The size of the board, without the names at its edges.
    #[must_use]
    pub fn size(&self) -> SceneSize {
        let (columns, rows) = (self.board.columns as i64, self.board.rows as i64);
        let rim = 2 * self.rim();
        match self.appearance.surface() {
            Surface::Hexagons(_) => SceneSize {
                width: SIDE * columns + SIDE / 2 * (rows - 1) + rim,
                height: HEXAGON_ROW * (rows - 1) + SIDE + rim,
            },
            _ => SceneSize {
                width: SIDE * columns + rim,
                height: SIDE * rows + rim,
            },
        }
    }

    /// The upper left corner of the square of 40 by 40 in which the piece of a place stands.
    #[must_use]
    pub fn corner(&self, column: usize, row: usize) -> (i64, i64) {
        let line = self.board.line(row) as i64 - 1;
        let x = SIDE * (column as i64 - 1) + SIDE / 2 * self.board.shift(row) as i64;
        let height = match self.appearance.surface() {
            Surface::Hexagons(_) => HEXAGON_ROW,
            _ => SIDE,
        };
        (x + self.rim(), height * line + self.rim())
    }

    /// The outline of a place, as data of a path from its corner.
    #[must_use]
    pub fn outline(&self) -> &'static str {
        match self.appearance.surface() {
            Surface::Hexagons(_) => "M20 -3L40 8V32L20 43L0 32V8Z",
            Surface::Pits | Surface::Rack => "M2 20A18 18 0 0 1 38 20A18 18 0 0 1 2 20Z",
            _ => "M0 0H40V40H0Z",
        }
    }

    /// The class of a place: the name of its surface, or `dark` and `light` on a checkered board.
    #[must_use]
    pub fn class(&self, column: usize, row: usize) -> &'static str {
        match self.appearance.surface() {
            Surface::Checkered if self.appearance.is_dark(self.board, column, row) => "dark",
            Surface::Checkered => "light",
            surface => surface.name(),
        }
    }

    /// The places that are part of the board, with their columns and rows.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<'b> {
        let board = self.board;
        let squares = board.squares();
        squares.filter(|(column, row)| !board.is_off_board(*column, *row))
    }

    /// The name of a place, if it has one.
    #[must_use]
    pub fn square_name(&self, column: usize, row: usize) -> Option<String> {
        self.board.square_name(column, row)
    }

    /// The room around the places.
    fn rim(&self) -> i64 {
        let is_framed = !self.board.look().borders.is_empty();
        match self.appearance.surface() {
            Surface::Checkered | Surface::Felt | Surface::Paper | Surface::Bare if !is_framed => 0,
            Surface::Hexagons(_) => RIM + 3,
            _ => RIM,
        }
    }
}
