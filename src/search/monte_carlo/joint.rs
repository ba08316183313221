//! Turns on which several roles move at once: each role chooses by its own counts, without the
//! others' moves, and all choices together lead to a position.
//!
//! Regret matching: a role plays a move the more often, the more it regrets not having played it.
//! The average of its choices comes close to a way to play that no answer can exploit, which may
//! mix several moves. (S. Hart and A. Mas-Colell, "A Simple Adaptive Procedure Leading to
//! Correlated Equilibrium", 2000; in a tree: M. Lanctot, V. Lisý and M. H. M. Winands, "Monte Carlo
//! Tree Search in Simultaneous Move Games with Applications to Goofspiel", 2013.)

use fastrand::Rng;
use rustc_hash::FxHashMap;

use super::kept::KeptJoint;
use super::tree::NodeId;
use crate::game::Role;

/// The share of choices that are made at random, so that no move is left aside for ever.
const EXPLORATION: f64 = 0.1;

/// A turn on which several roles move at once.
pub(super) struct Joint<M> {
    pub movers: Vec<Mover<M>>,
    /// The positions after the moves that were tried, by the index of each role's move.
    pub children: FxHashMap<Box<[usize]>, NodeId>,
}

/// A role that is to move, and its moves.
pub(super) struct Mover<M> {
    pub role: Role,
    pub moves: Vec<M>,
    learned: Learned,
}

/// What a role has learned about its moves.
#[derive(Clone, Debug)]
pub(super) struct Learned {
    /// For each move how much better it would have been than what was chosen.
    regrets: Vec<f64>,
    /// For each move the sum of the probabilities with which it was to be chosen.
    sums: Vec<f64>,
}

impl Learned {
    fn nothing(moves: usize) -> Self {
        Learned {
            regrets: vec![0.0; moves],
            sums: vec![0.0; moves],
        }
    }
}

impl<M> Joint<M> {
    /// A turn of these roles. `kept` is what an earlier search knows of it.
    pub fn new(movers: Vec<(Role, Vec<M>)>, kept: Option<&KeptJoint>) -> Self {
        let mover = |(place, (role, moves)): (usize, (Role, Vec<M>))| {
            let earlier = kept.and_then(|kept| kept.movers.get(place));
            let earlier = earlier.filter(|learned| learned.sums.len() == moves.len());
            Mover {
                role,
                learned: earlier.map_or_else(|| Learned::nothing(moves.len()), Learned::clone),
                moves,
            }
        };
        Joint {
            movers: movers.into_iter().enumerate().map(mover).collect(),
            children: FxHashMap::default(),
        }
    }

    /// What a later search may use.
    pub fn keep(self) -> KeptJoint {
        KeptJoint {
            movers: self.movers.into_iter().map(|mover| mover.learned).collect(),
            children: self.children,
        }
    }
}

impl<M> Mover<M> {
    /// Chooses a move, and counts the probabilities of all.
    pub fn choose(&mut self, random: &mut Rng) -> usize {
        let probabilities = self.probabilities();
        for (sum, probability) in self.learned.sums.iter_mut().zip(&probabilities) {
            *sum += probability;
        }
        if random.f64() < EXPLORATION {
            return random.usize(..probabilities.len());
        }
        pick(&probabilities, random)
    }

    /// In proportion to the regrets; all the same if nothing is regretted.
    fn probabilities(&self) -> Vec<f64> {
        shares(self.learned.regrets.iter().map(|regret| regret.max(0.0)))
    }

    /// How often each move is to be played, in shares of 1.
    pub fn average(&self) -> Vec<f64> {
        shares(self.learned.sums.iter().copied())
    }

    /// For each move the sum of the probabilities with which it was to be chosen.
    pub fn sums(&self) -> &[f64] {
        &self.learned.sums
    }

    /// Replaces these sums.
    pub fn set_sums(&mut self, sums: &[f64]) {
        self.learned.sums.copy_from_slice(sums);
    }

    /// Learns that the moves would have been worth `worths`, and the choice was worth `reached`.
    pub fn learn(&mut self, worths: impl Iterator<Item = f64>, reached: f64) {
        for (regret, worth) in self.learned.regrets.iter_mut().zip(worths) {
            *regret += worth - reached;
        }
    }
}

/// The weights as shares of 1; equal shares if there is no weight.
fn shares(weights: impl ExactSizeIterator<Item = f64> + Clone) -> Vec<f64> {
    let (count, sum) = (weights.len(), weights.clone().sum::<f64>());
    match sum > 0.0 {
        true => weights.map(|weight| weight / sum).collect(),
        false => vec![1.0 / count as f64; count],
    }
}

/// An index, each as likely as its share.
pub(super) fn pick(shares: &[f64], random: &mut Rng) -> usize {
    let mut rest = random.f64();
    for (index, share) in shares.iter().enumerate() {
        rest -= share;
        if rest < 0.0 {
            return index;
        }
    }
    shares.len() - 1
}
