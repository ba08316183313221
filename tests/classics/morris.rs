//! Nine men's morris: counts and random games beside a program of its own. It keeps a board of three
//! rings with eight points each, as bits.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::beside;
use super::shipped;

/// From the start; a placing that closes a mill counts once for each man that it may take.
const COUNTS: [u64; 5] = [24, 552, 12_144, 255_024, 5_140_800];

/// Point `8 * R + C` is the point `C` of ring `R`, clockwise from a corner. Ring 0 is the outer one.
#[derive(Clone, Copy, Default)]
struct Board {
    men: [u32; 2],
    placed: [u32; 2],
    mover: usize,
    idle: u32,
}

/// Where a man comes from, if not from the hand, where it goes, and the man that it takes.
type Ply = (Option<u32>, u32, Option<u32>);

/// The three points of each mill.
static MILLS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let side = |ring: u32, corner: u32| {
        [corner, corner + 1, (corner + 2) % 8].map(|place| 1 << (8 * ring + place))
    };
    let sides = (0..3).flat_map(|ring| [0, 2, 4, 6].map(|corner| side(ring, corner)));
    let spokes = [1, 3, 5, 7].map(|place| [place, place + 8, place + 16].map(|point| 1 << point));
    sides.chain(spokes).map(|mill| mill.iter().sum()).collect()
});

fn next_to(point: u32) -> u32 {
    let (ring, place) = (point / 8, point % 8);
    let mut points = 1 << (8 * ring + (place + 1) % 8) | 1 << (8 * ring + (place + 7) % 8);
    if place % 2 == 1 {
        let others = [ring.checked_sub(1), (ring < 2).then_some(ring + 1)];
        for other in others.into_iter().flatten() {
            points |= 1 << (8 * other + place);
        }
    }
    points
}

fn bits(set: u32) -> impl Iterator<Item = u32> {
    (0..24).filter(move |point| set >> point & 1 == 1)
}

/// The name of a point, with a7 as the first corner of the outer ring.
fn name(point: u32) -> String {
    let reach = 3 - (point / 8) as i32;
    let (right, up) = [
        (-1, 1),
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
    ][point as usize % 8];
    let column = char::from(b"abcdefg"[(3 + reach * right) as usize]);
    format!("{column}{}", 4 + reach * up)
}

impl beside::Board for Board {
    type Ply = Ply;

    fn plies(&self) -> Vec<Ply> {
        let (own, other) = (self.men[self.mover], self.men[1 - self.mover]);
        let free = !(own | other) & 0xFF_FFFF;
        let ways: Vec<(Option<u32>, u32)> = if self.placed[self.mover] < 9 {
            bits(free).map(|to| (None, to)).collect()
        } else {
            let near = |from| {
                if own.count_ones() == 3 {
                    free
                } else {
                    free & next_to(from)
                }
            };
            bits(own)
                .flat_map(|from| bits(near(from)).map(move |to| (Some(from), to)))
                .collect()
        };
        let in_mills = MILLS
            .iter()
            .filter(|mill| **mill & other == **mill)
            .fold(0, |all, mill| all | mill);
        let alone = other & !in_mills;
        let prey = if alone == 0 { other } else { alone };
        let mut plies = Vec::new();
        for (from, to) in ways {
            let after = own & !from.map_or(0, |from| 1 << from) | 1 << to;
            let closes = MILLS
                .iter()
                .any(|mill| mill & after == *mill && mill >> to & 1 == 1);
            if closes {
                plies.extend(bits(prey).map(|taken| (from, to, Some(taken))));
            } else {
                plies.push((from, to, None));
            }
        }
        plies
    }

    fn played(&self, (from, to, taken): Ply) -> Self {
        let mut next = *self;
        let own = &mut next.men[self.mover];
        match from {
            Some(from) => *own &= !(1 << from),
            None => next.placed[self.mover] += 1,
        }
        *own |= 1 << to;
        next.idle += 1;
        if from.is_none() || taken.is_some() {
            next.idle = 0;
        }
        next.mover = 1 - self.mover;
        if let Some(taken) = taken {
            next.men[next.mover] &= !(1 << taken);
        }
        next
    }

    fn written(&self, &(from, to, taken): &Ply) -> String {
        let from = from.map_or(String::new(), |from| name(from) + "-");
        let taken = taken.map_or(String::new(), |taken| "x".to_owned() + &name(taken));
        from + &name(to) + &taken
    }

    fn results(&self) -> Option<Vec<u8>> {
        let is_bare = self.placed[self.mover] == 9 && self.men[self.mover].count_ones() == 2;
        if is_bare || self.plies().is_empty() {
            return Some([[0, 100], [100, 0]][self.mover].to_vec());
        }
        (self.idle == 50).then(|| vec![50, 50])
    }
}

#[test]
fn nine_mens_morris_grows_as_by_another_program() {
    beside::grows_alike(&shipped("morris"), &Board::default(), &COUNTS, 1..=3, 1..=4);
}

#[test]
#[ignore = "takes some minutes"]
fn nine_mens_morris_grows_as_by_another_program_to_a_greater_depth() {
    beside::grows_alike(&shipped("morris"), &Board::default(), &COUNTS, 4..=5, 5..=5);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn men_are_put_down_moved_and_taken_as_by_another_program(seed: u64) {
        beside::plays_alike(&shipped("morris"), Board::default(), seed)?;
    }
}
