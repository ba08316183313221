//! A film: positions one after the other. A piece that stays on its square is drawn once, with the
//! time for which it is visible, so that a long game is not much larger than a short one. The
//! animation is that of SVG (SMIL), which also runs in an image on a page. Where it does not run,
//! the first position is visible.

use std::ops::Range;

use super::sheet::facts;
use super::{Album, CAPTION, MARGIN, Page, SceneSize};
use crate::picture::escape;
use crate::picture::face::Face;

/// The last position is visible this many times as long as the others.
const LAST: usize = 3;

impl Album {
    /// All positions in turn, each for `milliseconds` milliseconds, repeated without end.
    #[must_use]
    pub fn film(&self, milliseconds: u32) -> String {
        let (shared, pieces) = (self.shared_board(), self.pieces());
        let SceneSize { width, height } = self.size(shared.as_ref());
        let clock = PageTimes {
            pages: self.pages.len(),
            milliseconds,
        };
        let mut drawn = format!("<g transform=\"translate({MARGIN} {MARGIN})\">\n");
        if let Some(shared) = &shared {
            drawn += "<use href=\"#board\"/>\n";
            for (number, page) in self.pages.iter().enumerate() {
                for place in &page.touched {
                    drawn += &shared.touched(*place, &clock.seen(&(number..number + 1)));
                }
            }
            let boards: Vec<_> = self.pages.iter().filter_map(Page::board).collect();
            for (column, row) in boards.first().into_iter().flat_map(|board| board.squares()) {
                let glyphs: Vec<Option<&str>> = boards
                    .iter()
                    .map(|board| board.glyph(column, row))
                    .collect();
                for (glyph, stay) in stays(&glyphs) {
                    if let Some(name) = glyph.and_then(|glyph| pieces.name(glyph)) {
                        drawn += &shared.piece(name, (column, row), &clock.seen(&stay));
                    }
                }
            }
            drawn += shared.above();
        }
        for (number, page) in self.pages.iter().enumerate() {
            let seen = clock.seen(&(number..number + 1));
            let seen = if seen.is_empty() { ">" } else { &seen };
            let texts = match (&page.face, &shared) {
                (Face::Facts(lines), _) => facts(lines),
                (Face::Board(board), Some(shared)) => shared.beside(board.beside()),
                (Face::Board(_), None) => String::new(),
            };
            if !texts.is_empty() {
                drawn += &format!("<g{seen}{texts}</g>\n");
            }
            if !page.caption.is_empty() {
                let (x, y, caption) = (width / 2, height + CAPTION - 8, escape(&page.caption));
                drawn +=
                    &format!("<text class=\"caption\" x=\"{x}\" y=\"{y}\"{seen}{caption}</text>\n");
            }
        }
        drawn += "</g>\n";
        let size = SceneSize {
            width: width + 2 * MARGIN,
            height: height + CAPTION + 2 * MARGIN,
        };
        self.document(size, shared.as_ref(), &pieces, &drawn)
    }
}

/// The times at which each page is visible.
struct PageTimes {
    pages: usize,
    milliseconds: u32,
}

impl PageTimes {
    /// The attributes and the element that make something visible on these pages only; empty if
    /// these are all pages.
    fn seen(&self, pages: &Range<usize>) -> String {
        if *pages == (0..self.pages) {
            return String::new();
        }
        let whole = self.pages - 1 + LAST;
        // A fraction with five decimals, which every browser can read.
        let time = |page: usize| format!("{}.{:05}", page / whole, page % whole * 100_000 / whole);
        let (first, mut values, mut times) = match pages.start {
            0 => ("visible", "visible".to_owned(), "0".to_owned()),
            start => (
                "hidden",
                "hidden;visible".to_owned(),
                format!("0;{}", time(start)),
            ),
        };
        if pages.end < self.pages {
            values += ";hidden";
            times += &format!(";{}", time(pages.end));
        }
        let duration = u64::from(self.milliseconds) * whole as u64;
        format!(
            " visibility=\"{first}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{values}\" \
             keyTimes=\"{times}\" dur=\"{duration}ms\" repeatCount=\"indefinite\"/>"
        )
    }
}

/// The ranges of pages over which a square shows the same.
fn stays<'g>(seen: &[Option<&'g str>]) -> Vec<(Option<&'g str>, Range<usize>)> {
    let mut stays: Vec<(Option<&str>, Range<usize>)> = Vec::new();
    for (page, glyph) in seen.iter().enumerate() {
        match stays.last_mut() {
            Some((last, stay)) if last == glyph => stay.end = page + 1,
            _ => stays.push((*glyph, page..page + 1)),
        }
    }
    stays
}
