//! The legal moves that a program has found, in the order of the rules.

use super::code::{Group, Mode, Order};

/// A move: its family and its lane there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub family: u32,
    pub lane: u32,
}

/// The words of a family's legal moves among the outputs of a turn.
fn words<'o>(mode: &Mode, outputs: &'o [u64], family: usize) -> &'o [u64] {
    &outputs[mode.families[family].legal.clone()]
}

/// How many moves there are.
pub(super) fn count(mode: &Mode, outputs: &[u64]) -> usize {
    (0..mode.families.len()).map(|family| size(words(mode, outputs, family))).sum()
}

fn size(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// All moves in order.
pub(super) fn all(mode: &Mode, outputs: &[u64]) -> Vec<Place> {
    let mut places = Vec::with_capacity(count(mode, outputs));
    mode.listing.iter().for_each(|group| add_group(mode, group, outputs, &mut places));
    places
}

fn add_group(mode: &Mode, group: &Group, outputs: &[u64], places: &mut Vec<Place>) {
    match (group.order, &*group.families) {
        (Order::Lanes, [family]) => each_bit(words(mode, outputs, *family), |lane| {
            places.push(Place { family: *family as u32, lane });
        }),
        (Order::Lanes, families) => each_bit(&union(mode, families, outputs), |lane| {
            let has = |family: &&usize| words(mode, outputs, **family)[lane as usize / 64] >> (lane % 64) & 1 == 1;
            places.extend(families.iter().filter(has).map(|family| Place { family: *family as u32, lane }));
        }),
        (Order::Ranks, families) => {
            let first = places.len();
            for family in families {
                each_bit(words(mode, outputs, *family), |lane| places.push(Place { family: *family as u32, lane }));
            }
            let rank = |place: &Place| mode.families[place.family as usize].ranks[place.lane as usize];
            places[first..].sort_unstable_by_key(rank);
        }
    }
}

/// The move of that number in order, from 0; there are more than that.
pub(super) fn nth(mode: &Mode, outputs: &[u64], mut number: usize) -> Place {
    for group in &mode.listing {
        let held: usize = group.families.iter().map(|family| size(words(mode, outputs, *family))).sum();
        if number >= held {
            number -= held;
            continue;
        }
        if let (Order::Lanes, [family]) = (group.order, &*group.families) {
            return Place { family: *family as u32, lane: nth_bit(words(mode, outputs, *family), number) };
        }
        let mut places = Vec::with_capacity(held);
        add_group(mode, group, outputs, &mut places);
        return places[number];
    }
    unreachable!("a number below the count of all moves")
}

/// The lanes that one of the families has.
fn union(mode: &Mode, families: &[usize], outputs: &[u64]) -> Vec<u64> {
    let longest = families.iter().map(|family| words(mode, outputs, *family).len()).max().unwrap_or(0);
    let mut union = vec![0; longest];
    for family in families {
        union.iter_mut().zip(words(mode, outputs, *family)).for_each(|(all, own)| *all |= own);
    }
    union
}

fn each_bit(words: &[u64], mut visit: impl FnMut(u32)) {
    for (at, word) in words.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            visit(at as u32 * 64 + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

/// The place of the bit of that number, from 0.
fn nth_bit(words: &[u64], mut number: usize) -> u32 {
    for (at, word) in words.iter().enumerate() {
        let held = word.count_ones() as usize;
        if number < held {
            let mut rest = *word;
            (0..number).for_each(|_| rest &= rest - 1);
            return at as u32 * 64 + rest.trailing_zeros();
        }
        number -= held;
    }
    unreachable!("a number below the count of all bits")
}
