//! The legal moves that a program has found, in the order of the rules.

use super::code::{Mode, Order};
use super::select::{Selected, nth_bit, nth_bit_of_several};

/// A move: its family and its lane there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub family: u32,
    pub lane: u32,
}

/// Where the moves of one family are in a frame.
#[derive(Clone, Debug)]
struct Family {
    number: u32,
    first: usize,
    words: usize,
    /// For each lane its place in the order of the rules, where the order of the group asks for it.
    ranks: Vec<u32>,
}

/// How to list the moves of one mode.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    stretches: Vec<Stretch>,
    /// Where the first total of a stretch lies in a frame; the others follow.
    totals: usize,
}

/// Moves that are counted together.
#[derive(Clone, Debug)]
enum Stretch {
    /// One word of lanes, lane by lane, and in each lane by the families.
    Lanes { word: usize, families: Vec<Family> },
    /// By rank.
    Ranks { families: Vec<Family> },
}

impl Listing {
    /// The listing of a mode, whose turn is written behind so many words.
    pub fn new(mode: &Mode, words: usize) -> Self {
        let mut stretches = Vec::new();
        for group in &mode.listing {
            let families = |ranks: fn(&[u32]) -> Vec<u32>| -> Vec<Family> {
                let families = group
                    .families
                    .iter()
                    .map(|number| (*number, &mode.families[*number]));
                let family = families.map(|(number, family)| Family {
                    number: number as u32,
                    first: words + family.legal.start,
                    words: family.legal.len(),
                    ranks: ranks(&family.ranks),
                });
                family.collect()
            };
            match group.order {
                Order::Lanes => stretches.extend((0..group.totals.len()).map(|word| {
                    let mut families = families(|_| Vec::new());
                    families.retain(|family| word < family.words);
                    Stretch::Lanes { word, families }
                })),
                Order::Ranks => stretches.push(Stretch::Ranks {
                    families: families(<[u32]>::to_vec),
                }),
            }
        }
        Self {
            stretches,
            totals: words + mode.listing.first().map_or(0, |group| group.totals.start),
        }
    }

    /// All moves in order; there are so many.
    pub fn all(&self, frame: &[u64], count: usize) -> Vec<Place> {
        let mut places = Vec::with_capacity(count);
        self.add_all(frame, &mut places);
        places
    }

    /// Adds all moves in order.
    pub fn add_all(&self, frame: &[u64], places: &mut Vec<Place>) {
        for stretch in &self.stretches {
            match stretch {
                Stretch::Lanes { word, families } => add_lanes(families, frame, *word, places),
                Stretch::Ranks { families } => add_ranks(families, frame, places),
            }
        }
    }

    /// The move of that number in order, from 0; there are more than that.
    #[inline]
    pub fn nth(&self, frame: &[u64], number: usize) -> Place {
        let totals = &frame[self.totals..self.totals + self.stretches.len()];
        let stretch = totals.iter().position(|total| number < *total as usize);
        let stretch = stretch.expect("a number below the count of all moves");
        let before = if stretch == 0 {
            0
        } else {
            totals[stretch - 1] as usize
        };
        let rest = number - before;
        match &self.stretches[stretch] {
            Stretch::Lanes { word, families } => {
                let (family, bit) = match &families[..] {
                    [family] => (family, nth_bit(frame[family.first + word], rest)),
                    _ => {
                        let words = families.iter().map(|family| frame[family.first + word]);
                        let Selected { bit, word } =
                            nth_bit_of_several(words, rest, totals[stretch] as usize - before);
                        (&families[word], bit)
                    }
                };
                Place {
                    family: family.number,
                    lane: *word as u32 * 64 + bit,
                }
            }
            Stretch::Ranks { families } => {
                let mut ranked = ranked(families, frame);
                let (_, (_, place), _) = ranked.select_nth_unstable_by_key(rest, |(rank, _)| *rank);
                *place
            }
        }
    }
}

/// The moves of one word, lane by lane, and in each lane by the families.
fn add_lanes(families: &[Family], frame: &[u64], word: usize, places: &mut Vec<Place>) {
    let held = |family: &Family| frame[family.first + word];
    let mut rest = families.iter().fold(0, |all, family| all | held(family));
    while rest != 0 {
        let bit = rest.trailing_zeros();
        rest &= rest - 1;
        let has = |family: &&Family| held(family) >> bit & 1 == 1;
        let lane = word as u32 * 64 + bit;
        places.extend(families.iter().filter(has).map(|family| Place {
            family: family.number,
            lane,
        }));
    }
}

/// Adds the moves by their ranks.
fn add_ranks(families: &[Family], frame: &[u64], places: &mut Vec<Place>) {
    let mut ranked = ranked(families, frame);
    ranked.sort_unstable_by_key(|(rank, _)| *rank);
    places.extend(ranked.into_iter().map(|(_, place)| place));
}

/// The moves with their ranks, in no order.
fn ranked(families: &[Family], frame: &[u64]) -> Vec<(u32, Place)> {
    let mut ranked: Vec<(u32, Place)> = Vec::new();
    for family in families {
        for word in 0..family.words {
            let mut rest = frame[family.first + word];
            while rest != 0 {
                let lane = word as u32 * 64 + rest.trailing_zeros();
                rest &= rest - 1;
                ranked.push((
                    family.ranks[lane as usize],
                    Place {
                        family: family.number,
                        lane,
                    },
                ));
            }
        }
    }
    ranked
}
