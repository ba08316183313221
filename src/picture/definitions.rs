//! What the boards of a document share: the board without pieces, and the pieces, each defined once.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::scene::{EDGE, Scene, SceneSize, svg_of_piece};
use crate::game::{Beside, Board};
use crate::picture::appearance::Appearance;
use crate::picture::escape;

/// The height of a line of text, in pixels.
pub const LINE: i64 = 18;

/// The board under the pieces, the same everywhere in a document.
pub struct SharedBoard<'b> {
    scene: Scene<'b>,
    /// The width of the edges that have names, in pixels; 0 without names.
    edge: i64,
    has_names: bool,
}

impl<'b> SharedBoard<'b> {
    pub fn new(scene: Scene<'b>) -> Self {
        let edge = if scene.edge_names().is_empty() {
            0
        } else {
            EDGE
        };
        Self {
            scene,
            edge,
            has_names: true,
        }
    }

    /// A board without the names of its columns, rows and squares.
    pub fn without_names(scene: Scene<'b>) -> Self {
        Self {
            scene,
            edge: 0,
            has_names: false,
        }
    }

    /// The size of the board with its edges.
    pub fn size(&self) -> SceneSize {
        let SceneSize { width, height } = self.scene.size();
        SceneSize {
            width: self.edge + width,
            height: height + self.edge,
        }
    }

    /// The upper left corner of a place.
    pub fn corner(&self, column: usize, row: usize) -> (i64, i64) {
        let (x, y) = self.scene.corner(column, row);
        (x + self.edge, y)
    }

    /// The definition of the board.
    pub fn definition(&self) -> String {
        let scene = &self.scene;
        let mut svg = format!(
            "<g id=\"board\" transform=\"translate({} 0)\">\n{}",
            self.edge,
            scene.beneath()
        );
        for (column, row) in scene.places() {
            let ((x, y), class) = (scene.corner(column, row), scene.class(column, row));
            let _ = writeln!(
                svg,
                "<path class=\"{class}\" transform=\"translate({x} {y})\" d=\"{}\"/>",
                scene.outline()
            );
        }
        svg += &scene.upon();
        if self.has_names {
            svg += &self.edge_names();
        }
        svg += "</g>\n";
        if self.has_square_names() {
            svg += &format!("<g id=\"names\">\n{}</g>\n", self.square_names());
        }
        svg
    }

    /// What lies above the pieces: the names of the squares, which a man would hide.
    pub fn above(&self) -> &'static str {
        match self.has_square_names() {
            true => "<use href=\"#names\"/>\n",
            false => "",
        }
    }

    /// Whether names are written on the squares, and not at the edges.
    fn has_square_names(&self) -> bool {
        self.has_names && self.edge == 0
    }

    fn square_names(&self) -> String {
        let mut svg = String::new();
        for (column, row) in self.scene.places() {
            if let Some(name) = self.scene.square_name(column, row) {
                let (x, y) = self.scene.corner(column, row);
                let (x, y, name) = (x + 3, y + 10, escape(&name));
                let _ = writeln!(
                    svg,
                    "<text class=\"name\" x=\"{x}\" y=\"{y}\">{name}</text>"
                );
            }
        }
        svg
    }

    /// The names at the edges.
    fn edge_names(&self) -> String {
        let mut svg = String::new();
        for name in self.scene.edge_names() {
            let (x, y, text) = (name.x, name.y + 4, escape(&name.text));
            let _ = writeln!(
                svg,
                "<text class=\"edge\" x=\"{x}\" y=\"{y}\">{text}</text>"
            );
        }
        svg
    }

    /// Marks a place of the last move; `more` has further attributes and elements.
    pub fn touched(&self, (column, row): (usize, usize), more: &str) -> String {
        let (x, y) = self.corner(column, row);
        format!(
            "<path class=\"last\" transform=\"translate({x} {y})\" d=\"{}\"{}",
            self.scene.outline(),
            closed("path", more)
        )
    }

    /// Draws a piece on a place; `more` has further attributes and elements.
    pub fn piece(&self, name: &str, (column, row): (usize, usize), more: &str) -> String {
        let (x, y) = self.corner(column, row);
        format!(
            "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"{}",
            closed("use", more)
        )
    }

    /// All pieces of a board.
    pub fn pieces(&self, board: &Board, shapes: &PieceShapes) -> String {
        let squares = board.squares();
        let standing = squares.filter_map(|place| {
            let name = shapes.name(board.glyph(place.0, place.1)?)?;
            Some(self.piece(name, place, ""))
        });
        standing.collect()
    }

    /// What stands beside the board, below it.
    pub fn beside(&self, beside: &[Beside]) -> String {
        let top = self.size().height;
        let baselines = (1..).map(|line| top + line * LINE - 5);
        let lines = beside.iter().zip(baselines).map(|(line, baseline)| {
            let text = escape(&line.to_string());
            format!("<text class=\"beside\" y=\"{baseline}\">{text}</text>\n")
        });
        lines.collect()
    }
}

fn closed(element: &str, more: &str) -> String {
    if more.is_empty() {
        "/>\n".to_owned()
    } else {
        format!("{more}</{element}>\n")
    }
}

/// The kinds of pieces on the boards, each with a name in the document.
pub struct PieceShapes {
    drawn: BTreeMap<String, (String, String)>,
}

impl PieceShapes {
    /// Finds the pieces on these boards.
    pub fn of<'b>(appearance: &Appearance, boards: impl Iterator<Item = &'b Board>) -> Self {
        let mut drawn: BTreeMap<String, (String, String)> = BTreeMap::new();
        for board in boards {
            for glyph in board.glyphs() {
                let name = format!("piece-{}", drawn.len() + 1);
                if let Some(piece) = appearance
                    .piece(glyph)
                    .filter(|_| !drawn.contains_key(glyph))
                {
                    drawn.insert(glyph.to_owned(), (name, svg_of_piece(&piece)));
                }
            }
        }
        Self { drawn }
    }

    /// The name of a piece in the document; `None` for a glyph that means an empty square.
    pub fn name(&self, glyph: &str) -> Option<&str> {
        self.drawn.get(glyph).map(|(name, _)| name.as_str())
    }

    pub fn definitions(&self) -> String {
        self.drawn
            .values()
            .map(|(name, svg)| format!("<g id=\"{name}\">{svg}</g>\n"))
            .collect()
    }
}
