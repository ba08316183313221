//! A node: the move that led here, the position in its frame, then the sign of the role to move,
//! the value and the note.

use unicode_width::UnicodeWidthStr;

use super::{LETTER, escape};
use crate::game::Board;
use crate::picture::definitions::{PieceShapes, SharedBoard};
use crate::picture::drawn::{NodeFrame, Picture, PictureNode};
use crate::picture::face::Face;
use crate::picture::scene::{SIDE, Scene, SceneSize};
use crate::picture::tidy::{NodePlace, NodeSize};

/// The height of the move above a node.
pub(super) const LABEL: i64 = 20;
/// The height of a line of text, below a node or in a list of facts.
const LINE: i64 = 17;
/// The distance between a frame and the facts inside.
const PADDING: i64 = 7;
/// The radius of the circle around plus or minus, and the width that it needs.
const RADIUS: i64 = 6;
const SIGN: i64 = 2 * RADIUS + 6;

/// The sizes of the parts of nodes, in pixels, and what their boards share.
pub(super) struct Measure<'p> {
    /// The side of a square of a board.
    cell: i64,
    /// The board without pieces; `None` if the game draws none.
    board: Option<SharedBoard<'p>>,
    pieces: PieceShapes,
}

impl<'p> Measure<'p> {
    /// Chooses the sizes for a picture.
    pub fn new(picture: &'p Picture) -> Self {
        let boards = || picture.nodes.iter().filter_map(|node| node.face.board());
        let first = boards().next();
        let cell = match first.map_or(0, |board| board.columns.max(board.rows)) {
            0..=4 => 22,
            5..=6 => 18,
            7..=10 => 15,
            _ => 12,
        };
        Measure {
            cell,
            board: first
                .map(|board| SharedBoard::without_names(Scene::new(board, &picture.appearance))),
            pieces: PieceShapes::of(&picture.appearance, boards()),
        }
    }

    /// The definitions that all nodes share: the board, the pieces and the signs.
    pub fn definitions(&self) -> String {
        let board = self.board.as_ref().map(SharedBoard::definition);
        format!(
            "{}{}\
             <g id=\"plus\"><circle class=\"plus\" r=\"{RADIUS}\"/><path class=\"sign\" d=\"M-4 0h8M0 -4v8\"/></g>\n\
             <g id=\"minus\"><circle class=\"minus\" r=\"{RADIUS}\"/><path class=\"sign\" d=\"M-4 0h8\"/></g>\n",
            board.unwrap_or_default(),
            self.pieces.definitions(),
        )
    }

    /// The size of a node with its texts.
    pub fn size(&self, node: &PictureNode) -> NodeSize {
        let face = self.face(node);
        let widths = [
            face.width,
            width(&node.played),
            value_width(node),
            node.note.as_deref().map_or(0, width),
        ];
        let label = if node.parent.is_some() { LABEL } else { 0 };
        let lines = i64::from(has_value_line(node)) + i64::from(node.note.is_some());
        NodeSize {
            width: widths.into_iter().max().unwrap_or(0),
            height: label + face.height + LINE * lines + 4,
        }
    }

    /// The size of the frame of a node.
    pub fn face(&self, node: &PictureNode) -> NodeSize {
        match &node.face {
            Face::Board(_) => {
                let size = self.board.as_ref().map(SharedBoard::size);
                let SceneSize { width, height } = size.unwrap_or_default();
                NodeSize {
                    width: width * self.cell / SIDE,
                    height: height * self.cell / SIDE,
                }
            }
            Face::Facts(lines) => NodeSize {
                width: lines.iter().map(|line| width(line)).max().unwrap_or(0) + 2 * PADDING,
                height: LINE * lines.len() as i64 + 2 * PADDING,
            },
        }
    }

    /// Draws a node; `place` is the middle of its upper edge.
    pub fn draw(&self, node: &PictureNode, place: NodePlace) -> String {
        let mut svg = format!("<g transform=\"translate({} {})\">\n", place.x, place.y);
        let mut top = 0;
        if node.parent.is_some() {
            let class = if node.principal { "move best" } else { "move" };
            svg += &text(class, 0, LABEL - 5, &node.played);
            top = LABEL;
        }
        let face = self.face(node);
        svg += &match &node.face {
            Face::Board(board) => self.squares(board, -face.width / 2, top),
            Face::Facts(lines) => facts(lines, top + PADDING),
        };
        svg += &frame(node, face, top);
        let mut baseline = top + face.height + LINE - 2;
        if has_value_line(node) {
            svg += &value(node, baseline);
            baseline += LINE;
        }
        if let Some(note) = &node.note {
            svg += &text("note", 0, baseline, note);
        }
        svg + "</g>\n"
    }

    fn squares(&self, board: &Board, left: i64, top: i64) -> String {
        let Some(shared) = &self.board else {
            return String::new();
        };
        let scale = self.cell as f64 / SIDE as f64;
        let mut svg = format!(
            "<g transform=\"translate({left} {top}) scale({scale})\"><use href=\"#board\"/>\n"
        );
        svg += &shared.pieces(board, &self.pieces);
        svg + "</g>\n"
    }
}

fn text(class: &str, x: i64, baseline: i64, words: &str) -> String {
    format!(
        "<text class=\"{class}\" x=\"{x}\" y=\"{baseline}\">{}</text>\n",
        escape(words)
    )
}

fn facts(lines: &[String], top: i64) -> String {
    let baselines = (1..).map(|line| top + line * LINE - 5);
    lines
        .iter()
        .zip(baselines)
        .map(|(line, baseline)| text("fact", 0, baseline, line))
        .collect()
}

fn frame(node: &PictureNode, face: NodeSize, top: i64) -> String {
    let dashes = if node.frame == NodeFrame::Cut {
        " stroke-dasharray=\"5 4\""
    } else {
        ""
    };
    let wide = if node.principal {
        " style=\"stroke-width:4\""
    } else {
        ""
    };
    let NodeSize { width, height } = face;
    let (left, colour) = (-width / 2, node.frame.colour());
    format!(
        "<rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"2\" \
         stroke=\"{colour}\"{dashes}{wide}/>\n"
    )
}

/// The width of a text in pixels, in letters of the usual size.
fn width(words: &str) -> i64 {
    words.width() as i64 * LETTER
}

fn has_value_line(node: &PictureNode) -> bool {
    node.sign.is_some() || node.value.is_some()
}

fn value_width(node: &PictureNode) -> i64 {
    node.sign.map_or(0, |_| SIGN) + node.value.as_deref().map_or(0, width)
}

/// The sign of the role to move and the value, side by side in the middle.
fn value(node: &PictureNode, baseline: i64) -> String {
    let mut left = -value_width(node) / 2;
    let mut svg = String::new();
    if let Some(sign) = node.sign {
        let name = if sign == '+' { "plus" } else { "minus" };
        svg += &format!(
            "<use href=\"#{name}\" x=\"{}\" y=\"{}\"/>\n",
            left + RADIUS,
            baseline - 4
        );
        left += SIGN;
    }
    if let Some(value) = &node.value {
        svg += &text("value", left + width(value) / 2, baseline, value);
    }
    svg
}
