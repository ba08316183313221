//! Where a move may have an effect that is none: only where it is legal and the game goes on, as far as the
//! circuit shows it. A clock that would go beyond its last number does not fail if the game is over
//! before.

use rustc_hash::FxHashMap;

use crate::compile::circuit::{Circuit, Literal};
use crate::compile::exclusion::Exclusion;

/// Tells which faults of moves are open.
pub struct Faults<'c> {
    circuit: &'c Circuit,
    /// What holds where the programs play a move.
    going_on: [Literal; 2],
    /// By number of a move the literals of which one holds where it is legal.
    legal_if: FxHashMap<usize, Vec<Literal>>,
    exclusion: Exclusion,
    /// Whether a fault was left out.
    pub leaves_out: bool,
}

impl<'c> Faults<'c> {
    /// For a game that is over where `terminal` holds; where `beyond` does, the machine has to tell.
    pub fn new(circuit: &'c Circuit, terminal: Literal, beyond: Literal) -> Self {
        Self {
            circuit,
            going_on: [!terminal, !beyond],
            legal_if: FxHashMap::default(),
            exclusion: Exclusion::default(),
            leaves_out: false,
        }
    }

    /// Notes that a move may also be legal where this holds.
    pub fn add(&mut self, number: usize, legal_if: Literal) {
        self.legal_if.entry(number).or_default().push(legal_if);
    }

    /// Those of these faults of a move that may hold where it is played.
    pub fn of(&mut self, number: usize, mut faults: Vec<Literal>) -> Vec<Literal> {
        let [goes_on, is_told] = self.going_on;
        let legal_if = self.legal_if.get(&number).map_or(&[][..], Vec::as_slice);
        let found = faults.len();
        faults.retain(|fault| {
            legal_if.iter().any(|legal| {
                let all = [*fault, *legal, goes_on, is_told];
                !self.exclusion.excludes(self.circuit, &all)
            })
        });
        self.leaves_out |= faults.len() < found;
        faults
    }
}
