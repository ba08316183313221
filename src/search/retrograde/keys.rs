//! By what a position is known: its fingerprint, or that of all positions that are the same up to
//! symmetry.

use crate::game::FastPaths;
use crate::search::solve::Payoff;

/// The two halves of a fingerprint: as one number they would take more memory in a table.
pub(super) type Key = [u64; 2];

/// The fingerprint with these halves.
pub(super) fn wide([first, second]: Key) -> u128 {
    u128::from(first) << 64 | u128::from(second)
}

/// Which fingerprint is the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Keys {
    /// That of the position.
    Plain,
    /// The same for all positions that are the same up to symmetry.
    Canonical,
    /// The same also in each form of the game.
    Lasting,
}

impl Keys {
    /// A heuristic need not be the same for symmetric positions.
    pub fn new(payoff: Payoff, symmetries: bool) -> Self {
        match symmetries && payoff == Payoff::Goal {
            true => Keys::Canonical,
            false => Keys::Plain,
        }
    }

    /// The key of a position.
    pub(super) fn key<G: FastPaths>(self, game: &G, position: &G::Position) -> Key {
        let fingerprint = match self {
            Keys::Plain => game.fingerprint(position),
            Keys::Canonical => game.canonical_fingerprint(position),
            Keys::Lasting => game.lasting_fingerprint(position),
        };
        [(fingerprint >> 64) as u64, fingerprint as u64]
    }
}
