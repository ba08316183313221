//! The legal moves that a program has found, in the order of the rules.

use super::code::{Mode, Order};
use crate::game::{self, Role};

/// A move: its family and its lane there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub family: u32,
    pub lane: u32,
}

/// Where the moves of one family are among the outputs of a turn.
#[derive(Clone, Copy, Debug)]
struct Family {
    number: u32,
    first: usize,
    words: usize,
    role: Role,
}

/// How to list the moves of one mode.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    /// The families, those of a group beside each other.
    families: Vec<Family>,
    /// For each group how many families it has, how many words the longest of them, and the order of its moves.
    groups: Vec<(usize, usize, Order)>,
}

impl Listing {
    pub fn new(mode: &Mode, moves: &[game::Move]) -> Self {
        let family = |number: &usize| {
            let family = &mode.families[*number];
            let role = family.moves.iter().flatten().next().map_or(Role(0), |number| moves[*number].role);
            Family { number: *number as u32, first: family.legal.start, words: family.legal.len(), role }
        };
        let families: Vec<Family> = mode.listing.iter().flat_map(|group| &group.families).map(family).collect();
        let longest = |numbers: &[usize]| numbers.iter().map(|number| mode.families[*number].legal.len()).max();
        let groups =
            mode.listing.iter().map(|group| (group.families.len(), longest(&group.families).unwrap_or(0), group.order));
        Self { groups: groups.collect(), families }
    }

    fn groups(&self) -> impl Iterator<Item = (&[Family], usize, Order)> {
        let mut rest = &self.families[..];
        self.groups.iter().map(move |(size, words, order)| {
            let (group, after) = rest.split_at(*size);
            rest = after;
            (group, *words, *order)
        })
    }

    /// How many moves there are.
    pub fn count(&self, outputs: &[u64]) -> usize {
        self.families.iter().map(|family| family.count(outputs)).sum()
    }

    /// How many moves there are; none if several roles have some.
    pub fn count_of_one_role(&self, outputs: &[u64]) -> Option<usize> {
        let (mut count, mut mover) = (0, None);
        for family in &self.families {
            let own = family.count(outputs);
            if own > 0 && *mover.get_or_insert(family.role) != family.role {
                return None;
            }
            count += own;
        }
        Some(count)
    }

    /// All moves in order.
    pub fn all(&self, mode: &Mode, outputs: &[u64]) -> Vec<Place> {
        let mut places = Vec::with_capacity(self.count(outputs));
        for (group, words, order) in self.groups() {
            match order {
                Order::Lanes => (0..words).for_each(|word| add_lanes(group, outputs, word, &mut places)),
                Order::Ranks => add_ranks(group, outputs, mode, &mut places),
            }
        }
        places
    }

    /// The move of that number in order, from 0; there are more than that.
    pub fn nth(&self, mode: &Mode, outputs: &[u64], mut number: usize) -> Place {
        for (group, words, order) in self.groups() {
            if order == Order::Ranks {
                let mut places = Vec::new();
                add_ranks(group, outputs, mode, &mut places);
                match places.get(number) {
                    Some(place) => return *place,
                    None => number -= places.len(),
                }
                continue;
            }
            if let ([family], 1) = (group, words) {
                let held = outputs[family.first].count_ones() as usize;
                if number < held {
                    return nth_of_word(group, outputs, 0, number);
                }
                number -= held;
                continue;
            }
            for word in 0..words {
                let held: usize = group.iter().map(|family| family.word(outputs, word).count_ones() as usize).sum();
                if number < held {
                    return nth_of_word(group, outputs, word, number);
                }
                number -= held;
            }
        }
        unreachable!("a number below the count of all moves")
    }
}

impl Family {
    fn word(&self, outputs: &[u64], word: usize) -> u64 {
        if word < self.words { outputs[self.first + word] } else { 0 }
    }

    fn count(&self, outputs: &[u64]) -> usize {
        outputs[self.first..self.first + self.words].iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The moves of one word, lane by lane, and in each lane by the families.
fn add_lanes(group: &[Family], outputs: &[u64], word: usize, places: &mut Vec<Place>) {
    let mut rest = group.iter().fold(0, |all, family| all | family.word(outputs, word));
    while rest != 0 {
        let bit = rest.trailing_zeros();
        rest &= rest - 1;
        let has = |family: &&Family| family.word(outputs, word) >> bit & 1 == 1;
        let lane = word as u32 * 64 + bit;
        places.extend(group.iter().filter(has).map(|family| Place { family: family.number, lane }));
    }
}

/// The moves by their ranks.
fn add_ranks(group: &[Family], outputs: &[u64], mode: &Mode, places: &mut Vec<Place>) {
    let first = places.len();
    for family in group {
        (0..family.words).for_each(|word| add_lanes(std::slice::from_ref(family), outputs, word, places));
    }
    let rank = |place: &Place| mode.families[place.family as usize].ranks[place.lane as usize];
    places[first..].sort_unstable_by_key(rank);
}

/// The move of that number in a word. Of several families it is found by halves: how many moves lie below decides which
/// half it is in.
fn nth_of_word(group: &[Family], outputs: &[u64], word: usize, mut number: usize) -> Place {
    if let [family] = group {
        let mut rest = family.word(outputs, word);
        for _ in 0..number {
            rest &= rest - 1;
        }
        return Place { family: family.number, lane: word as u32 * 64 + rest.trailing_zeros() };
    }
    let (mut bit, mut width) = (0, 32);
    while width > 4 {
        let half = u64::MAX >> (64 - width) << bit;
        let below = group.iter().map(|family| (family.word(outputs, word) & half).count_ones() as usize);
        let below: usize = below.sum();
        if number >= below {
            number -= below;
            bit += width;
        }
        width /= 2;
    }
    loop {
        for family in group {
            if family.word(outputs, word) >> bit & 1 == 1 {
                if number == 0 {
                    return Place { family: family.number, lane: word as u32 * 64 + bit };
                }
                number -= 1;
            }
        }
        bit += 1;
    }
}
