//! Pieces. [`Display`](fmt::Display) writes the name of each: `black disc`, `white king`, `X`.

use std::fmt;

use super::Colour;

/// A piece on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A disc.
    Disc(Colour),
    /// A man of draughts.
    Man(Colour),
    /// A king of draughts: a man with a crown.
    King(Colour),
    /// A piece of chess.
    Chess(Colour, Chessman),
    /// A cross on paper.
    Cross,
    /// A ring on paper.
    Ring,
    /// A blocked square, where nothing can stand.
    Wall,
    /// Another glyph of the rule file, unchanged.
    Letters(String),
}

/// A piece of chess, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chessman {
    /// `k`
    King,
    /// `q`
    Queen,
    /// `r`
    Rook,
    /// `b`
    Bishop,
    /// `n`
    Knight,
    /// `p`
    Pawn,
}

impl Chessman {
    /// Finds a piece by its lower-case English initial.
    pub(super) fn by_initial(initial: char) -> Option<Self> {
        Some(match initial {
            'k' => Chessman::King,
            'q' => Chessman::Queen,
            'r' => Chessman::Rook,
            'b' => Chessman::Bishop,
            'n' => Chessman::Knight,
            'p' => Chessman::Pawn,
            _ => return None,
        })
    }

    /// The name of the piece.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Chessman::King => "king",
            Chessman::Queen => "queen",
            Chessman::Rook => "rook",
            Chessman::Bishop => "bishop",
            Chessman::Knight => "knight",
            Chessman::Pawn => "pawn",
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Disc(colour) => write!(f, "{colour} disc"),
            Piece::Man(colour) => write!(f, "{colour} man"),
            Piece::King(colour) => write!(f, "{colour} king"),
            Piece::Chess(colour, kind) => write!(f, "{colour} {}", kind.name()),
            Piece::Cross => f.write_str("X"),
            Piece::Ring => f.write_str("O"),
            Piece::Wall => f.write_str("wall"),
            Piece::Letters(letters) => f.write_str(letters),
        }
    }
}
