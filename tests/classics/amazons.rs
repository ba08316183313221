//! The game of the amazons: counts and random games beside a program of its own. It keeps the squares
//! in one row of bytes, with a border of walls.

use proptest::prelude::*;
use regola::game::{Game, Rules};

use super::beside::{self, Board as _};
use super::{count, shipped, variant};

/// Plies from the start on ten by ten squares. Those of two plies and four are the moves with their
/// arrows, as published.
const COUNTS: [u64; 4] = [80, 2_176, 168_420, 4_307_152];

const FREE: u8 = 0;
const ARROW: u8 = 3;
const WALL: u8 = 4;

#[derive(Clone)]
struct Board {
    side: usize,
    squares: Vec<u8>,
    mover: u8,
    archer: Option<usize>,
}

/// A move from a square to another, or an arrow.
#[derive(Clone, Copy)]
enum Ply {
    Move(usize, usize),
    Arrow(usize),
}

impl Board {
    fn new(side: usize) -> Self {
        let width = side + 2;
        let on_board = |place: usize| (1..=side).contains(&place);
        let square = |square: usize| on_board(square % width) && on_board(square / width);
        let mut squares: Vec<u8> = (0..width * width)
            .map(|place| if square(place) { FREE } else { WALL })
            .collect();
        let low = side / 3 + 1;
        let high = side + 1 - low;
        for (column, row) in [(low, 1), (high, 1), (1, low), (side, low)] {
            squares[row * width + column] = 1;
            squares[(side + 1 - row) * width + column] = 2;
        }
        Self {
            side,
            squares,
            mover: 1,
            archer: None,
        }
    }

    fn rays(&self, from: usize) -> Vec<usize> {
        let width = self.side as isize + 2;
        let mut reached = Vec::new();
        for step in [
            1,
            -1,
            width,
            -width,
            width + 1,
            width - 1,
            -width + 1,
            -width - 1,
        ] {
            let mut square = from.wrapping_add_signed(step);
            while self.squares[square] == FREE {
                reached.push(square);
                square = square.wrapping_add_signed(step);
            }
        }
        reached
    }

    fn name(&self, square: usize) -> String {
        let width = self.side + 2;
        let column = char::from(b'a' + (square % width) as u8 - 1);
        format!("{column}{}", square / width)
    }
}

impl beside::Board for Board {
    type Ply = Ply;

    fn plies(&self) -> Vec<Ply> {
        if let Some(archer) = self.archer {
            return self.rays(archer).into_iter().map(Ply::Arrow).collect();
        }
        let own = (0..self.squares.len()).filter(|square| self.squares[*square] == self.mover);
        own.flat_map(|from| {
            self.rays(from)
                .into_iter()
                .map(move |to| Ply::Move(from, to))
        })
        .collect()
    }

    fn played(&self, ply: Ply) -> Self {
        let mut next = self.clone();
        match ply {
            Ply::Move(from, to) => {
                next.squares.swap(from, to);
                next.archer = Some(to);
            }
            Ply::Arrow(square) => {
                next.squares[square] = ARROW;
                next.archer = None;
                next.mover = 3 - self.mover;
            }
        }
        next
    }

    fn written(&self, ply: &Ply) -> String {
        match *ply {
            Ply::Move(from, to) => self.name(from) + "-" + &self.name(to),
            Ply::Arrow(square) => "/".to_owned() + &self.name(square),
        }
    }

    /// Who cannot move has lost.
    fn results(&self) -> Option<Vec<u8>> {
        let lost = [[0, 100], [100, 0]][usize::from(self.mover) - 1].to_vec();
        self.plies().is_empty().then_some(lost)
    }
}

fn of_size(side: usize) -> Rules {
    let text = include_str!("../../games/amazons.rules");
    variant(text, "size(10).", &format!("size({side})."))
}

#[test]
fn amazons_grow_as_published() {
    beside::grows_alike(&shipped("amazons"), &Board::new(10), &COUNTS, 1..=2, 1..=3);
}

#[test]
#[ignore = "takes some minutes"]
fn amazons_grow_as_published_to_a_greater_depth() {
    beside::grows_alike(&shipped("amazons"), &Board::new(10), &COUNTS, 3..=4, 4..=4);
}

#[test]
fn amazons_of_other_boards_grow_as_by_another_program() {
    for side in 4..=7 {
        let (rules, board) = (of_size(side), Board::new(side));
        for depth in 1..=2 {
            let counted = count(&rules, &rules.initial(), depth);
            assert_eq!(
                counted,
                board.count(depth),
                "{side} by {side}, depth {depth}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn amazons_move_and_shoot_as_by_another_program(seed: u64) {
        beside::plays_alike(&of_size(6), Board::new(6), seed)?;
    }
}
