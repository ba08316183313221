//! The games for which other engines publish figures.

use regola::compile::Effort;
use regola::game::Rules;

use super::form::{ByHand, LastPly, MeasuredForm};
use crate::bench::limit::{Breakthrough, ConnectFour, Go, Othello, Wide};
use crate::bench::suite::{load_changed_game, load_game};

/// A game to measure.
pub struct PeerGame {
    /// The name of the game, and, unless another one is given, of its file, which is part of the program.
    pub name: &'static str,
    /// A file with a text in it to replace, and the text to put there.
    changed: Option<(&'static str, &'static str, &'static str)>,
    /// Whether the machine takes part. For some games it would take minutes.
    pub has_machine: bool,
    /// A tree that every form counts, and a deeper one that only quick forms count.
    pub trees: [KnownCount; 2],
    /// The tree for comparing forms without a measurement; `games` is the number of random games
    /// for that.
    pub compared: KnownCount,
    pub games: u64,
    /// The effort of the compiler.
    pub effort: Effort,
    /// The same game written by hand.
    by_hand: Option<fn(LastPly) -> Box<dyn MeasuredForm>>,
}

/// The number of lines of play at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownCount {
    pub depth: usize,
    pub leaves: u64,
}

/// All games, in the order of the table.
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
    PeerGame {
        games: 2,
        by_hand: Some(ByHand::<Go<u128>>::form),
        ..game("go", (2, 6_643), (2, 6_643), (3, 531_523))
    },
    PeerGame {
        changed: Some(("go", "size(9).", "size(19).")),
        has_machine: false,
        games: 1,
        by_hand: Some(ByHand::<Go<Wide>>::form),
        ..game("go-19x19", (1, 362), (1, 362), (2, 130_683))
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
    PeerGame {
        effort: Effort::Thorough,
        ..game("kalah", (4, 942), (5, 4_690), (7, 114_430))
    },
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
        changed: None,
        has_machine: true,
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
    /// Loads the rules.
    pub fn rules(&self) -> Rules {
        match self.changed {
            None => load_game(&format!("{}.rules", self.name)),
            Some((file, text, other)) => load_changed_game(&format!("{file}.rules"), (text, other)),
        }
    }

    /// Returns the game written by hand, if there is one.
    pub fn by_hand(&self, last: LastPly) -> Option<Box<dyn MeasuredForm>> {
        self.by_hand.map(|form| form(last))
    }
}
