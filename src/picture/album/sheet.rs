//! Positions side by side.

use super::{Album, CAPTION, MARGIN, Page, SceneSize};
use crate::picture::definitions::{LINE, PieceShapes, SharedBoard};
use crate::picture::escape;
use crate::picture::face::Face;

impl Album {
    /// All positions in rows of `columns` each, with the moves that led there.
    #[must_use]
    pub fn sheet(&self, columns: usize) -> String {
        let columns = columns.clamp(1, self.pages.len().max(1)) as i64;
        let rows = (self.pages.len() as i64 + columns - 1) / columns;
        let (shared, pieces) = (self.shared_board(), self.pieces());
        let SceneSize { width, height } = self.size(shared.as_ref());
        let caption = if self.pages.iter().any(|page| !page.caption.is_empty()) {
            CAPTION
        } else {
            0
        };
        let step = SceneSize {
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
                page.draw(shared.as_ref(), &pieces)
            );
            if !page.caption.is_empty() {
                drawn += &page.caption(width / 2, height + CAPTION - 8);
            }
            drawn += "</g>\n";
        }
        let size = SceneSize {
            width: MARGIN + columns * step.width,
            height: MARGIN + rows * step.height,
        };
        self.document(size, shared.as_ref(), &pieces, &drawn)
    }
}

impl Page {
    fn draw(&self, shared: Option<&SharedBoard<'_>>, pieces: &PieceShapes) -> String {
        match (&self.face, shared) {
            (Face::Board(board), Some(shared)) => {
                let mut svg = String::from("<use href=\"#board\"/>\n");
                for place in &self.touched {
                    svg += &shared.touched(*place, "");
                }
                svg += &shared.pieces(board, pieces);
                svg += shared.above();
                svg + &shared.beside(board.beside())
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
