//! By what a position is known: its fingerprint, or that of all positions that are the same up to
//! symmetry.

use crate::game::FastPaths;
use crate::search::solve::Payoff;

/// The two halves of a fingerprint: as one number they would take more memory in a table.
pub(super) type Key = [u64; 2];

/// Which fingerprint is the key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    is_symmetric: bool,
}

impl Keys {
    /// A heuristic need not be the same for symmetric positions.
    pub fn new(payoff: Payoff, symmetries: bool) -> Self {
        Self {
            is_symmetric: symmetries && payoff == Payoff::Goal,
        }
    }

    /// The key of a position.
    pub fn key<G: FastPaths>(self, game: &G, position: &G::Position) -> Key {
        let fingerprint = match self.is_symmetric {
            true => game.canonical_fingerprint(position),
            false => game.fingerprint(position),
        };
        [(fingerprint >> 64) as u64, fingerprint as u64]
    }
}
