//! Chess: counts of lines from positions that are known to find faults in programs, against
//! published figures.

use std::fmt::Write;
use std::sync::LazyLock;

use regola::engine::{Engine, Form};
use regola::game::{Position, Rules};
use regola::search::Unwatched;

use super::{count, shipped, stated};
use crate::compile::shipped_and_compiled;

static CHESS: LazyLock<Rules> = LazyLock::new(|| shipped("chess"));

/// The usual positions of the Chess Programming Wiki, in Forsyth-Edwards notation, with the lines
/// from them of one ply, two plies and so on. The first is Peter McKenzie's "Kiwipete".
const KNOWN: [(&str, &[u64]); 5] = [
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        &[48, 2039, 97_862],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        &[14, 191, 2812, 43_238],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        &[6, 264, 9467],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
        &[44, 1486, 62_379],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        &[46, 2079, 89_890],
    ),
];

/// What the quick test counts; the rest is for the slow one.
const QUICK: u64 = 3000;

/// The position of a text in Forsyth-Edwards notation, up to the square that a pawn has passed.
pub fn position(rules: &Rules, text: &str) -> Position {
    let fields: Vec<&str> = text.split(' ').collect();
    let [board, mover, castling, passed] = fields[..] else {
        panic!("`{text}` has four fields")
    };
    let side = |white| if white { "white" } else { "black" };
    let mut facts = format!("control({}). ", side(mover == "w"));
    let mut fact = |text: std::fmt::Arguments| facts.write_fmt(text).expect("a text has room");
    for (row, pieces) in (1..=8).rev().zip(board.split('/')) {
        let mut column = 1;
        for letter in pieces.chars() {
            if let Some(empty) = letter.to_digit(10) {
                column += empty;
                continue;
            }
            let kind = match letter.to_ascii_lowercase() {
                'p' => "pawn",
                'n' => "knight",
                'b' => "bishop",
                'r' => "rook",
                'q' => "queen",
                _ => "king",
            };
            fact(format_args!(
                "cell({column}, {row}, {}-{kind}). ",
                side(letter.is_uppercase())
            ));
            column += 1;
        }
    }
    for letter in castling.chars().filter(|letter| *letter != '-') {
        let wing = if letter.eq_ignore_ascii_case(&'k') {
            "short"
        } else {
            "long"
        };
        fact(format_args!(
            "castling({}, {wing}). ",
            side(letter.is_uppercase())
        ));
    }
    assert_eq!(passed, "-", "none of the positions has one");
    stated(rules, &facts)
}

fn recount(counts: std::ops::RangeInclusive<u64>) {
    for (text, known) in KNOWN {
        let position = position(&CHESS, text);
        for (depth, lines) in (1..).zip(known).filter(|(_, lines)| counts.contains(lines)) {
            assert_eq!(
                count(&CHESS, &position, depth),
                *lines,
                "{text}, depth {depth}"
            );
        }
    }
}

#[test]
fn known_positions_grow_as_published() {
    recount(0..=QUICK);
}

/// What the compiled form counts: all but the longest.
const COMPILED: u64 = 10_000;

#[test]
fn the_compiled_form_counts_the_same() {
    let (rules, compilation) = shipped_and_compiled("chess");
    let engine = Engine::of(&rules, compilation);
    assert_eq!(engine.form(), Form::Compiled);
    for (text, known) in KNOWN {
        let position = position(&rules, text);
        for (depth, lines) in (1..).zip(known).filter(|(_, lines)| **lines <= COMPILED) {
            assert_eq!(
                engine.perft(&position, depth, &mut Unwatched),
                Ok(*lines),
                "{text}, depth {depth}"
            );
        }
    }
}

#[test]
#[ignore = "takes a minute"]
fn known_positions_grow_as_published_to_a_greater_depth() {
    recount(QUICK + 1..=u64::MAX);
}
