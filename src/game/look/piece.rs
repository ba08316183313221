//! Pieces. [`Display`](fmt::Display) writes the name of each: `black disc`, `white king`, `X`.

use std::fmt;

use super::{Colour, Suit};
use crate::logic::{Term, View};

/// A piece on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A disc.
    Disc(Colour),
    /// A stone of Go, which nearly fills its place.
    Stone(Colour),
    /// A small dot.
    Dot(Colour),
    /// A man of draughts.
    Man(Colour),
    /// A king of draughts: a man with a crown.
    King(Colour),
    /// A piece of chess.
    Chess(Colour, Chessman),
    /// An arrow.
    Arrow(Colour, Heading),
    /// A cross on paper.
    Cross,
    /// A ring on paper.
    Ring,
    /// A blocked square, where nothing can stand.
    Wall,
    /// A number of seeds in a pit.
    Seeds(u32),
    /// A card with this text.
    Card(String),
    /// A playing card: its rank and its suit.
    PlayingCard(String, Suit),
    /// A die, from 1 to 6.
    Die(u8),
    /// A shape of one's own: data of an SVG path in a square of 40 by 40.
    Shape(Colour, String),
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

/// A direction on the drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// To the right.
    Right,
    /// To the bottom.
    Down,
    /// To the left.
    Left,
    /// To the top.
    Up,
}

/// The longest path of a shape, in bytes.
const LONGEST_PATH: usize = 4_096;
/// The largest number of seeds in a pit.
const MOST_SEEDS: u32 = 999;

impl Piece {
    /// The forms of the second argument of `looks_like`.
    pub(super) const FORMS: &str = "`disc(Colour)`, `stone(Colour)`, `dot(Colour)`, `man(Colour)`, `crowned(Colour)`, a \
         chessman such as `knight(Colour)`, `arrow(Colour, up)`, `shape(Colour, \"M10 10h20v20z\")`, `cross`, `ring`, \
         `wall`, `seeds(12)`, `card(7)`, `card(\"K\", hearts)`, `die(6)` or `letters(\"Ab\")`";

    /// Reads the second argument of `looks_like`.
    pub(super) fn of_term(term: &Term) -> Option<Self> {
        match term.as_text() {
            Some("cross") => return Some(Self::Cross),
            Some("ring") => return Some(Self::Ring),
            Some("wall") => return Some(Self::Wall),
            Some(_) => return None,
            None => {}
        }
        let View::Compound(name, arguments) = term.view() else {
            return None;
        };
        match (&*name, &arguments[..]) {
            ("seeds", [number]) => {
                let number = u32::try_from(number.as_integer()?).ok()?;
                (number <= MOST_SEEDS).then_some(Self::Seeds(number))
            }
            ("die", [number]) => {
                let number = u8::try_from(number.as_integer()?).ok()?;
                (1..=6).contains(&number).then_some(Self::Die(number))
            }
            ("card", [text]) => glyph_text(text).map(Self::Card),
            ("card", [rank, suit]) => Some(Self::PlayingCard(
                glyph_text(rank)?,
                Suit::named(suit.as_text()?)?,
            )),
            ("letters", [text]) => glyph_text(text).map(Self::Letters),
            (name, [colour]) => Self::of_colour(name, Colour::named(colour.as_text()?)?),
            ("arrow", [colour, heading]) => Some(Self::Arrow(
                Colour::named(colour.as_text()?)?,
                Heading::named(heading.as_text()?)?,
            )),
            ("shape", [colour, path]) => {
                let path = path.as_text().filter(|path| is_path(path))?;
                Some(Self::Shape(
                    Colour::named(colour.as_text()?)?,
                    path.to_owned(),
                ))
            }
            _ => None,
        }
    }

    fn of_colour(name: &str, colour: Colour) -> Option<Self> {
        Some(match name {
            "disc" => Self::Disc(colour),
            "stone" => Self::Stone(colour),
            "dot" => Self::Dot(colour),
            "man" => Self::Man(colour),
            "crowned" => Self::King(colour),
            _ => Self::Chess(colour, Chessman::named(name)?),
        })
    }
}

/// The text of a glyph, which may be a number.
pub(in crate::game) fn glyph_text(term: &Term) -> Option<String> {
    match term.as_integer() {
        Some(number) => Some(number.to_string()),
        None => term
            .as_text()
            .filter(|text| !text.chars().any(char::is_control))
            .map(ToOwned::to_owned),
    }
}

/// Whether a text has only what data of a path may have: commands and numbers.
fn is_path(text: &str) -> bool {
    let may_have =
        |letter: char| letter.is_ascii_digit() || "MmLlHhVvCcSsQqTtAaZz .,+-".contains(letter);
    text.starts_with(['M', 'm']) && text.len() <= LONGEST_PATH && text.chars().all(may_have)
}

impl Chessman {
    const ALL: [Self; 6] = [
        Self::King,
        Self::Queen,
        Self::Rook,
        Self::Bishop,
        Self::Knight,
        Self::Pawn,
    ];

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Finds a piece by its lower-case English initial.
    #[must_use]
    pub fn by_initial(initial: char) -> Option<Self> {
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

impl Heading {
    const ALL: [Self; 4] = [Self::Right, Self::Down, Self::Left, Self::Up];

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|heading| heading.name() == name)
    }

    /// The name of the direction.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Down => "down",
            Self::Left => "left",
            Self::Up => "up",
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Disc(colour) => write!(f, "{colour} disc"),
            Piece::Stone(colour) => write!(f, "{colour} stone"),
            Piece::Dot(colour) => write!(f, "{colour} dot"),
            Piece::Man(colour) => write!(f, "{colour} man"),
            Piece::King(colour) => write!(f, "{colour} king"),
            Piece::Chess(colour, kind) => write!(f, "{colour} {}", kind.name()),
            Piece::Arrow(colour, heading) => write!(f, "{colour} arrow {}", heading.name()),
            Piece::Cross => f.write_str("X"),
            Piece::Ring => f.write_str("O"),
            Piece::Wall => f.write_str("wall"),
            Piece::Seeds(1) => f.write_str("1 seed"),
            Piece::Seeds(number) => write!(f, "{number} seeds"),
            Piece::Card(text) => write!(f, "card {text}"),
            Piece::PlayingCard(rank, suit) => write!(f, "{rank} of {}", suit.name()),
            Piece::Die(number) => write!(f, "die {number}"),
            Piece::Shape(colour, _) => write!(f, "{colour} piece"),
            Piece::Letters(letters) => f.write_str(letters),
        }
    }
}
