//! Positions as pictures: one, all of a game side by side, or one after the other as a film. The
//! SVG needs nothing else: no script, no font, no other file.
//!
//! ```text
//! sheet    positions side by side
//! film     positions one after the other
//! ```

mod film;
mod sheet;

use super::appearance::Appearance;
use super::definitions::{LINE, PieceShapes, SharedBoard};
use super::escape::escape;
use super::face::Face;
use super::scene::{self, Scene, SceneSize};
use crate::game::{Board, Error, Position, Rows, Rules};

/// The width of a letter, for letters of the usual size.
const LETTER: i64 = 7;
/// The height of the text below a board, in pixels: the move that led there.
const CAPTION: i64 = 28;
const MARGIN: i64 = 16;

/// Positions of one game, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Album {
    title: String,
    appearance: Appearance,
    pages: Vec<Page>,
}

/// A position, with the move that led there.
#[derive(Clone, Debug)]
struct Page {
    face: Face,
    /// The number and text of the move; empty for the first position.
    caption: String,
    /// The squares that the move changes or names, as columns and rows from 1.
    touched: Vec<(usize, usize)>,
}

impl Album {
    /// Prepares the positions of a game for drawing; `moves` are the texts of the moves between
    /// them. `rows` overrides where the game draws row 1.
    ///
    /// # Errors
    /// If the rules cannot draw a position, or all positions together take more memory than one
    /// question may.
    pub fn new(
        rules: &Rules,
        positions: &[Position],
        moves: &[String],
        rows: Option<Rows>,
    ) -> Result<Self, Error> {
        let mut pages: Vec<Page> = Vec::with_capacity(positions.len());
        let mut gathering = rules.gathering();
        for (number, position) in positions.iter().enumerate() {
            let face = face(rules, position, rows)?;
            gathering.keep(face.bytes())?;
            let played = number.checked_sub(1).and_then(|before| moves.get(before));
            let before = pages.last().map(|page| &page.face);
            let touched = played.map_or_else(Vec::new, |played| touched(&face, before, played));
            let caption = played.map_or_else(String::new, |played| format!("{number}. {played}"));
            pages.push(Page {
                face,
                caption,
                touched,
            });
        }
        Ok(Self {
            title: rules.name().to_owned(),
            appearance: Appearance::of(rules),
            pages,
        })
    }

    /// Keeps the last position only.
    #[must_use]
    pub fn last(mut self) -> Self {
        self.pages.drain(..self.pages.len().saturating_sub(1));
        self
    }

    /// The board that all pages share; `None` if the game draws none.
    fn shared_board(&self) -> Option<SharedBoard<'_>> {
        self.pages
            .iter()
            .find_map(Page::board)
            .map(|board| SharedBoard::new(Scene::new(board, &self.appearance)))
    }

    /// The pieces of all pages.
    fn pieces(&self) -> PieceShapes {
        PieceShapes::of(&self.appearance, self.pages.iter().filter_map(Page::board))
    }

    /// The size of the largest page, without its caption.
    fn size(&self, shared: Option<&SharedBoard<'_>>) -> SceneSize {
        let of_page = |page: &Page| match (&page.face, shared) {
            (Face::Board(board), Some(shared)) => SceneSize {
                width: shared.size().width.max(LETTER * widest(board)),
                height: shared.size().height + LINE * board.beside().len() as i64,
            },
            (Face::Facts(lines), _) => SceneSize {
                width: lines
                    .iter()
                    .map(|line| line.chars().count() as i64 * LETTER)
                    .max()
                    .unwrap_or(0),
                height: LINE * lines.len() as i64,
            },
            (Face::Board(_), None) => SceneSize {
                width: 0,
                height: 0,
            },
        };
        let sizes: Vec<SceneSize> = self.pages.iter().map(of_page).collect();
        let most = |side: fn(&SceneSize) -> i64| sizes.iter().map(side).max().unwrap_or(0);
        SceneSize {
            width: most(|size| size.width),
            height: most(|size| size.height),
        }
    }

    /// An SVG document of this size, with the drawing and the definitions that it uses.
    fn document(
        &self,
        size: SceneSize,
        shared: Option<&SharedBoard<'_>>,
        pieces: &PieceShapes,
        drawn: &str,
    ) -> String {
        let SceneSize { width, height } = size;
        let title = escape(&self.title);
        let board = shared.map_or_else(String::new, SharedBoard::definition);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{title}</title>\n<style>\n{STYLE}{}</style>\n\
             <defs>\n{board}{}</defs>\n<rect class=\"sheet\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n{drawn}</svg>\n",
            scene::STYLE,
            pieces.definitions(),
        )
    }
}

const STYLE: &str = "\
text { font: 13px Helvetica, Arial, sans-serif; fill: #22242a }
.sheet { fill: #f5f4f0 }
.caption { text-anchor: middle; font-weight: bold }
.fact { font-family: Menlo, Consolas, monospace; font-size: 11px }
.edge { fill: #686b73; font-size: 12px; text-anchor: middle }
.name { font-size: 9px; fill: #3d2e1d; stroke: #f5ead2; stroke-width: 2; paint-order: stroke }
.last { fill: #f3d76a; opacity: .55 }
.beside { font-size: 12px }
";

/// The number of letters of the widest line beside a board.
fn widest(board: &Board) -> i64 {
    let lines = board.beside().iter();
    let widths = lines.map(|line| line.to_string().chars().count() as i64);
    widths.max().unwrap_or(0)
}

impl Page {
    fn board(&self) -> Option<&Board> {
        self.face.board()
    }
}

fn face(rules: &Rules, position: &Position, rows: Option<Rows>) -> Result<Face, Error> {
    if let Some(board) = Face::drawn_board(rules, position, rows)? {
        return Ok(board);
    }
    let mut gathering = rules.gathering();
    let facts = position
        .facts(rules.schema())
        .into_iter()
        .map(|fact| gathering.text(fact.to_string()));
    Ok(Face::Facts(facts.collect::<Result<_, _>>()?))
}

/// The squares that a move names; if it names none, the squares that look different after it.
fn touched(face: &Face, before: Option<&Face>, played: &str) -> Vec<(usize, usize)> {
    let (Face::Board(board), Some(Face::Board(before))) = (face, before) else {
        return Vec::new();
    };
    let named: Vec<_> = board
        .squares()
        .filter(|(column, row)| board.square_name(*column, *row).as_deref() == Some(played))
        .collect();
    if !named.is_empty() {
        return named;
    }
    board
        .squares()
        .filter(|(column, row)| board.glyph(*column, *row) != before.glyph(*column, *row))
        .collect()
}
