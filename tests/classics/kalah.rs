//! Kalah: random games are played beside a program of its own that sows seed by seed, and lines of play
//! are counted by it.

use proptest::prelude::*;
use regola::game::{Game, Rules, Turn};

use super::{count, results, shipped, stated, variant};

/// Pits of a side.
const PITS: usize = 6;
/// The holes in the order of sowing: South's pits, South's store, North's pits, North's store.
const HOLES: usize = 2 * PITS + 2;

#[derive(Clone, PartialEq, Debug)]
struct Board {
    holes: [usize; HOLES],
    /// 0 for South.
    mover: usize,
}

impl Board {
    fn new(seeds: usize) -> Self {
        let mut holes = [seeds; HOLES];
        holes[Self::store(0)] = 0;
        holes[Self::store(1)] = 0;
        Self { holes, mover: 0 }
    }

    fn store(side: usize) -> usize {
        side * (PITS + 1) + PITS
    }

    fn pits(side: usize) -> std::ops::Range<usize> {
        Self::store(side) - PITS..Self::store(side)
    }

    fn is_over(&self) -> bool {
        (0..2).any(|side| Self::pits(side).all(|pit| self.holes[pit] == 0))
    }

    fn moves(&self) -> Vec<usize> {
        match self.is_over() {
            true => Vec::new(),
            false => Self::pits(self.mover)
                .filter(|pit| self.holes[*pit] > 0)
                .collect(),
        }
    }

    fn play(&self, pit: usize) -> Self {
        let mut next = self.clone();
        let mut hand = std::mem::take(&mut next.holes[pit]);
        let mut at = pit;
        while hand > 0 {
            at = (at + 1) % HOLES;
            if at == Self::store(1 - self.mover) {
                continue;
            }
            next.holes[at] += 1;
            hand -= 1;
        }
        let own = Self::store(self.mover);
        let opposite = (2 * PITS).wrapping_sub(at);
        if Self::pits(self.mover).contains(&at) && next.holes[at] == 1 && next.holes[opposite] > 0 {
            next.holes[own] += std::mem::take(&mut next.holes[opposite]);
            next.holes[own] += std::mem::take(&mut next.holes[at]);
        }
        if at != own {
            next.mover = 1 - self.mover;
        }
        next
    }

    fn count(&self, depth: usize) -> u64 {
        let moves = self.moves();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves
                .iter()
                .map(|pit| self.play(*pit).count(depth - 1))
                .sum(),
        }
    }

    fn total(&self, side: usize) -> usize {
        self.holes[Self::pits(side)].iter().sum::<usize>() + self.holes[Self::store(side)]
    }

    /// As the rule file has it.
    fn facts(&self) -> String {
        let side = |hole: usize| ["south", "north"][hole / (PITS + 1)];
        let fact = |hole| {
            let (side, number) = (side(hole), hole % (PITS + 1) + 1);
            format!("holds({side}, {number}, {}). ", self.holes[hole])
        };
        let holes: String = (0..HOLES).map(fact).collect();
        format!("control({}). {holes}", ["south", "north"][self.mover])
    }
}

/// Plays a random game with both programs.
fn agree(rules: &Rules, seeds: usize, seed: u64) -> Result<(), TestCaseError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut position, mut board) = (rules.initial(), Board::new(seeds));
    loop {
        prop_assert_eq!(&stated(rules, &board.facts()), &position);
        let Turn::Single(_, moves) = rules.turn(&position).expect("the rules can be followed")
        else {
            break;
        };
        let pits = board.moves();
        let names = pits.iter().map(|pit| (pit % (PITS + 1) + 1).to_string());
        let listed = moves.iter().map(|played| played.term.to_string());
        prop_assert_eq!(listed.collect::<Vec<_>>(), names.collect::<Vec<_>>());
        let number = random.usize(..pits.len());
        position = rules
            .play(&position, &moves[number..=number])
            .expect("it is legal");
        board = board.play(pits[number]);
    }
    prop_assert!(board.is_over());
    let results = results(rules, &position).expect("the game is over");
    let expected = match board.total(0).cmp(&board.total(1)) {
        std::cmp::Ordering::Greater => vec![100, 0],
        std::cmp::Ordering::Equal => vec![50, 50],
        std::cmp::Ordering::Less => vec![0, 100],
    };
    prop_assert_eq!(results, expected);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn seeds_are_sown_and_taken_as_by_another_program(seed: u64) {
        agree(&shipped("kalah"), 4, seed)?;
        // Six seeds go further round.
        let text = include_str!("../../games/kalah.rules");
        agree(&variant(text, "seeds(4). ", "seeds(6). "), 6, seed)?;
    }
}

#[test]
fn lines_of_play_are_as_many_as_by_another_program() {
    let (rules, board) = (shipped("kalah"), Board::new(4));
    for depth in 1..=5 {
        assert_eq!(
            count(&rules, &rules.initial(), depth),
            board.count(depth),
            "{depth}"
        );
    }
}
