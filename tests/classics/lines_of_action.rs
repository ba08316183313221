//! Lines of action: counts and random games beside a program of its own. It keeps the pieces of a side
//! as the bits of a word, and a line as a mask.

use proptest::prelude::*;

use super::beside::{self, Board as _};
use super::{results, shipped, stated};

const COUNTS: [u64; 4] = [36, 1_244, 44_952, 1_563_208];

/// Bit `8 * Y + X` is the square of column `X` and row `Y`, both from 0.
#[derive(Clone, Copy)]
struct Board {
    pieces: [u64; 2],
    mover: usize,
}

/// Steps to the right and up; the other four directions are their opposites.
const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The squares from one on in a direction, nearest first, without it.
fn ray(square: u32, (right, up): (i32, i32)) -> Vec<u32> {
    let (mut column, mut row) = ((square % 8) as i32, (square / 8) as i32);
    let mut squares = Vec::new();
    loop {
        (column, row) = (column + right, row + up);
        if !(0..8).contains(&column) || !(0..8).contains(&row) {
            return squares;
        }
        squares.push((8 * row + column) as u32);
    }
}

fn mask(squares: &[u32]) -> u64 {
    squares.iter().fold(0, |mask, square| mask | 1 << square)
}

fn bits(set: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |square| set >> square & 1 == 1)
}

/// Whether all pieces of a set hang together: the set is grown from its lowest piece, by all
/// neighbours at once.
fn is_one_group(pieces: u64) -> bool {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let mut group = pieces & pieces.wrapping_neg();
    loop {
        let wide = group | (group & NOT_H) << 1 | (group & NOT_A) >> 1;
        let grown = (wide | wide << 8 | wide >> 8) & pieces;
        if grown == group {
            return group == pieces;
        }
        group = grown;
    }
}

fn name(square: u32) -> String {
    let column = char::from(b"abcdefgh"[square as usize % 8]);
    format!("{column}{}", square / 8 + 1)
}

impl Board {
    const START: Self = Self {
        pieces: [0x7E00_0000_0000_007E, 0x0081_8181_8181_8100],
        mover: 0,
    };
}

impl beside::Board for Board {
    /// From a square to another.
    type Ply = (u32, u32);

    fn plies(&self) -> Vec<Self::Ply> {
        let (own, other) = (self.pieces[self.mover], self.pieces[1 - self.mover]);
        let mut plies = Vec::new();
        for from in bits(own) {
            for (right, up) in LINES {
                let rays = [ray(from, (right, up)), ray(from, (-right, -up))];
                let line = mask(&rays.concat()) | 1 << from;
                let length = ((own | other) & line).count_ones() as usize;
                for ray in rays {
                    let Some((to, before)) =
                        ray.get(..length).and_then(|squares| squares.split_last())
                    else {
                        continue;
                    };
                    if own >> to & 1 == 0 && other & mask(before) == 0 {
                        plies.push((from, *to));
                    }
                }
            }
        }
        plies
    }

    fn played(&self, (from, to): (u32, u32)) -> Self {
        let mut next = *self;
        next.pieces[self.mover] ^= 1 << from | 1 << to;
        next.mover = 1 - self.mover;
        next.pieces[next.mover] &= !(1 << to);
        next
    }

    fn written(&self, &(from, to): &(u32, u32)) -> String {
        let takes = self.pieces[1 - self.mover] >> to & 1 == 1;
        name(from) + if takes { "x" } else { "-" } + &name(to)
    }

    fn results(&self) -> Option<Vec<u8>> {
        let last = 1 - self.mover;
        let winner = if is_one_group(self.pieces[last]) {
            last
        } else if is_one_group(self.pieces[self.mover]) {
            self.mover
        } else if self.plies().is_empty() {
            last
        } else {
            return None;
        };
        Some([[100, 0], [0, 100]][winner].to_vec())
    }
}

#[test]
fn lines_of_action_grow_as_by_another_program() {
    beside::grows_alike(
        &shipped("lines-of-action"),
        &Board::START,
        &COUNTS,
        1..=2,
        1..=3,
    );
}

#[test]
#[ignore = "takes some minutes"]
fn lines_of_action_grow_as_by_another_program_to_a_greater_depth() {
    beside::grows_alike(
        &shipped("lines-of-action"),
        &Board::START,
        &COUNTS,
        3..=4,
        4..=4,
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_move_and_are_joined_as_by_another_program(seed: u64) {
        beside::plays_alike(&shipped("lines-of-action"), Board::START, seed)?;
    }
}

/// Positions near the end, which random games seldom reach: few pieces, and often both sides joined.
fn near_the_end(random: &mut fastrand::Rng) -> Board {
    let mut squares: Vec<u32> = (0..64)
        .filter(|square| square % 8 < 5 && *square < 40)
        .collect();
    random.shuffle(&mut squares);
    Board {
        pieces: [mask(&squares[..3]), mask(&squares[3..7])],
        mover: random.usize(..2),
    }
}

fn facts(board: Board) -> String {
    let role = |side: usize| ["black", "white"][side];
    let cell = |side: usize, square: u32| {
        format!(
            "cell({}, {}, {}). ",
            square % 8 + 1,
            square / 8 + 1,
            role(side)
        )
    };
    let cells =
        (0..2).flat_map(|side| bits(board.pieces[side]).map(move |square| cell(side, square)));
    format!(
        "control({}). {}",
        role(board.mover),
        cells.collect::<String>()
    )
}

#[test]
fn ends_are_those_of_another_program() {
    let rules = shipped("lines-of-action");
    let mut random = fastrand::Rng::with_seed(1);
    let (mut ends, mut both) = (0, 0);
    for _ in 0..150 {
        let board = near_the_end(&mut random);
        let position = stated(&rules, &facts(board));
        assert_eq!(
            results(&rules, &position),
            board.results(),
            "{}",
            facts(board)
        );
        ends += usize::from(board.results().is_some());
        both += usize::from(board.pieces.into_iter().all(is_one_group));
    }
    assert!(ends > 20 && both > 0, "{ends} ends, {both} of both sides");
}
