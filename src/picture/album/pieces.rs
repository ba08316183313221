//! Pieces as SVG: each kind is defined once, in its own square, and used wherever it stands.

use std::collections::BTreeMap;

use unicode_width::UnicodeWidthStr;

use super::SIDE;
use crate::game::Board;
use crate::picture::appearance::{Appearance, Chessman, Colour, Piece};
use crate::picture::escape;

/// The kinds of pieces on the boards, each with a name in the document.
pub struct PieceShapes {
    drawn: BTreeMap<String, (String, String)>,
}

pub const STYLE: &str = "\
.black { fill: #26282c; stroke: #0e0f11 }
.white { fill: #faf8f2; stroke: #8e8a80 }
.red { fill: #c8402f; stroke: #7e2117 }
.yellow { fill: #f0bf2f; stroke: #977109 }
.blue { fill: #2f66b5; stroke: #183d73 }
.green { fill: #3c8a4e; stroke: #1f5230 }
.groove { fill: none; stroke: #8d9199; stroke-width: 1 }
.crown { fill: #d9a521; stroke: #7a5a08; stroke-width: 1 }
.cross { stroke: #2b5c8a; stroke-width: 5; stroke-linecap: round }
.ring { fill: none; stroke: #b4532e; stroke-width: 5 }
.wall { fill: #686b73 }
.letters { text-anchor: middle; font-weight: bold }
.chessman { text-anchor: middle; font-size: 32px; stroke-width: .7; paint-order: stroke }
.chessman.white { fill: #ffffff; stroke: #26282c; stroke-width: 1.5 }
";

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
                    drawn.insert(glyph.to_owned(), (name, svg(&piece)));
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

fn svg(piece: &Piece) -> String {
    match piece {
        Piece::Disc(colour) => disc(*colour),
        Piece::Man(colour) => {
            disc(*colour) + "<circle class=\"groove\" cx=\"20\" cy=\"20\" r=\"10\"/>"
        }
        Piece::King(colour) => {
            disc(*colour)
                + "<path class=\"crown\" d=\"M12 25L11 15L16 19L20 13L24 19L29 15L28 25Z\"/>"
        }
        // The variation selector asks for the character's outline, not for a coloured picture.
        Piece::Chess(colour, kind) => {
            format!(
                "<text class=\"chessman {colour}\" x=\"20\" y=\"31\">{}\u{FE0E}</text>",
                chessman(*kind)
            )
        }
        Piece::Cross => "<path class=\"cross\" d=\"M11 11L29 29M29 11L11 29\"/>".to_owned(),
        Piece::Ring => "<circle class=\"ring\" cx=\"20\" cy=\"20\" r=\"10\"/>".to_owned(),
        Piece::Wall => {
            "<rect class=\"wall\" x=\"3\" y=\"3\" width=\"34\" height=\"34\" rx=\"3\"/>".to_owned()
        }
        Piece::Letters(letters) => {
            let size = (48 / (letters.width() as i64).max(1)).clamp(6, 22);
            let baseline = SIDE / 2 + size * 9 / 25;
            format!(
                "<text class=\"letters\" x=\"20\" y=\"{baseline}\" style=\"font-size:{size}px\">{}</text>",
                escape(letters)
            )
        }
    }
}

fn disc(colour: Colour) -> String {
    format!("<circle class=\"{colour}\" cx=\"20\" cy=\"20\" r=\"15\"/>")
}

fn chessman(kind: Chessman) -> &'static str {
    match kind {
        Chessman::King => "♚",
        Chessman::Queen => "♛",
        Chessman::Rook => "♜",
        Chessman::Bishop => "♝",
        Chessman::Knight => "♞",
        Chessman::Pawn => "♟",
    }
}
