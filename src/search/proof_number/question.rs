//! What the attackers want to force.

use std::collections::BTreeSet;
use std::hash::Hash;

use super::numbers::{Numbers, Side};
use crate::game::{Fingerprint, Role};
use crate::search::choice::Aim;
use crate::search::value::BEST_GOAL;

/// A question about the goal of one role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// Whether the role attacks, to have the goal or more, or the others do, to leave it the goal or
    /// less.
    pub aim: Aim,
    pub goal: u8,
}

impl Question {
    /// The side of a role.
    pub fn side(self, mover: Role, role: Role) -> Side {
        match Aim::of(mover, role) == self.aim {
            true => Side::Attacker,
            false => Side::Defender,
        }
    }

    /// The answer of a finished game in which the role has this goal.
    pub fn answer(self, goal: u8) -> Numbers {
        let is_forced = match self.aim {
            Aim::Greatest => goal >= self.goal,
            Aim::Least => goal <= self.goal,
        };
        Numbers::answered(match is_forced {
            true => Side::Attacker,
            false => Side::Defender,
        })
    }

    /// What distinguishes the entries of the table about the question from others: about another
    /// role, another goal, or another number of plies that are left.
    pub fn salt(self, role: Role, left: Option<usize>) -> u128 {
        let mut salt = Fingerprint::default();
        let is_for_role = self.aim == Aim::Greatest;
        (role, is_for_role, self.goal, left).hash(&mut salt);
        salt.finish_wide()
    }
}

/// The finished games that were met in questions about a role.
#[derive(Clone, Debug, Default)]
pub(super) struct FinishedGames {
    goals: BTreeSet<u8>,
    /// Whether the goals of some game did not add up to 100.
    is_general_sum: bool,
}

impl FinishedGames {
    /// Notes the goal of the role, and that of the other role in a game for two.
    pub fn note(&mut self, goal: u8, other: Option<u8>) {
        self.goals.insert(goal);
        self.is_general_sum |= other.is_some_and(|other| goal + other != BEST_GOAL);
    }

    pub fn is_zero_sum(&self) -> bool {
        !self.is_general_sum
    }

    /// The greatest goal less than `goal`. If the role cannot force that one, it can force no more than
    /// this: all games by which the others prevent it were met.
    pub fn below(&self, goal: u8) -> Option<u8> {
        self.goals.range(..goal).next_back().copied()
    }

    /// The least goal greater than `goal`. If the others cannot hold the role to that one, they can
    /// hold it to no less than this.
    pub fn above(&self, goal: u8) -> Option<u8> {
        self.goals.range(goal + 1..).next().copied()
    }
}
