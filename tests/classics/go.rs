//! Go: random games are played beside a program of its own that follows chains stone by stone.

use std::collections::BTreeSet;

use proptest::prelude::*;
use regola::game::{Game, Rules, Turn};

use super::{results, variant};

const SIDE: usize = 5;

type Cell = (usize, usize);

/// A board: the colour of each stone, 0 for Black.
#[derive(Clone, Default)]
struct Board {
    stones: std::collections::BTreeMap<Cell, usize>,
    ko: Option<Cell>,
}

fn next_to((x, y): Cell) -> Vec<Cell> {
    let (x, y) = (x as isize, y as isize);
    let all = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)];
    let is_inside = |(x, y): &(isize, isize)| {
        let side = 1..=SIDE as isize;
        side.contains(x) && side.contains(y)
    };
    let inside = all.into_iter().filter(is_inside);
    inside.map(|(x, y)| (x as usize, y as usize)).collect()
}

impl Board {
    fn colour(&self, cell: Cell) -> Option<usize> {
        self.stones.get(&cell).copied()
    }

    /// The cells of one content that hang together with a cell, and those of others beside them.
    fn chain(&self, cell: Cell) -> (BTreeSet<Cell>, BTreeSet<Cell>) {
        let colour = self.colour(cell);
        let (mut chain, mut beside, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![cell]);
        while let Some(cell) = open.pop() {
            if !chain.insert(cell) {
                continue;
            }
            for next in next_to(cell) {
                match self.colour(next) == colour {
                    true => open.push(next),
                    false => drop(beside.insert(next)),
                }
            }
        }
        (chain, beside)
    }

    fn lives(&self, cell: Cell) -> bool {
        let (_, beside) = self.chain(cell);
        beside.iter().any(|cell| self.colour(*cell).is_none())
    }

    /// The board after a stone is put down, if that is legal.
    fn put(&self, cell: Cell, colour: usize) -> Option<Self> {
        if self.colour(cell).is_some() || self.ko == Some(cell) {
            return None;
        }
        let mut next = self.clone();
        next.ko = None;
        next.stones.insert(cell, colour);
        let mut taken = BTreeSet::new();
        for beside in next_to(cell) {
            if next.colour(beside) == Some(1 - colour) && !next.lives(beside) {
                taken.extend(next.chain(beside).0);
            }
        }
        next.stones.retain(|cell, _| !taken.contains(cell));
        if !next.lives(cell) {
            return None;
        }
        let (chain, beside) = next.chain(cell);
        let liberties = beside.iter().filter(|cell| next.colour(**cell).is_none());
        if taken.len() == 1 && chain.len() == 1 && liberties.count() == 1 {
            next.ko = taken.first().copied();
        }
        Some(next)
    }

    fn area(&self, colour: usize) -> usize {
        let mut area = 0;
        for cell in cells() {
            area += usize::from(match self.colour(cell) {
                Some(of) => of == colour,
                None => {
                    let (_, beside) = self.chain(cell);
                    !beside.is_empty()
                        && beside.iter().all(|cell| self.colour(*cell) == Some(colour))
                }
            });
        }
        area
    }
}

fn cells() -> impl Iterator<Item = Cell> {
    (1..=SIDE).flat_map(|y| (1..=SIDE).map(move |x| (x, y)))
}

fn small() -> Rules {
    let text = include_str!("../../games/go.rules");
    variant(text, "size(9).", &format!("size({SIDE})."))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn stones_are_put_down_and_taken_as_by_another_program(seed: u64) {
        let rules = small();
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut position, mut board, mut colour) = (rules.initial(), Board::default(), 0);
        for _ in 0..60 {
            let Turn::Single(_, moves) = rules.turn(&position).expect("the rules can be followed") else {
                break;
            };
            let mut legal: Vec<String> = cells()
                .filter(|cell| board.put(*cell, colour).is_some())
                .map(|(x, y)| format!("place({x}, {y})"))
                .collect();
            legal.push("pass".to_owned());
            let listed: Vec<String> = moves.iter().map(|played| played.term.to_string()).collect();
            prop_assert_eq!(&listed, &legal);
            let number = random.usize(..legal.len());
            position = rules.play(&position, &moves[number..=number]).expect("it is legal");
            let put = cells().filter(|cell| board.put(*cell, colour).is_some()).nth(number);
            board = match put {
                Some(cell) => board.put(cell, colour).expect("it is legal"),
                None => Board { ko: None, ..board },
            };
            colour = 1 - colour;
        }
        if let Some(results) = results(&rules, &position) {
            let lead = 2 * (board.area(0) as i64 - board.area(1) as i64) - 13;
            prop_assert_eq!(results, if lead > 0 { vec![100, 0] } else { vec![0, 100] });
        }
    }
}
