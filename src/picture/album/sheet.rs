//! Positions side by side.

use super::ground::DrawnGround;
use super::{Album, CAPTION, LINE, MARGIN, Page, PieceShapes, PixelSize, SIDE};
use crate::picture::escape;
use crate::picture::face::Face;

impl Album {
    /// All positions in rows of `columns` each, with the moves that led there.
    #[must_use]
    pub fn sheet(&self, columns: usize) -> String {
        let columns = columns.clamp(1, self.pages.len().max(1)) as i64;
        let rows = (self.pages.len() as i64 + columns - 1) / columns;
        let (ground, pieces) = (self.ground(), self.pieces());
        let PixelSize { width, height } = self.size(ground.as_ref());
        let caption = if self.pages.iter().any(|page| !page.caption.is_empty()) {
            CAPTION
        } else {
            0
        };
        let step = PixelSize {
            width: width + MARGIN,
            height: height + caption + MARGIN,
        };
        let mut drawn = String::new();
        for (page, number) in self.pages.iter().zip(0..) {
            let (x, y) = (
                MARGIN + number % columns * step.width,
                MARGIN + number / columns * step.height,
            );
            drawn += &format!(
                "<g transform=\"translate({x} {y})\">\n{}",
                page.draw(ground.as_ref(), &pieces)
            );
            if !page.caption.is_empty() {
                drawn += &page.caption(width / 2, height + CAPTION - 8);
            }
            drawn += "</g>\n";
        }
        let size = PixelSize {
            width: MARGIN + columns * step.width,
            height: MARGIN + rows * step.height,
        };
        self.document(size, ground.as_ref(), &pieces, &drawn)
    }
}

impl Page {
    fn draw(&self, ground: Option<&DrawnGround<'_>>, pieces: &PieceShapes) -> String {
        match (&self.face, ground) {
            (Face::Board(board), Some(ground)) => {
                let mut svg = String::from("<use href=\"#board\"/>\n");
                for (column, row) in &self.touched {
                    svg += &touched(ground.corner(*column, *row), "");
                }
                for (column, row) in board.squares() {
                    if let Some(name) = board
                        .glyph(column, row)
                        .and_then(|glyph| pieces.name(glyph))
                    {
                        svg += &piece(name, ground.corner(column, row), "");
                    }
                }
                svg
            }
            (Face::Facts(lines), _) => facts(lines),
            (Face::Board(_), None) => String::new(),
        }
    }

    fn caption(&self, x: i64, y: i64) -> String {
        format!(
            "<text class=\"caption\" x=\"{x}\" y=\"{y}\">{}</text>\n",
            escape(&self.caption)
        )
    }
}

/// Marks a square of the last move; `more` has further attributes and elements.
pub fn touched((x, y): (i64, i64), more: &str) -> String {
    format!(
        "<rect class=\"last\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"{}",
        closed("rect", more)
    )
}

/// Draws a piece on a square; `more` has further attributes and elements.
pub fn piece(name: &str, (x, y): (i64, i64), more: &str) -> String {
    format!(
        "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"{}",
        closed("use", more)
    )
}

/// The facts of a game that draws no board.
pub fn facts(lines: &[String]) -> String {
    let baselines = (1..).map(|line| line * LINE - 5);
    let lines = lines.iter().zip(baselines);
    lines
        .map(|(line, baseline)| {
            format!(
                "<text class=\"fact\" y=\"{baseline}\">{}</text>\n",
                escape(line)
            )
        })
        .collect()
}

fn closed(element: &str, more: &str) -> String {
    if more.is_empty() {
        "/>\n".to_owned()
    } else {
        format!("{more}</{element}>\n")
    }
}
