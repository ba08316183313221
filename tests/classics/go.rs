//! Go: random games are played beside a program of its own that follows chains stone by stone, with
//! simple ko and with positional superko.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use regola::game::{Game, Position, Rules, Turn};
use regola::syntax::load::MemoryReader;

use super::{results, shipped, stated};

type Cell = (usize, usize);

/// The colour of each stone, 0 for Black.
type Stones = BTreeMap<Cell, usize>;

#[derive(Clone)]
struct Board {
    side: usize,
    stones: Stones,
    rule: Rule,
}

/// What may not be put down again.
#[derive(Clone)]
enum Rule {
    /// A stone where one was just taken.
    Ko(Option<Cell>),
    /// A stone that makes one of these boards.
    Superko(BTreeSet<Stones>),
}

impl Board {
    fn new(side: usize, rule: Rule) -> Self {
        Self {
            side,
            stones: Stones::new(),
            rule,
        }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        (1..=side).flat_map(move |y| (1..=side).map(move |x| (x, y)))
    }

    fn next_to(&self, (x, y): Cell) -> Vec<Cell> {
        let all = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)];
        let side = 1..=self.side;
        let is_inside = |(x, y): &Cell| side.contains(x) && side.contains(y);
        all.into_iter().filter(is_inside).collect()
    }

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
            for next in self.next_to(cell) {
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
        if self.colour(cell).is_some() || matches!(self.rule, Rule::Ko(ko) if ko == Some(cell)) {
            return None;
        }
        let mut next = self.clone();
        next.stones.insert(cell, colour);
        let mut taken = BTreeSet::new();
        for beside in self.next_to(cell) {
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
        let is_ko = taken.len() == 1 && chain.len() == 1 && liberties.count() == 1;
        let is_allowed = match &mut next.rule {
            Rule::Ko(ko) => {
                *ko = taken.first().copied().filter(|_| is_ko);
                true
            }
            Rule::Superko(seen) => seen.insert(next.stones.clone()),
        };
        is_allowed.then_some(next)
    }

    fn passed(mut self) -> Self {
        if let Rule::Ko(ko) = &mut self.rule {
            *ko = None;
        }
        self
    }

    fn places(&self, colour: usize) -> Vec<Cell> {
        let cells = self.cells();
        cells
            .filter(|cell| self.put(*cell, colour).is_some())
            .collect()
    }

    fn area(&self, colour: usize) -> usize {
        let mut area = 0;
        for cell in self.cells() {
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

/// A game on a board of another size.
fn of_size(name: &str, text: &str, side: usize) -> Rules {
    assert_eq!(text.matches("size(9).").count(), 1);
    let text = text.replace("size(9).", &format!("size({side})."));
    let play = include_str!("../../games/go-play.rules");
    let reader = MemoryReader::new()
        .with("go-play.rules", play)
        .with(name, text.as_str());
    Rules::read(&reader, name).unwrap_or_else(|failure| panic!("{failure}"))
}

fn simple(side: usize) -> Rules {
    of_size("go.rules", include_str!("../../games/go.rules"), side)
}

fn superko(side: usize) -> Rules {
    of_size(
        "go-superko.rules",
        include_str!("../../games/go-superko.rules"),
        side,
    )
}

/// Plays a random game of 60 plies at most. Passes are chosen as often as any stone, or only where there
/// is no other move.
fn plays_alike(
    rules: &Rules,
    mut board: Board,
    seed: u64,
    passes: Passes,
) -> Result<(), TestCaseError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut position, mut colour) = (rules.initial(), 0);
    for _ in 0..60 {
        let Turn::Single(_, moves) = rules.turn(&position).expect("the rules can be followed")
        else {
            break;
        };
        let places = board.places(colour);
        let mut legal: Vec<String> = places
            .iter()
            .map(|(x, y)| format!("place({x}, {y})"))
            .collect();
        legal.push("pass".to_owned());
        let listed: Vec<String> = moves.iter().map(|played| played.term.to_string()).collect();
        prop_assert_eq!(&listed, &legal);
        let number = match passes {
            Passes::AsAnyMove => random.usize(..legal.len()),
            Passes::Last => random.usize(..places.len().max(1)),
        };
        position = rules
            .play(&position, &moves[number..=number])
            .expect("it is legal");
        board = match places.get(number) {
            Some(cell) => board.put(*cell, colour).expect("it is legal"),
            None => board.passed(),
        };
        colour = 1 - colour;
    }
    if let Some(results) = results(rules, &position) {
        let lead = 2 * (board.area(0) as i64 - board.area(1) as i64) - 13;
        let expected = if lead > 0 { [100, 0] } else { [0, 100] };
        prop_assert_eq!(results, expected);
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Passes {
    AsAnyMove,
    Last,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn stones_are_put_down_and_taken_as_by_another_program(seed: u64) {
        plays_alike(&simple(5), Board::new(5, Rule::Ko(None)), seed, Passes::AsAnyMove)?;
    }

    /// On small boards stones are taken again and again, and many boards would come back.
    #[test]
    fn no_board_comes_back_as_by_another_program(seed: u64, side in 2..=4_usize) {
        let start = Rule::Superko([Stones::new()].into());
        plays_alike(&superko(side), Board::new(side, start), seed, Passes::Last)?;
    }
}

/// Plays stones that are all legal, and tells whether the last one is.
fn last_is_legal(rules: &Rules, facts: &str, stones: &[&str]) -> bool {
    let mut position = stated(rules, facts);
    let (last, before) = stones.split_last().expect("there are stones");
    let find = |position: &Position, stone: &str| {
        let moves = rules
            .legal_moves(position)
            .expect("the rules can be followed");
        moves.into_iter().find(|played| {
            let text = rules.notation(position, played);
            text.expect("it has a notation") == *stone
        })
    };
    for stone in before {
        let played = find(&position, stone).unwrap_or_else(|| panic!("{stone} is legal"));
        position = rules.play(&position, &[played]).expect("it is legal");
    }
    find(&position, last).is_some()
}

/// Asserts that the last of these stones is legal by simple ko alone: it brings back the first board.
fn come_back(facts: &str, stones: &[&str]) {
    assert!(last_is_legal(&shipped("go"), facts, stones));
    assert!(!last_is_legal(&shipped("go-superko"), facts, stones));
}

/// White adds a stone, Black takes both, and White takes back: White is no more to move than before.
#[test]
fn two_stones_are_sent_and_one_comes_back() {
    let facts = "control(white). passed(0). cell(2, 1, white). cell(1, 2, white). \
                 cell(2, 2, black). cell(3, 2, black). cell(4, 1, black).";
    come_back(facts, &["c1", "a1", "b1"]);
}

/// Three kos, each taken and taken back: after six stones the board is the first one, with the same side
/// to move.
#[test]
fn a_triple_ko_comes_back() {
    let mut facts = "control(white). passed(0). ".to_owned();
    for (row, holder) in [(1, "black"), (4, "black"), (7, "white")] {
        let (middle, below) = (row + 1, row + 2);
        for (x, y) in [(2, row), (1, middle), (2, below)] {
            facts += &format!("cell({x}, {y}, black). ");
        }
        for (x, y) in [(3, row), (4, middle), (3, below)] {
            facts += &format!("cell({x}, {y}, white). ");
        }
        let held = if holder == "black" { 3 } else { 2 };
        facts += &format!("cell({held}, {middle}, {holder}). ");
    }
    come_back(&facts, &["b2", "c8", "b5", "c2", "b8", "c5"]);
    // Only the last stone brings a board back.
    assert!(last_is_legal(
        &shipped("go-superko"),
        &facts,
        &["b2", "c8", "b5", "c2", "b8"]
    ));
}
