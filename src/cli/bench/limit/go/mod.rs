//! Go by hand, on nine by nine or nineteen by nineteen crossings.
//!
//! Chains are not kept: a position has the set of all stones whose chain has one liberty. With it the
//! legal moves are a few operations on the whole board, and a move has to look only at the chains
//! beside it, mostly not to their ends.

mod crossings;

use super::TwoSidedPosition;
pub use crossings::{Crossings, Wide};

#[derive(Clone, Copy, Debug)]
pub struct Go<C> {
    /// The stones of the side to move.
    own: C,
    other: C,
    /// The stones of both sides whose chain has one liberty.
    in_atari: C,
    /// The cell where a stone may not be taken back, if there is one.
    ko: C,
    /// The number of passes in a row.
    passes: u8,
    is_black: bool,
}

/// Twice what White gets for moving second.
const KOMI: i32 = 13;

/// Returns the cells of `through` that are linked with `from`, which is a part of it.
fn linked<C: Crossings>(from: C, through: C) -> C {
    let mut reached = from;
    loop {
        let further = reached | reached.beside() & through;
        if further == reached {
            return reached;
        }
        reached = further;
    }
}

/// Returns the chain of a stone if it has at most one liberty, else nothing. The search ends at the
/// second liberty.
fn chain_in_atari<C: Crossings>(stone: C, stones: C, free: C) -> C {
    let mut chain = stone;
    loop {
        let around = chain.beside();
        if (around & free).has_several() {
            return C::NONE;
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
pub struct Placements<C> {
    places: C,
    has_pass: bool,
}

impl<C: Crossings> Iterator for Placements<C> {
    /// A cell, or none for a pass.
    type Item = Option<C>;

    fn next(&mut self) -> Option<Option<C>> {
        let lowest = self.places.lowest();
        self.places = self.places ^ lowest;
        if !lowest.is_empty() {
            return Some(Some(lowest));
        }
        std::mem::take(&mut self.has_pass).then_some(None)
    }

    fn nth(&mut self, number: usize) -> Option<Option<C>> {
        let count = self.places.count() as usize;
        if number >= count {
            self.places = C::NONE;
            self.has_pass &= number == count;
            return self.next();
        }
        self.places = self.places.without_first(number);
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.places.count() as usize + usize::from(self.has_pass);
        (count, Some(count))
    }
}

impl<C: Crossings> ExactSizeIterator for Placements<C> {}

impl<C: Crossings> Go<C> {
    fn free(self) -> C {
        C::BOARD & !(self.own | self.other)
    }

    /// Returns the position after a stone of the side to move is put on `cell`.
    fn placed(self, cell: C) -> Self {
        let Self {
            mut own,
            mut other,
            mut in_atari,
            is_black,
            ..
        } = self;
        let next_to = cell.beside() & C::BOARD;
        // A chain in atari beside the stone had its last liberty there.
        let beside = next_to & other & in_atari;
        let taken = match beside.is_empty() {
            true => C::NONE,
            false => linked(beside, other & in_atari),
        };
        let is_alone = !taken.is_empty() && !taken.has_several();
        let is_ko = is_alone && (next_to & !other).is_empty();
        own = own | cell;
        other = other ^ taken;
        in_atari = in_atari & !taken;
        let free = C::BOARD & !(own | other);
        // The own chains beside the stone are one now, and those beside taken stones have liberties.
        let changed = (next_to | taken.beside()) & own & in_atari;
        if !changed.is_empty() {
            in_atari = in_atari & !linked(changed, own & in_atari);
        }
        in_atari = in_atari | chain_in_atari(cell, own, free);
        let mut shortened = next_to & other;
        while !shortened.is_empty() {
            let stone = shortened.lowest();
            let chain = chain_in_atari(stone, other, free);
            in_atari = in_atari | chain;
            shortened = shortened & !(stone | chain);
        }
        Self {
            own: other,
            other: own,
            in_atari,
            ko: if is_ko { taken } else { C::NONE },
            passes: 0,
            is_black: !is_black,
        }
    }

    fn passed(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            ko: C::NONE,
            passes: self.passes + 1,
            is_black: !self.is_black,
            ..self
        }
    }

    /// Returns the area of the side to move less that of the other side.
    fn lead(self) -> i32 {
        let free = self.free();
        let [own, other] =
            [self.own, self.other].map(|stones| stones | linked(stones.beside() & free, free));
        (own & !other).count() as i32 - (other & !own).count() as i32
    }
}

impl<C: Crossings> TwoSidedPosition for Go<C> {
    const START: Self = Self {
        own: C::NONE,
        other: C::NONE,
        in_atari: C::NONE,
        ko: C::NONE,
        passes: 0,
        is_black: true,
    };

    type Moves = Placements<C>;

    fn moves(self) -> Placements<C> {
        if self.passes == 2 {
            return Placements {
                places: C::NONE,
                has_pass: false,
            };
        }
        let free = self.free();
        // A stone has a liberty of its own, or shares one, or takes one.
        let living = free | self.own & !self.in_atari | self.other & self.in_atari;
        Placements {
            places: free & living.beside() & !self.ko,
            has_pass: true,
        }
    }

    fn play(self, played: Option<C>) -> Self {
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
