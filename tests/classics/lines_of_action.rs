//! Lines of action: counts and random games beside a program of its own. It keeps the pieces of a side
//! as the bits of a word, and a line as a mask.

use std::collections::BTreeMap;

use proptest::prelude::*;
use regola::game::{Game, Turn};

use super::{count, results, shipped};

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

    fn plies(&self) -> Vec<(u32, u32)> {
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

    fn played(mut self, (from, to): (u32, u32)) -> Self {
        self.pieces[self.mover] ^= 1 << from | 1 << to;
        self.mover = 1 - self.mover;
        self.pieces[self.mover] &= !(1 << to);
        self
    }

    fn written(&self, (from, to): (u32, u32)) -> String {
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

    fn count(self, depth: usize) -> u64 {
        if self.results().is_some() {
            return 0;
        }
        let plies = self.plies();
        match depth {
            1 => plies.len() as u64,
            _ => plies
                .into_iter()
                .map(|ply| self.played(ply).count(depth - 1))
                .sum(),
        }
    }
}

#[test]
fn lines_of_action_grow_as_by_another_program() {
    let rules = shipped("lines-of-action");
    let counts = [1, 2].map(|depth| count(&rules, &rules.initial(), depth));
    assert_eq!(counts, COUNTS[..2]);
    let others = [1, 2, 3].map(|depth| Board::START.count(depth));
    assert_eq!(others, COUNTS[..3]);
}

#[test]
#[ignore = "takes some minutes"]
fn lines_of_action_grow_as_by_another_program_to_a_greater_depth() {
    let rules = shipped("lines-of-action");
    let counts = [3, 4].map(|depth| count(&rules, &rules.initial(), depth));
    assert_eq!(counts, COUNTS[2..]);
    assert_eq!(Board::START.count(4), COUNTS[3]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_move_and_are_joined_as_by_another_program(seed: u64) {
        let rules = shipped("lines-of-action");
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut position, mut board) = (rules.initial(), Board::START);
        loop {
            prop_assert_eq!(results(&rules, &position), board.results());
            let Turn::Single(_, moves) = rules.turn(&position).expect("the rules can be followed") else {
                break;
            };
            let text = |played| rules.notation(&position, played).expect("it has a notation");
            let listed: BTreeMap<String, _> = moves.iter().map(|played| (text(played), played)).collect();
            let plies = board.plies().into_iter().map(|ply| (board.written(ply), ply));
            let legal: BTreeMap<String, (u32, u32)> = plies.collect();
            prop_assert_eq!(listed.len(), moves.len());
            prop_assert_eq!(listed.keys().collect::<Vec<_>>(), legal.keys().collect::<Vec<_>>());
            let (chosen, ply) = random.choice(legal).expect("there is a move");
            position = rules.play(&position, &[listed[&chosen].clone()]).expect("it is legal");
            board = board.played(ply);
        }
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
        let position = super::stated(&rules, &facts(board));
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
