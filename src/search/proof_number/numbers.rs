//! How far a question about a position is from an answer. Knows nothing of positions.

use std::ops::Neg;

/// The number of an answer that cannot be had any more.
const NEVER: u32 = u32::MAX;

/// The two sides of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Wants to force the goal.
    Attacker,
    /// Wants to prevent it.
    Defender,
}

impl Neg for Side {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

/// The proof number and the disproof number of a position: how many positions must at least be
/// answered for each side before this one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    proof: u32,
    disproof: u32,
    /// Whether the answer holds only within the plies that were left.
    is_cut: bool,
}

impl Numbers {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        proof: 1,
        disproof: 1,
        is_cut: false,
    };

    /// No limit: only an answer reaches these numbers.
    pub const UNLIMITED: Self = Self {
        proof: NEVER,
        disproof: NEVER,
        is_cut: false,
    };

    /// There are no plies left to force anything.
    pub const CUT: Self = Self {
        proof: NEVER,
        disproof: 0,
        is_cut: true,
    };

    /// The answer is for this side.
    pub fn answered(side: Side) -> Self {
        Self::of(side, 0, NEVER)
    }

    fn of(side: Side, own: u32, other: u32) -> Self {
        let [proof, disproof] = match side {
            Side::Attacker => [own, other],
            Side::Defender => [other, own],
        };
        Self {
            proof,
            disproof,
            is_cut: false,
        }
    }

    /// The distance to an answer for a side.
    fn to(self, side: Side) -> u32 {
        match side {
            Side::Attacker => self.proof,
            Side::Defender => self.disproof,
        }
    }

    /// The side that the answer is for.
    pub fn answer(self) -> Option<Side> {
        [Side::Attacker, Side::Defender]
            .into_iter()
            .find(|side| self.to(*side) == 0)
    }

    /// Whether the question is answered for a side.
    pub fn is_for(self, side: Side) -> bool {
        self.to(side) == 0
    }

    /// Whether the answer might be another one if there were more plies.
    pub fn is_cut(self) -> bool {
        self.is_cut
    }

    /// Whether one of the numbers has reached that of `limit`.
    pub fn have_reached(self, limit: Self) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }
}

/// The numbers of the moves of a position, taken together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Combined {
    /// The side that is to move.
    side: Side,
    /// The place of the move with which its side is nearest to its answer; the first of equals.
    pub best: usize,
    /// The numbers of the position.
    pub numbers: Numbers,
    /// The distance of the side with the second best move.
    second: u32,
    /// The moves but one that are open for the other side.
    open_besides: u32,
}

impl Combined {
    /// The numbers of a position from those of its moves, of which there is at least one.
    ///
    /// The side to move needs one of its moves, the other side needs an answer to each. The moves often
    /// lead to the same positions, so their numbers are not added up: the greatest one counts, and one
    /// more for each further move (T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida, "Weak Proof-Number
    /// Search", 2008).
    pub fn of(side: Side, moves: impl Iterator<Item = Numbers>) -> Self {
        let mut all = Self {
            side,
            best: 0,
            numbers: Numbers::of(side, NEVER, 0),
            second: NEVER,
            open_besides: 0,
        };
        let (mut own, mut others, mut open) = (NEVER, 0, 0_u32);
        let mut is_cut = false;
        for (place, numbers) in moves.enumerate() {
            let distance = numbers.to(side);
            if distance == 0 {
                all.best = place;
                all.numbers = numbers;
                return all;
            }
            if distance < own {
                (all.second, own, all.best) = (own, distance, place);
            } else if distance < all.second {
                all.second = distance;
            }
            let other = numbers.to(-side);
            open += u32::from(other > 0);
            others = others.max(other);
            is_cut |= numbers.is_cut;
        }
        all.open_besides = open.saturating_sub(1);
        let others = others.saturating_add(all.open_besides).min(NEVER - 1);
        all.numbers = Numbers::of(side, own, others);
        all.numbers.is_cut = own == NEVER && is_cut;
        all
    }

    /// How far the best move is searched before another one may be better. A quarter more, so that the
    /// search does not change its mind at every step (J. Pawlewicz and Ł. Lew, "Improving Depth-First
    /// PN-Search: 1 + ε Trick", 2006).
    pub fn limit_of_best(self, limit: Numbers) -> Numbers {
        let until_second = self
            .second
            .saturating_add(self.second / 4)
            .saturating_add(1);
        let others = match limit.to(-self.side) {
            NEVER => NEVER,
            others => others - self.open_besides,
        };
        Numbers::of(self.side, limit.to(self.side).min(until_second), others)
    }
}
