//! The games that other engines publish figures for.

use regola::compile::Effort;

use super::form::{ByHand, LastPly, MeasuredForm};
use crate::bench::limit::{Breakthrough, ConnectFour, Othello};

/// A game to measure.
pub struct PeerGame {
    /// Its file, one of those that are part of the program, has that name too.
    pub name: &'static str,
    /// A tree that every form counts, and a deeper one for those that are quick enough.
    pub trees: [KnownCount; 2],
    /// The tree, and how many random games, by which forms are compared where nothing is measured.
    pub compared: KnownCount,
    pub games: u64,
    /// How much its compilation may spend.
    pub effort: Effort,
    /// The same game written by hand.
    by_hand: Option<fn(LastPly) -> Box<dyn MeasuredForm>>,
}

/// How many lines of play there are at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownCount {
    pub depth: usize,
    pub leaves: u64,
}

/// All of them, in the order of the table.
pub const GAMES: &[PeerGame] = &[
    PeerGame {
        by_hand: Some(ByHand::<Othello>::form),
        ..game("othello", (5, 1_396), (6, 8_200), (9, 3_005_288))
    },
    game("filetto", (3, 504), (5, 15_120), (9, 255_168)),
    PeerGame {
        by_hand: Some(ByHand::<ConnectFour>::form),
        ..game("connect-four", (4, 2_401), (5, 16_807), (8, 5_686_266))
    },
    PeerGame {
        by_hand: Some(ByHand::<Breakthrough>::form),
        ..game("breakthrough", (2, 484), (3, 11_132), (5, 6_182_818))
    },
    PeerGame {
        games: 2,
        ..game("gomoku", (1, 225), (2, 50_400), (3, 11_239_200))
    },
    PeerGame {
        games: 2,
        ..game("hex", (1, 121), (2, 14_520), (3, 1_727_880))
    },
    game("english-draughts", (4, 1_469), (5, 7_361), (7, 179_740)),
    game("dama", (4, 1_469), (5, 7_361), (7, 177_532)),
    PeerGame {
        games: 1,
        effort: Effort::Thorough,
        ..game("chess", (2, 400), (3, 8_902), (4, 197_281))
    },
    game("nim", (2, 206), (4, 17_338), (6, 603_236)),
    game("knights-tour", (4, 268), (6, 5_852), (9, 539_704)),
];

const fn game(
    name: &'static str,
    compared: (usize, u64),
    tree: (usize, u64),
    deeper: (usize, u64),
) -> PeerGame {
    let trees = [KnownCount::new(tree), KnownCount::new(deeper)];
    PeerGame {
        name,
        trees,
        compared: KnownCount::new(compared),
        games: 10,
        effort: Effort::Quick,
        by_hand: None,
    }
}

impl KnownCount {
    const fn new((depth, leaves): (usize, u64)) -> Self {
        KnownCount { depth, leaves }
    }
}

impl PeerGame {
    pub fn file(&self) -> String {
        format!("{}.rules", self.name)
    }

    /// The game written by hand, if it is.
    pub fn by_hand(&self, last: LastPly) -> Option<Box<dyn MeasuredForm>> {
        self.by_hand.map(|form| form(last))
    }
}
