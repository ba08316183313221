//! Goofspiel: counts and random games beside a program of its own, by the machine and compiled. It
//! keeps hands as words of bits, and points as sums.

use proptest::prelude::*;
use regola::compile::Both;
use regola::game::{Game, Rules, Turn};
use regola::search::{Unwatched, perft};

use super::{count, shipped, stated, variant};
use crate::compile::compiled;

const TEXT: &str = include_str!("../../games/goofspiel.rules");

/// Bit `n` is card `n`.
#[derive(Clone)]
struct Table {
    hands: [u32; 2],
    /// The highest of the diamonds that are left.
    prize: u32,
    /// The diamonds that each player has won.
    won: [u32; 2],
    points: [u32; 2],
}

fn cards(hand: u32) -> impl Iterator<Item = u32> {
    (1..32).filter(move |card| hand >> card & 1 == 1)
}

impl Table {
    fn new(cards: u32) -> Self {
        let suit = (2 << cards) - 2;
        Self {
            hands: [suit; 2],
            prize: cards,
            won: [0; 2],
            points: [0; 2],
        }
    }

    fn bid(&self, bids: [u32; 2]) -> Self {
        let mut next = self.clone();
        for (hand, bid) in next.hands.iter_mut().zip(bids) {
            *hand &= !(1 << bid);
        }
        if bids[0] != bids[1] {
            let winner = usize::from(bids[1] > bids[0]);
            next.won[winner] |= 1 << self.prize;
            next.points[winner] += self.prize;
        }
        next.prize -= 1;
        next
    }

    /// The pairs of bids, those of spades the quickest.
    fn bids(&self) -> Vec<[u32; 2]> {
        let [clubs, spades] = self.hands;
        cards(clubs)
            .flat_map(|one| cards(spades).map(move |other| [one, other]))
            .collect()
    }

    fn count(&self, depth: usize) -> u64 {
        if depth == 0 || self.prize == 0 {
            return 1;
        }
        let bids = self.bids().into_iter();
        bids.map(|bids| self.bid(bids).count(depth - 1)).sum()
    }

    fn results(&self) -> Option<[u8; 2]> {
        let [clubs, spades] = self.points;
        (self.prize == 0).then_some(match clubs.cmp(&spades) {
            std::cmp::Ordering::Greater => [100, 0],
            std::cmp::Ordering::Equal => [50, 50],
            std::cmp::Ordering::Less => [0, 100],
        })
    }

    fn facts(&self) -> String {
        let mut facts = String::new();
        if self.prize > 0 {
            facts += &format!("prize({}). ", self.prize);
        }
        for (number, role) in ["clubs", "spades"].into_iter().enumerate() {
            for card in cards(self.hands[number]) {
                facts += &format!("hand({role}, {card}). ");
            }
            for card in cards(self.won[number]) {
                facts += &format!("won({card}, {role}). ");
            }
        }
        facts
    }
}

fn of_cards(cards: u32) -> Rules {
    variant(TEXT, "cards(13).", &format!("cards({cards})."))
}

/// Both forms, each checked against the other.
fn both(rules: &Rules) -> Both {
    let compiled = compiled(rules);
    let mut parts = compiled.compilation().parts().iter();
    assert!(parts.all(|part| part.outcome.is_ok()));
    Both::new(compiled)
}

/// Each player has one card less after each bid: the lines of `n` plies with `c` cards are the square
/// of `c * (c - 1) * ...` with `n` factors.
#[test]
fn bids_are_counted() {
    for cards in 1..=4 {
        let rules = of_cards(cards);
        let (machine, both, mut lines) = (rules.initial(), both(&rules), 1);
        for depth in 1..=cards as usize + 1 {
            let left = u64::from(cards) + 1 - depth as u64;
            lines *= if left > 0 { left * left } else { 1 };
            let by_both = perft(&both, &both.initial(), depth, &mut Unwatched);
            let by_program = Table::new(cards).count(depth);
            let counts = [
                count(&rules, &machine, depth),
                by_both.expect("the forms agree"),
            ];
            assert_eq!(
                (counts, by_program),
                ([lines; 2], lines),
                "{cards} cards, depth {depth}"
            );
        }
    }
}

#[test]
fn two_bids_with_a_full_hand_are_counted() {
    let rules = shipped("goofspiel");
    let compiled = both(&rules).into_compiled();
    let counted = perft(&compiled, &compiled.initial(), 2, &mut Unwatched);
    assert_eq!(counted, Ok(169 * 144));
    assert_eq!(Table::new(13).count(2), 169 * 144);
}

fn plays_alike(rules: &Rules, mut table: Table, seed: u64) -> Result<(), TestCaseError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let both = both(rules);
    let mut position = both.initial();
    loop {
        prop_assert_eq!(&position.facts, &stated(rules, &table.facts()));
        prop_assert_eq!(both.over(&position), Ok(table.results().is_some()));
        let movers = match both.turn(&position).expect("the forms agree") {
            Turn::Over => break,
            turn => turn.into_movers(),
        };
        let (mut moves, mut bids) = (Vec::new(), Vec::new());
        prop_assert_eq!(movers.len(), 2);
        for ((_, legal), hand) in movers.into_iter().zip(table.hands) {
            let listed: Vec<String> = legal.iter().map(|bid| bid.named.term.to_string()).collect();
            let expected: Vec<String> = cards(hand).map(|card| format!("bid({card})")).collect();
            prop_assert_eq!(listed, expected);
            let chosen = random.usize(..legal.len());
            moves.push(legal[chosen].clone());
            bids.push(cards(hand).nth(chosen).expect("there are as many"));
        }
        position = both.play(&position, &moves).expect("the bids are legal");
        table = table.bid([bids[0], bids[1]]);
    }
    let expected = table.results().expect("nobody has a card left");
    let goal = |role| both.goal(&position, regola::game::Role(role));
    prop_assert_eq!([goal(0), goal(1)], expected.map(Ok));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bids_win_diamonds_as_by_another_program(seed: u64, cards in 1..8_u32) {
        plays_alike(&shipped("goofspiel"), Table::new(13), seed)?;
        plays_alike(&of_cards(cards), Table::new(cards), seed)?;
    }
}
