//! The counted limits on an evaluation. What meets one stays with the machine, which has limits of
//! its own.

use super::game::Effort;
use crate::logic::Limits;

/// How many goals may wait for each other: what comes after a goal is proved within it. The
/// elements of a list that is gone through, and the numbers that are split into their values, count
/// here too.
pub(super) const DEPTH: usize = 4_000;

/// What is on the stack while goals wait for each other, in bytes a goal; measured with room to
/// spare.
pub(super) const STACK: usize = DEPTH * (16 << 10);

/// How deep an expression may nest to be computed here; the machine computes deeper ones, if they
/// do not depend on the position.
pub(super) const EXPRESSION_DEPTH: usize = 500;

/// How much of the whole is kept for each part that judges positions: a divisor.
const SHARES: usize = 8;

/// What can be spent on one game. The moves and their effects share all of it; each part that judges
/// positions (`terminal`, `goal`, a heuristic) then has what is left, or [`Budget::share`] if that is
/// more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Goals: "it takes too many goals".
    pub goals: u64,
    /// Nodes of the circuit: "it needs too many gates".
    pub nodes: usize,
    /// Goals that wait for each other: "it goes too deep".
    pub depth: usize,
    /// What the machine may spend on all questions together: "the machine takes too long".
    pub limits: Limits,
    /// How large all that the machine answers may be together, in parts of terms: "too many
    /// answers".
    pub answers: usize,
    /// What all that is remembered may take, in bytes: "it needs too much memory".
    pub memory: usize,
    /// How many effects moves may have together that are taken apart by move.
    pub effects: usize,
    /// How many gates may be looked at to take them apart.
    pub images: usize,
}

/// With fewer parts of terms left nothing more is asked that has more answers than these can hold.
pub(super) const FEW_ANSWERS: usize = 100;

impl Budget {
    /// What an effort allows; each question to the machine stays within the limits of the game too.
    pub fn new(effort: Effort, of_game: Limits) -> Self {
        let limits = |steps: u64| Limits {
            steps: steps.min(of_game.steps),
            ..of_game
        };
        let (goals, nodes, steps) = match effort {
            Effort::Quick => (160_000, 60_000, 3_000_000),
            Effort::Thorough => (1_000_000, 300_000, 20_000_000),
            Effort::Patient => (30_000_000, 4_000_000, 100_000_000),
        };
        let (answers, memory) = match effort {
            Effort::Quick => (400_000, 128 << 20),
            Effort::Thorough => (2_000_000, 1 << 30),
            Effort::Patient => (4_000_000, 2 << 30),
        };
        let effects = match effort {
            Effort::Quick | Effort::Thorough => 100_000,
            Effort::Patient => 2_000_000,
        };
        Self {
            goals,
            nodes,
            depth: DEPTH,
            limits: limits(steps),
            answers,
            memory: memory.min(of_game.memory),
            effects,
            images: effects * 20,
        }
    }

    /// What a part that judges positions may spend, however much the parts before it have spent.
    pub fn share(&self) -> Self {
        Self {
            goals: self.goals / SHARES as u64,
            nodes: self.nodes / SHARES,
            depth: self.depth,
            limits: Limits {
                steps: self.limits.steps / SHARES as u64,
                ..self.limits
            },
            answers: self.answers / SHARES,
            memory: self.memory / SHARES,
            effects: self.effects,
            images: self.images,
        }
    }
}
