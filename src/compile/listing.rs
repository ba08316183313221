//! The legal moves that a program has found, in the order of the rules.

use smallvec::SmallVec;

use super::code::{Mode, MoveFamily, Order};
use super::select::{Selected, each_filled, nth_bit, nth_bit_of_many, nth_bit_of_several};

/// Of more families most have no legal move in most positions.
const FEW: usize = 4;

/// Places in the order of moves: of so many as most positions have legal moves without memory of their own.
type Ranks = SmallVec<[u32; 128]>;

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
    /// All moves in order, and the words that they are in.
    Ranks(Ranked),
}

/// Moves that are listed in an order of their own.
#[derive(Clone, Debug)]
struct Ranked {
    /// All moves in order.
    order: Box<[Place]>,
    /// Where in a frame the first of the words is.
    first: usize,
    /// For each word from there on the places in the order of its moves, by lane, if it has some.
    words: Vec<Option<Box<[u32]>>>,
}

impl Listing {
    /// The listing of a mode, whose turn is written behind so many words.
    pub fn new(mode: &Mode, words: usize) -> Self {
        let mut stretches = Vec::new();
        for group in &mode.listing {
            let families = group.families.iter();
            let families = families.map(|number| (*number, &mode.families[*number]));
            let families = families.map(|(number, family)| Family {
                number: number as u32,
                first: words + family.legal.start,
                words: family.legal.len(),
            });
            let families: Vec<Family> = families.collect();
            match group.order {
                Order::Lanes => stretches.extend((0..group.totals.len()).map(|word| {
                    let mut families = families.clone();
                    families.retain(|family| word < family.words);
                    Stretch::Lanes { word, families }
                })),
                Order::Ranks => stretches.push(Stretch::Ranks(Ranked::new(mode, &families))),
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
                Stretch::Ranks(ranked) => {
                    let mut legal = ranked.legal(frame, 0);
                    legal.sort_unstable();
                    let legal = legal.into_iter();
                    places.extend(legal.map(|rank| ranked.order[rank as usize]));
                }
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
                        let count = totals[stretch] as usize - before;
                        let Selected { bit, word } = match families.len() > FEW {
                            true => nth_bit_of_many(words, rest, count),
                            false => nth_bit_of_several(words, rest, count),
                        };
                        (&families[word], bit)
                    }
                };
                Place {
                    family: family.number,
                    lane: *word as u32 * 64 + bit,
                }
            }
            Stretch::Ranks(ranked) => {
                let mut legal = ranked.legal(frame, totals[stretch] as usize - before);
                let (_, rank, _) = legal.select_nth_unstable(rest);
                ranked.order[*rank as usize]
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

impl Ranked {
    /// The moves of these families by rank.
    fn new(mode: &Mode, families: &[Family]) -> Self {
        let mut sequence: Vec<(u32, &Family, usize)> = Vec::new();
        for family in families {
            let MoveFamily { moves, ranks, .. } = &mode.families[family.number as usize];
            let lanes = moves.iter().zip(ranks).enumerate();
            let lanes = lanes.filter(|(_, (number, _))| number.is_some());
            sequence.extend(lanes.map(|(lane, (_, rank))| (*rank, family, lane)));
        }
        sequence.sort_unstable_by_key(|(rank, family, lane)| (*rank, family.number, *lane));
        let first = families.iter().map(|family| family.first).min();
        let first = first.unwrap_or(0);
        let end = families.iter().map(|family| family.first + family.words);
        let mut words = vec![None; end.max().unwrap_or(0).saturating_sub(first)];
        for (place, (_, family, lane)) in sequence.iter().enumerate() {
            let word = &mut words[family.first + lane / 64 - first];
            let ranks = word.get_or_insert_with(|| vec![0; 64].into_boxed_slice());
            ranks[lane % 64] = place as u32;
        }
        let order = sequence.into_iter().map(|(_, family, lane)| Place {
            family: family.number,
            lane: lane as u32,
        });
        Self {
            order: order.collect(),
            first,
            words,
        }
    }

    /// The places in the order of the moves that are legal, in no order; there are about `count` of them.
    fn legal(&self, frame: &[u64], count: usize) -> Ranks {
        let mut legal = Ranks::with_capacity(count);
        let words = &frame[self.first..][..self.words.len()];
        each_filled(words, |number| {
            // Between these words there may be others.
            let Some(ranks) = &self.words[number] else {
                return;
            };
            let mut rest = words[number];
            while rest != 0 {
                legal.push(ranks[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        });
        legal
    }
}
