//! Pieces as SVG, each in a square of 40 by 40.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::SIDE;
use super::cards::{CARD, sign};
use super::chessmen::{ARROW, CROWN, SHINE, chessman};
use crate::game::{Colour, Heading, Piece, Suit};
use crate::picture::escape;

/// The most seeds that are drawn one by one.
const SEEDS_DRAWN: u32 = 24;

/// A piece as SVG. Its colours are the classes of `STYLE`.
#[must_use]
pub fn svg_of_piece(piece: &Piece) -> String {
    match piece {
        Piece::Disc(colour) => circle(*colour, 15),
        Piece::Stone(colour) => {
            circle(*colour, 18) + &format!("<path class=\"shine\" d=\"{SHINE}\"/>")
        }
        Piece::Dot(colour) => circle(*colour, 6),
        Piece::Man(colour) => {
            circle(*colour, 15) + "<circle class=\"groove\" cx=\"20\" cy=\"20\" r=\"10\"/>"
        }
        Piece::King(colour) => {
            circle(*colour, 15) + &format!("<path class=\"crown\" d=\"{CROWN}\"/>")
        }
        Piece::Chess(colour, kind) => {
            format!("<g class=\"man {colour}\">{}</g>", chessman(*kind))
        }
        Piece::Arrow(colour, heading) => {
            let degrees = match heading {
                Heading::Right => 0,
                Heading::Down => 90,
                Heading::Left => 180,
                Heading::Up => 270,
            };
            format!(
                "<path class=\"man {colour}\" transform=\"rotate({degrees} 20 20)\" d=\"{ARROW}\"/>"
            )
        }
        Piece::Cross => "<path class=\"cross\" d=\"M11 11L29 29M29 11L11 29\"/>".to_owned(),
        Piece::Ring => "<circle class=\"ring\" cx=\"20\" cy=\"20\" r=\"10\"/>".to_owned(),
        Piece::Wall => {
            "<rect class=\"wall\" x=\"3\" y=\"3\" width=\"34\" height=\"34\" rx=\"3\"/>".to_owned()
        }
        Piece::Seeds(number) => seeds(*number),
        Piece::Card(text) => CARD.to_owned() + &letters(text),
        Piece::PlayingCard(rank, suit) => CARD.to_owned() + &playing_card(rank, *suit),
        Piece::Die(number) => die(*number),
        // An inner `svg` cuts off what leaves the square and a margin of 4.
        Piece::Shape(colour, path) => format!(
            "<svg x=\"-4\" y=\"-4\" width=\"48\" height=\"48\" viewBox=\"-4 -4 48 48\">\
             <path class=\"man {colour}\" d=\"{}\"/></svg>",
            escape(path)
        ),
        Piece::Letters(text) => letters(text),
    }
}

/// The rank of a card above its suit.
fn playing_card(rank: &str, suit: Suit) -> String {
    let colour = match suit {
        Suit::Clubs | Suit::Spades => "dark-suit",
        Suit::Diamonds | Suit::Hearts => "red-suit",
    };
    let size = size_of(rank).min(15);
    format!(
        "<text class=\"letters {colour}\" x=\"20\" y=\"17\" style=\"font-size:{size}px\">{}</text>\
         <path class=\"{colour}\" d=\"{}\"/>",
        escape(rank),
        sign(suit)
    )
}

fn circle(colour: Colour, radius: u32) -> String {
    format!("<circle class=\"{colour}\" cx=\"20\" cy=\"20\" r=\"{radius}\"/>")
}

/// A text as large as fits.
fn letters(text: &str) -> String {
    let size = size_of(text);
    let baseline = SIDE / 2 + size * 9 / 25;
    format!(
        "<text class=\"letters\" x=\"20\" y=\"{baseline}\" style=\"font-size:{size}px\">{}</text>",
        escape(text)
    )
}

/// The size of letters that fit.
fn size_of(text: &str) -> i64 {
    (48 / (text.width() as i64).max(1)).clamp(6, 22)
}

/// Seeds in rings around the middle of a pit, and their number.
fn seeds(number: u32) -> String {
    let mut svg = String::new();
    for seed in 0..number.min(SEEDS_DRAWN) {
        // One in the middle, then rings of 6, 10 and the rest.
        let (radius, first, ring) = match seed {
            0 => (0.0, 0, 1),
            1..=6 => (6.0, 1, 6),
            7..=16 => (10.5, 7, 10),
            _ => (14.5, 17, 7),
        };
        let angle = f64::from(seed - first) / f64::from(ring) * std::f64::consts::TAU;
        let (x, y) = (20.0 + radius * angle.cos(), 20.0 + radius * angle.sin());
        let _ = write!(
            svg,
            "<circle class=\"seed\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>"
        );
    }
    let _ = write!(
        svg,
        "<text class=\"count\" x=\"20\" y=\"25\">{number}</text>"
    );
    svg
}

fn die(number: u8) -> String {
    // The pips that each number has: pairs across the middle, and the middle.
    let pairs: &[(i64, i64)] = match number {
        1 => &[],
        2 | 3 => &[(-8, -8)],
        4 | 5 => &[(-8, -8), (8, -8)],
        _ => &[(-8, -8), (8, -8), (-8, 0)],
    };
    let mut pips: Vec<(i64, i64)> = pairs
        .iter()
        .flat_map(|(x, y)| [(*x, *y), (-x, -y)])
        .collect();
    if number % 2 == 1 {
        pips.push((0, 0));
    }
    let mut svg =
        "<rect class=\"card\" x=\"5\" y=\"5\" width=\"30\" height=\"30\" rx=\"6\"/>".to_owned();
    for (x, y) in pips {
        let _ = write!(
            svg,
            "<circle class=\"pip\" cx=\"{}\" cy=\"{}\" r=\"3\"/>",
            20 + x,
            20 + y
        );
    }
    svg
}
