//! Go by hand, on nine by nine crossings. Cell `10 * y + x` is column `x`, row `y`, both from 0. The
//! tenth cell of a row stays free, so that no chain continues from one row to the next.
//!
//! Chains are not kept: a position has the set of all stones whose chain has one liberty. With it the
//! legal moves are a few operations on the whole board, and a move has to look only at the chains
//! beside it, mostly not to their ends.

use super::{Cells, TwoSidedPosition};

#[derive(Clone, Copy, Debug)]
pub struct Go {
    /// The stones of the side to move.
    own: u128,
    other: u128,
    /// The stones of both sides whose chain has one liberty.
    in_atari: u128,
    /// The cell where a stone may not be taken back, if there is one.
    ko: u128,
    /// The number of passes in a row.
    passes: u8,
    is_black: bool,
}

const STRIDE: u32 = 10;

const BOARD: u128 = {
    let (mut board, mut row) = (0, 0);
    while row < 9 {
        board |= 0x1ff << (STRIDE * row);
        row += 1;
    }
    board
};

/// Twice what White gets for moving second.
const KOMI: i32 = 13;

/// Returns the cells next to these. Some can lie off the board.
fn beside(cells: u128) -> u128 {
    cells << 1 | cells >> 1 | cells << STRIDE | cells >> STRIDE
}

fn has_several(cells: u128) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

/// Returns the cells of `through` that are linked with `from`, which is a part of it.
fn linked(from: u128, through: u128) -> u128 {
    let mut reached = from;
    loop {
        let further = reached | beside(reached) & through;
        if further == reached {
            return reached;
        }
        reached = further;
    }
}

/// Returns the chain of a stone if it has at most one liberty, else nothing. The search ends at the
/// second liberty.
fn chain_in_atari(stone: u128, stones: u128, free: u128) -> u128 {
    let mut chain = stone;
    loop {
        let around = beside(chain);
        if has_several(around & free) {
            return 0;
        }
        let longer = chain | around & stones;
        if longer == chain {
            return chain;
        }
        chain = longer;
    }
}

/// The cells where a stone may be put, then a pass.
#[derive(Clone, Copy, Debug)]
pub struct Placements {
    places: u128,
    has_pass: bool,
}

impl Iterator for Placements {
    /// A cell, or none for a pass.
    type Item = Option<u128>;

    fn next(&mut self) -> Option<Option<u128>> {
        let lowest = self.places & self.places.wrapping_neg();
        self.places ^= lowest;
        if lowest != 0 {
            return Some(Some(lowest));
        }
        std::mem::take(&mut self.has_pass).then_some(None)
    }

    fn nth(&mut self, number: usize) -> Option<Option<u128>> {
        let [mut low, mut high] = [self.places as u64, (self.places >> 64) as u64].map(Cells);
        let in_low = low.len();
        let place = if number < in_low {
            low.nth(number).map(u128::from)
        } else {
            low = Cells(0);
            high.nth(number - in_low).map(|cell| u128::from(cell) << 64)
        };
        self.places = u128::from(low.0) | u128::from(high.0) << 64;
        match place {
            None => std::mem::take(&mut self.has_pass).then_some(None),
            place => Some(place),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.places.count_ones() as usize + usize::from(self.has_pass);
        (count, Some(count))
    }
}

impl ExactSizeIterator for Placements {}

impl Go {
    fn free(self) -> u128 {
        BOARD & !(self.own | self.other)
    }

    /// Returns the position after a stone of the side to move is put on `cell`.
    fn placed(self, cell: u128) -> Self {
        let Self {
            mut own,
            mut other,
            mut in_atari,
            is_black,
            ..
        } = self;
        let next_to = beside(cell) & BOARD;
        // A chain in atari beside the stone had its last liberty there.
        let taken = match next_to & other & in_atari {
            0 => 0,
            beside => linked(beside, other & in_atari),
        };
        let is_ko = taken != 0 && !has_several(taken) && next_to & !other == 0;
        own |= cell;
        other ^= taken;
        in_atari &= !taken;
        let free = BOARD & !(own | other);
        // The own chains beside the stone are one now, and those beside taken stones have liberties.
        let changed = (next_to | beside(taken)) & own & in_atari;
        if changed != 0 {
            in_atari &= !linked(changed, own & in_atari);
        }
        in_atari |= chain_in_atari(cell, own, free);
        let mut shortened = next_to & other;
        while shortened != 0 {
            let stone = shortened & shortened.wrapping_neg();
            let chain = chain_in_atari(stone, other, free);
            in_atari |= chain;
            shortened &= !(stone | chain);
        }
        Self {
            own: other,
            other: own,
            in_atari,
            ko: if is_ko { taken } else { 0 },
            passes: 0,
            is_black: !is_black,
        }
    }

    fn passed(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            ko: 0,
            passes: self.passes + 1,
            is_black: !self.is_black,
            ..self
        }
    }

    /// Returns the area of the side to move less that of the other side.
    fn lead(self) -> i32 {
        let free = self.free();
        let [own, other] =
            [self.own, self.other].map(|stones| stones | linked(beside(stones) & free, free));
        (own & !other).count_ones() as i32 - (other & !own).count_ones() as i32
    }
}

impl TwoSidedPosition for Go {
    const START: Self = Self {
        own: 0,
        other: 0,
        in_atari: 0,
        ko: 0,
        passes: 0,
        is_black: true,
    };

    type Moves = Placements;

    fn moves(self) -> Placements {
        if self.passes == 2 {
            return Placements {
                places: 0,
                has_pass: false,
            };
        }
        let free = self.free();
        // A stone has a liberty of its own, or shares one, or takes one.
        let living = free | self.own & !self.in_atari | self.other & self.in_atari;
        Placements {
            places: free & beside(living) & !self.ko,
            has_pass: true,
        }
    }

    fn play(self, played: Option<u128>) -> Self {
        match played {
            Some(cell) => self.placed(cell),
            None => self.passed(),
        }
    }

    fn results(self) -> [u8; 2] {
        let komi = if self.is_black { -KOMI } else { KOMI };
        if 2 * self.lead() + komi > 0 {
            [100, 0]
        } else {
            [0, 100]
        }
    }
}
