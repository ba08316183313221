//! The counted limits on an evaluation. What meets one stays with the machine, which has limits of
//! its own.

use super::chains::Further;
use super::effort::Effort;
use crate::logic::Limits;

/// How many goals may wait for each other: what comes after a goal is proved within it. The
/// elements of a list that is gone through, and the numbers that are split into their values, count
/// here too.
///
/// A browser gives WebAssembly a stack of about a megabyte.
pub(super) const DEPTH: usize = if cfg!(target_family = "wasm") {
    200
} else {
    4_000
};

/// What is on the stack while goals wait for each other, in bytes a goal; measured with room to
/// spare.
pub(super) const STACK: usize = DEPTH * (16 << 10);

/// How deep an expression may nest to be computed here; the machine computes deeper ones, if they
/// do not depend on the position.
pub(super) const EXPRESSION_DEPTH: usize = 500;

/// How much of the whole is kept for each part that judges positions: a divisor.
const SHARES: usize = 8;

/// How many gates may be looked at for each effect that moves may have.
const GATES_FOR_EACH_EFFECT: usize = 20;

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
}

/// With fewer parts of terms left nothing more is asked that has more answers than these can hold.
pub(super) const FEW_ANSWERS: usize = 100;

impl Budget {
    /// What an effort allows; each question to the machine stays within the limits of the game too.
    pub fn new(effort: Effort, of_game: Limits) -> Self {
        match effort {
            Effort::Quick => Self {
                goals: 400_000,
                nodes: 150_000,
                depth: DEPTH,
                limits: within(6_000_000, of_game),
                answers: 800_000,
                memory: of_game.memory.min(256 << 20),
                effects: 100_000,
            },
            Effort::Thorough => Self {
                goals: 1_000_000,
                nodes: 300_000,
                depth: DEPTH,
                limits: within(20_000_000, of_game),
                answers: 2_000_000,
                memory: of_game.memory.min(1 << 30),
                effects: 100_000,
            },
        }
    }

    /// What may be spent on a walk, which is made once, while a game is played: about as much as on
    /// compiling a game.
    pub fn of_walk(of_game: Limits) -> Self {
        Self {
            goals: 480_000,
            ..Self::new(Effort::Quick, of_game)
        }
    }

    /// What a proof about a game may spend, which is made once: a minute.
    pub fn of_proof(of_game: Limits) -> Self {
        Self {
            goals: 30_000_000,
            nodes: 4_000_000,
            depth: DEPTH,
            limits: within(100_000_000, of_game),
            answers: 4_000_000,
            memory: of_game.memory.min(2 << 30),
            effects: 2_000_000,
        }
    }

    /// A quick effort, and what a thorough one may spend beyond it as long as no calls within each other grow terms:
    /// larger than in the call that stands `most_nested` calls further out.
    pub fn quick_and_further(of_game: Limits, most_nested: usize) -> (Self, Further) {
        let of = |effort| Self::new(effort, of_game);
        let (quick, thorough) = (of(Effort::Quick), of(Effort::Thorough));
        let further = Further {
            goals: thorough.goals - quick.goals,
            nodes: thorough.nodes - quick.nodes,
            memory: thorough.memory.saturating_sub(quick.memory),
            most_nested,
        };
        (quick, further)
    }

    /// A thorough effort, with no more goals, gates and memory than a quick one has where calls within each
    /// other grow terms.
    pub fn without_chains(of_game: Limits, most_nested: usize) -> (Self, Further) {
        let (quick, further) = Self::quick_and_further(of_game, most_nested);
        let budget = Self {
            goals: quick.goals,
            nodes: quick.nodes,
            memory: quick.memory,
            ..Self::new(Effort::Thorough, of_game)
        };
        (budget, further)
    }

    /// The same after something was spent, if this was the budget at first, with what another one has more.
    pub fn raised(&self, from: &Self, to: &Self) -> Self {
        Self {
            limits: Limits {
                steps: self.limits.steps + (to.limits.steps - from.limits.steps),
                ..to.limits
            },
            answers: self.answers + (to.answers - from.answers),
            ..*to
        }
    }

    /// How many gates may be looked at to take effects apart by move.
    pub fn images(&self) -> usize {
        self.effects * GATES_FOR_EACH_EFFECT
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
        }
    }
}

/// The limits of a game, with so many steps at most.
fn within(steps: u64, of_game: Limits) -> Limits {
    Limits {
        steps: of_game.steps.min(steps),
        ..of_game
    }
}
